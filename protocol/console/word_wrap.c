#include "console/word_wrap.h"

#include "base/os/stream.h"
#include "base/os/tty.h"

#include <stdbool.h>

enum { COLUMNS_DEFAULT = 80, COLUMNS_MIN = 20 };

/* The number of bytes of the blanks, or of the word, that the text begins with; and their width. */
static size_t measure(const char *text, size_t size, int *width) {
    bool is_blank = *text == ' ', in_escape = false;
    size_t length = 0;
    *width = 0;
    while (length < size && text[length] != '\n' &&
           (in_escape || (text[length] == ' ') == is_blank)) {
        unsigned char byte = (unsigned char)text[length++];
        bool is_letter = (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
        if (byte == '\033')
            in_escape = true;
        else if (in_escape)
            in_escape = !is_letter;
        else
            *width += (byte & 0xc0) != 0x80; /* not for the rest of a character */
    }
    return length;
}

static bool write_wrapped(void *context, const char *text, size_t size) {
    WordWrap *wrap = context;
    int columns = tty_columns(wrap->out, COLUMNS_DEFAULT), width, blanks = 0;
    size_t length, blank_bytes = 0;
    if (columns < COLUMNS_MIN)
        columns = COLUMNS_MIN;
    for (; size > 0; text += length, size -= length) {
        if (*text == '\n') {
            length = 1;
            fwrite(text - blank_bytes, 1, blank_bytes + 1, wrap->out);
            wrap->column = 0;
            blanks = 0;
            blank_bytes = 0;
            continue;
        }
        length = measure(text, size, &width);
        if (*text == ' ') {
            blanks = width;
            blank_bytes = length;
            continue;
        }
        if (wrap->column > 0 && wrap->column + blanks + width > columns) {
            fputc('\n', wrap->out);
            wrap->column = 0;
        } else {
            fwrite(text - blank_bytes, 1, blank_bytes, wrap->out);
            wrap->column += blanks;
        }
        fwrite(text, 1, length, wrap->out);
        wrap->column += width;
        blanks = 0;
        blank_bytes = 0;
    }
    fwrite(text - blank_bytes, 1, blank_bytes, wrap->out);
    wrap->column += blanks;
    return fflush(wrap->out) == 0 && !ferror(wrap->out);
}

FILE *word_wrap_open(WordWrap *wrap, FILE *out) {
    wrap->out = out;
    wrap->column = 0;
    FILE *stream = stream_to_writer(write_wrapped, wrap);
    if (stream)
        setvbuf(stream, wrap->text, _IOFBF, sizeof wrap->text);
    return stream;
}
