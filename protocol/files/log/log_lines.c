#include "files/log/log_lines.h"

#include "base/os/stream.h"

#include <stdbool.h>
#include <stdlib.h>

/* Makes room for one more byte. */
static bool grow(LogLine *line) {
    if (line->length < line->capacity)
        return true;
    size_t capacity = line->capacity ? 2 * line->capacity : 4096;
    char *text = realloc(line->text, capacity);
    if (!text)
        return false;
    line->text = text;
    line->capacity = capacity;
    return true;
}

LogLineResult log_line_read(FILE *file, LogLine *line) {
    for (line->length = 0;; line->length++) {
        int byte = stream_get(file);
        if (byte == EOF)
            return ferror(file) ? LOG_LINE_FAILED : LOG_LINE_END;
        if (line->length > LOG_LINE_MAX_BYTES)
            return LOG_LINE_TOO_LONG;
        if (!grow(line))
            return LOG_LINE_NO_MEMORY;
        line->text[line->length] = byte == '\n' ? '\0' : (char)byte;
        if (byte == '\n')
            return LOG_LINE_READ;
    }
}

const char *log_line_reason(LogLineResult result) {
    switch (result) {
    case LOG_LINE_TOO_LONG:
        return "the line is longer than 16 MiB";
    case LOG_LINE_NO_MEMORY:
        return "out of memory";
    default:
        return "the line cannot be read";
    }
}

void log_line_free(LogLine *line) {
    free(line->text);
    *line = (LogLine){.text = NULL};
}
