#include "xmlout.h"

#include <stdbool.h>

/* How many bytes follow the first of a UTF-8 character; -1 if it cannot be one. */
static int continuation_bytes(unsigned char first) {
    if (first < 0x80)
        return 0;
    if (first < 0xc2 || first > 0xf4)
        return -1;
    return first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
}

/* XML's Char, of 1.0. */
static bool is_allowed(uint32_t c) {
    if (c < 0x20)
        return c == '\t' || c == '\n' || c == '\r';
    return c < 0xd800 || (c > 0xdfff && c < 0xfffe) || (c > 0xffff && c < 0x110000);
}

/* The length of the character at `text`; 0 if XML does not take it. */
static int character_length(const char *text) {
    static const uint32_t LEAST[] = {0, 0x80, 0x800, 0x10000};
    int more = continuation_bytes((unsigned char)*text);
    if (more < 0)
        return 0;
    uint32_t c = (unsigned char)*text & (0xffu >> (more ? more + 2 : 1));
    for (int i = 1; i <= more; i++) {
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 0;
        c = c << 6 | ((unsigned char)text[i] & 0x3f);
    }
    return c >= LEAST[more] && is_allowed(c) ? more + 1 : 0;
}

/* What stands for a character in an attribute's value; NULL if it stands for itself. */
static const char *escape(char c) {
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\t':
        return "&#9;";
    case '\n':
        return "&#10;";
    case '\r':
        return "&#13;";
    default:
        return NULL;
    }
}

void xmlout_text(FILE *out, const char *text) {
    for (int length; *text; text += length ? length : 1) {
        length = character_length(text);
        if (length == 0)
            fputc('?', out);
        else if (escape(*text))
            fputs(escape(*text), out);
        else
            fwrite(text, 1, (size_t)length, out);
    }
}

void xmlout_qualified(FILE *out, const char *prefix, const char *name, const char *value) {
    fprintf(out, " %s%s%s=\"", prefix ? prefix : "", prefix ? ":" : "", name);
    xmlout_text(out, value);
    fputc('"', out);
}

void xmlout_attribute(FILE *out, const char *name, const char *value) {
    xmlout_qualified(out, NULL, name, value);
}

void xmlout_number(FILE *out, const char *name, int64_t value) {
    fprintf(out, " %s=\"%" PRId64 "\"", name, value);
}
