/* log_lines: the lines of a log file, one after another. One thread at a time may use a LogLine. */
#ifndef MISERE_FILES_LOG_LOG_LINES_H
#define MISERE_FILES_LOG_LOG_LINES_H

#include <stddef.h>
#include <stdio.h>

/* A buffer for lines; all zero at first. */
typedef struct {
    char *text;    /* owned; with a NUL in place of the newline */
    size_t length; /* without the newline */
    size_t capacity;
} LogLine;

typedef enum {
    LOG_LINE_READ,
    LOG_LINE_END,    /* of the file; a last line without a newline is not read */
    LOG_LINE_FAILED, /* longer than any game makes it, or the file cannot be read */
} LogLineResult;

/* Reads the next line, in place of the one before. */
LogLineResult log_line_read(FILE *file, LogLine *line);

void log_line_free(LogLine *line);

#endif
