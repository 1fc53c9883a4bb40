#include "console/completion.h"

#include "base/array.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

const char *completion_last_word(const char *line) {
    const char *word = line;
    for (const char *c = line; *c; c++)
        if (*c == ' ' || *c == '\t')
            word = c + 1;
    return word;
}

void completion_offer(Completion *completion, const char *begin, const char *word) {
    if (!text_starts_ignoring_case(word, begin))
        return;
    char **words = array_grow(completion->words, (size_t)completion->count, sizeof *words);
    if (!words)
        return;
    completion->words = words;
    char *copy = strdup(word);
    if (copy)
        completion->words[completion->count++] = copy;
}

size_t completion_common_length(const Completion *completion) {
    if (completion->count == 0)
        return 0;
    const char *first = completion->words[0];
    size_t length = strlen(first);
    for (int i = 1; i < completion->count; i++) {
        size_t same = 0;
        while (same < length && completion->words[i][same] == first[same])
            same++;
        length = same;
    }
    return length;
}

void completion_free(Completion *completion) {
    for (int i = 0; i < completion->count; i++)
        free(completion->words[i]);
    free(completion->words);
    *completion = (Completion){0};
}
