/* texts: assertions about texts, such as what a program prints. */
#ifndef MISERE_UNIT_TEXTS_H
#define MISERE_UNIT_TEXTS_H

#include "unit/testing.h"

#include <string.h>

static inline void assert_has(const char *text, const char *part) {
    if (!strstr(text, part))
        fail_msg("'%s' is not in:\n%s", part, text);
}

static inline void assert_lacks(const char *text, const char *part) {
    if (strstr(text, part))
        fail_msg("'%s' is in:\n%s", part, text);
}

/* Counts the occurrences of `part` in the text. */
static inline int count_parts(const char *text, const char *part) {
    int count = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        count++;
    return count;
}

#endif
