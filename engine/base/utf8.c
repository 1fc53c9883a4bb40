#include "base/utf8.h"

#include <stdbool.h>
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
