#include "base/escape.h"

#include "base/utf8.h"

#include <stdbool.h>

/* U+0080 to U+009F are control characters, too. */
static bool is_shown(uint32_t character) {
    return character == '\t' || (character >= ' ' && character < 0x7f) || character > 0x9f;
}

void escape_print(FILE *out, const char *text) {
    while (*text) {
        uint32_t character;
        int length = utf8_decode(text, &character);
        bool shown = length > 0 && is_shown(character);
        const char *end = text + (length > 0 ? length : 1);
        for (; text < end; text++)
            fprintf(out, shown ? "%c" : "\\x%02x", (unsigned char)*text);
    }
}
