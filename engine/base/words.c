#include "base/words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

char *words_next(char **text) {
    static const char BLANKS[] = " \t";
    char *word = *text + strspn(*text, BLANKS);
    size_t length = strcspn(word, BLANKS);
    *text = word + length;
    if (length == 0)
        return NULL;
    if (**text)
        *(*text)++ = '\0';
    return word;
}

bool words_digits(const char **text, int64_t *number) {
    const char *start = *text;
    for (*number = 0; **text >= '0' && **text <= '9'; ++*text) {
        int digit = **text - '0';
        *number = *number > (INT64_MAX - digit) / 10 ? INT64_MAX : *number * 10 + digit;
    }
    return *text > start;
}

bool words_number(const char *word, int64_t *number) {
    char *end;
    errno = 0;
    long long read = word ? strtoll(word, &end, 10) : 0;
    if (!word || end == word || *end != '\0' || errno)
        return false;
    *number = read;
    return true;
}
