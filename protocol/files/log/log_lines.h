/* log_lines: reads the lines of a log file one after another. One thread at a time may use a
 * LogLine. */
#ifndef MISERE_FILES_LOG_LOG_LINES_H
#define MISERE_FILES_LOG_LOG_LINES_H

#include <stddef.h>
#include <stdio.h>

/* A buffer for a line. Initialise to zeros. */
typedef struct {
    char *text;    /* owned; with a NUL in place of the newline */
    size_t length; /* without the newline */
    size_t capacity;
} LogLine;

typedef enum {
    LOG_LINE_READ,
    LOG_LINE_END,    /* of the file; a last line without a newline is not read */
    LOG_LINE_FAILED, /* the line is longer than any game's, or the file cannot be read */
} LogLineResult;

/* Reads the next line, replacing the previous one. */
LogLineResult log_line_read(FILE *file, LogLine *line);

void log_line_free(LogLine *line);

#endif
