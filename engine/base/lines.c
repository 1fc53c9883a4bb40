#include "base/lines.h"

#include <stdlib.h>

void lines_init(LineReader *reader, FILE *in, size_t limit) {
    *reader = (LineReader){.in = in, .limit = limit};
}

void lines_free(LineReader *reader) {
    free(reader->text);
    reader->text = NULL;
    reader->capacity = 0;
}

static bool make_room(LineReader *reader, size_t length) {
    if (length < reader->capacity)
        return true;
    size_t capacity = reader->capacity ? 2 * reader->capacity : 256;
    char *text = realloc(reader->text, capacity);
    if (!text)
        return false;
    reader->text = text;
    reader->capacity = capacity;
    return true;
}

LineKind lines_read(LineReader *reader, char **line) {
    size_t length = 0;
    LineKind kind = LINE_TEXT;
    int c;
    while ((c = getc(reader->in)) != EOF && c != '\n') {
        if (!make_room(reader, length + 1))
            return LINE_FAILED;
        if (length == reader->limit)
            kind = LINE_TOO_LONG;
        else
            reader->text[length++] = (char)c;
        if (c == '\0' && kind == LINE_TEXT)
            kind = LINE_BINARY;
    }
    if (c == EOF && length == 0)
        return LINE_END;
    if (!make_room(reader, length))
        return LINE_FAILED;
    if (kind != LINE_TEXT)
        length = 0;
    if (length > 0 && reader->text[length - 1] == '\r')
        length--;
    reader->text[length] = '\0';
    *line = reader->text;
    return kind;
}
