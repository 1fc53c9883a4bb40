#include "base/escape.h"

#include "base/utf8.h"

bool escape_is_hidden(uint32_t character) {
    static const Utf8Range HIDDEN[] = {
        {0, 0x1f},        {0x7f, 0x9f},     {0xad, 0xad},      {0x34f, 0x34f},   {0x61c, 0x61c},
        {0x115f, 0x1160}, {0x17b4, 0x17b5}, {0x180b, 0x180f},  {0x200b, 0x200f}, {0x2028, 0x202e},
        {0x2060, 0x206f}, {0x3164, 0x3164}, {0xfe00, 0xfe0f},  {0xfeff, 0xfeff}, {0xffa0, 0xffa0},
        {0xfff0, 0xfffb}, {0xfffe, 0xffff}, {0xe0000, 0xe0fff}};
    return utf8_is_in(character, HIDDEN, sizeof HIDDEN / sizeof *HIDDEN);
}

void escape_print(FILE *out, const char *text) {
    while (*text) {
        uint32_t character;
        int length = utf8_decode(text, &character);
        bool shown = length > 0 && (character == '\t' || !escape_is_hidden(character));
        const char *end = text + (length > 0 ? length : 1);
        for (; text < end; text++)
            fprintf(out, shown ? "%c" : "\\x%02x", (unsigned char)*text);
    }
}
