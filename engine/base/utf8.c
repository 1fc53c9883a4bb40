#include "base/utf8.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

int utf8_decode(const char *text, uint32_t *character) {
    static const uint32_t MINIMUM[] = {0, 0x80, 0x800,
                                       0x10000}; /* indexed by the number of continuation bytes */
    unsigned char first = (unsigned char)*text;
    int more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    uint32_t c = more ? first & (0x3fu >> more) : first;
    bool is_valid = first < 0x80 || (first >= 0xc2 && first <= 0xf4);
    for (int i = 1; is_valid && i <= more; i++) {
        is_valid = ((unsigned char)text[i] & 0xc0) == 0x80;
        c = c << 6 | ((unsigned char)text[i] & 0x3f);
    }
    is_valid = is_valid && c >= MINIMUM[more] && c < 0x110000 && (c < 0xd800 || c > 0xdfff);
    *character = is_valid ? c : 0;
    return is_valid ? more + 1 : 0;
}

bool utf8_is_in(uint32_t character, const Utf8Range ranges[], size_t count) {
    for (size_t i = 0; i < count; i++)
        if (character >= ranges[i].first && character <= ranges[i].last)
            return true;
    return false;
}

bool utf8_is_valid(const char *text) {
    uint32_t character;
    int length = 1;
    while (*text && (length = utf8_decode(text, &character)) > 0)
        text += length;
    return length > 0;
}

void utf8_copy(char *to, size_t size, const char *text) {
    size_t length = strlen(text);
    if (length >= size) {
        length = size - 1;
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
            length--;
    }
    memcpy(to, text, length);
    to[length] = '\0';
}

int utf8_write(uint32_t character, char *to) {
    static const unsigned char FIRST[] = {0, 0, 0xc0, 0xe0, 0xf0}; /* indexed by the length */
    if (character < 0x80) {
        *to = (char)character;
        return 1;
    }
    int length = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    for (int i = length - 1; i > 0; i--, character >>= 6)
        to[i] = (char)(0x80 | (character & 0x3f));
    to[0] = (char)(FIRST[length] | character);
    return length;
}

char *utf8_from_windows_1252(const char *text) {
    /* What differs from ISO-8859-1. */
    static const uint16_t FROM_0X80[32] = {
        0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021, 0x2c6,  0x2030, 0x160,
        0x2039, 0x152,  0x8d,   0x17d,  0x8f,   0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
        0x2013, 0x2014, 0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0x9d,   0x17e,  0x178};
    char *copy = malloc(3 * strlen(text) + 1), *out = copy;
    if (!copy)
        return NULL;
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        out += utf8_write(c >= 0x80 && c < 0xa0 ? FROM_0X80[c - 0x80] : c, out);
    }
    *out = '\0';
    return copy;
}
