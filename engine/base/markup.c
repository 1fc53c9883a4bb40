#include "base/markup.h"

#include "base/utf8.h"

#include <stdbool.h>

/* Does XML 1.0 allow this Unicode character in a document (production Char)? */
static bool is_allowed(uint32_t c) {
    return c >= 0x20 ? c != 0xfffe && c != 0xffff : c == '\t' || c == '\n' || c == '\r';
}

/* The character reference or entity for a character; NULL if it needs none. */
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

void markup_write_text(FILE *out, const char *text) {
    for (int length; *text; text += length ? length : 1) {
        uint32_t c;
        length = utf8_decode(text, &c);
        if (length == 0 || !is_allowed(c))
            fputc('?', out);
        else if (escape(*text))
            fputs(escape(*text), out);
        else
            fwrite(text, 1, (size_t)length, out);
    }
}

void markup_write_qualified(FILE *out, const char *prefix, const char *name, const char *value) {
    fprintf(out, " %s%s%s=\"", prefix ? prefix : "", prefix ? ":" : "", name);
    markup_write_text(out, value);
    fputc('"', out);
}

void markup_write_attribute(FILE *out, const char *name, const char *value) {
    markup_write_qualified(out, NULL, name, value);
}

void markup_write_number(FILE *out, const char *name, int64_t value) {
    fprintf(out, " %s=\"%" PRId64 "\"", name, value);
}

void markup_write_json(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ' || *text == '<')
            fprintf(out, "\\u%04x", (unsigned)*text);
        else
            fputc(*text, out);
    }
    fputc('"', out);
}
