/* log_lines: reads the lines of a log file one after another. One thread at a time may use a
 * LogLine. */
#ifndef MISERE_FILES_LOG_LOG_LINES_H
#define MISERE_FILES_LOG_LOG_LINES_H

#include <stddef.h>
#include <stdio.h>

/* A buffer for a line. Initialise to zeros. */
typedef struct {
    char *text;    /* the line, with a NUL instead of its newline; owned */
    size_t length; /* without the newline */
    size_t capacity;
} LogLine;

typedef enum {
    LOG_LINE_READ,
    LOG_LINE_END, /* the end of the file; a last line without a newline is not read */
    LOG_LINE_TOO_LONG,
    LOG_LINE_NO_MEMORY,
    LOG_LINE_FAILED, /* the file cannot be read */
} LogLineResult;

/* The maximum length of a line: far more than 100,000 turns of some 60 bytes need. */
enum { LOG_LINE_MAX_BYTES = 16 * 1024 * 1024 };

/* Reads the next line, replacing the previous one. After results other than LOG_LINE_READ nothing
 * more can be read. */
LogLineResult log_line_read(FILE *file, LogLine *line);

/* The error message for a result other than LOG_LINE_READ and LOG_LINE_END. */
const char *log_line_reason(LogLineResult result);

void log_line_free(LogLine *line);

#endif
