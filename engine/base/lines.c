#include "base/lines.h"

#include <stdlib.h>
#include <string.h>

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

/* The length of the byte order mark before the first line, as PowerShell sends it. */
static size_t mark_length(LineReader *reader) {
    static const char MARK[] = "\xef\xbb\xbf";
    bool is_first = !reader->has_begun;
    reader->has_begun = true;
    return is_first && strncmp(reader->text, MARK, strlen(MARK)) == 0 ? strlen(MARK) : 0;
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
    *line = reader->text + mark_length(reader);
    return kind;
}
