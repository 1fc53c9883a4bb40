#include "client/common.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

ClientWord client_word(const char **rest) {
    const char *start = *rest + strspn(*rest, " ");
    size_t length = strcspn(start, " ");
    *rest = start + length;
    return (ClientWord){start, length};
}

bool client_word_is(ClientWord word, const char *text) {
    return strlen(text) == word.length && memcmp(word.text, text, word.length) == 0;
}

bool client_word_copy(char *to, size_t size, ClientWord word) {
    bool fits = word.length < size;
    size_t length = fits ? word.length : 0;
    memcpy(to, word.text, length);
    to[length] = '\0';
    return fits;
}

bool client_number(const char **rest, int64_t *number) {
    char digits[24];
    ClientWord word = client_word(rest);
    if (word.length == 0 || !client_word_copy(digits, sizeof digits, word))
        return false;
    char *end;
    errno = 0;
    long long value = strtoll(digits, &end, 10);
    if (errno || *end)
        return false;
    *number = value;
    return true;
}

static int clamp_int(int64_t number) {
    return number > INT_MAX ? INT_MAX : number < -INT_MAX ? -INT_MAX : (int)number;
}

/* Copies as many whole moves of a PV as fit. */
static void copy_pv(char *to, size_t size, const char *pv) {
    int length = snprintf(to, size, "%s", pv);
    if (length < (int)size)
        return;
    char *cut = strrchr(to, ' ');
    *(cut ? cut : to) = '\0';
}

void client_bestmove_set_info(ClientBestMove *answer, const ClientSearchInfo *search_info) {
    answer->depth = search_info->depth > 0 ? clamp_int(search_info->depth) : 0;
    if (search_info->has_score) {
        answer->has_score = true;
        answer->is_mate = search_info->is_mate;
        answer->score = clamp_int(search_info->score);
    }
    if (search_info->pv)
        copy_pv(answer->pv, sizeof answer->pv, search_info->pv);
}
