#include "base/text.h"

#include <string.h>

char text_lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool text_starts(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool text_starts_ignoring_case(const char *text, const char *prefix) {
    while (*prefix && text_lower(*text) == text_lower(*prefix))
        text++, prefix++;
    return *prefix == '\0';
}

bool text_equal_ignoring_case(const char *a, const char *b) {
    for (; text_lower(*a) == text_lower(*b); a++, b++)
        if (*a == '\0')
            return true;
    return false;
}

bool text_ends_ignoring_case(const char *text, const char *ending) {
    size_t length = strlen(text), ending_length = strlen(ending);
    return length >= ending_length &&
           text_equal_ignoring_case(text + length - ending_length, ending);
}

const char *text_find_ignoring_case(const char *text, const char *part) {
    for (;; text++) {
        if (text_starts_ignoring_case(text, part))
            return text;
        if (*text == '\0')
            return NULL;
    }
}

int text_compare(const void *a, const void *b) {
    return strcmp(a, b);
}

char *text_put(char *to, const char *text) {
    size_t length = strlen(text);
    memcpy(to, text, length + 1);
    return to + length;
}

char *text_trim(char *text) {
    static const char BLANKS[] = " \t";
    for (size_t length = strlen(text); length > 0 && strchr(BLANKS, text[length - 1]); length--)
        text[length - 1] = '\0';
    return text + strspn(text, BLANKS);
}

char *text_squeeze(char *text) {
    char *begin = text_trim(text), *out = begin;
    for (const char *in = begin; *in; in++) {
        bool is_blank = *in == ' ' || *in == '\t';
        if (!is_blank || out[-1] != ' ')
            *out++ = is_blank ? ' ' : *in;
    }
    *out = '\0';
    return begin;
}

char *text_split(char **rest, char separator) {
    char *piece = *rest;
    char *end = piece ? strchr(piece, separator) : NULL;
    *rest = end ? end + 1 : NULL;
    if (end)
        *end = '\0';
    return piece;
}
