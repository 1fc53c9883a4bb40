/* lines: reads a stream of arbitrary bytes line by line, in bounded memory. Only one thread at a
 * time may use a LineReader. */
#ifndef MISERE_BASE_LINES_H
#define MISERE_BASE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct {
    FILE *in;
    size_t limit; /* maximum length of a line, in bytes */
    char *text;   /* owned; holds the current line */
    size_t capacity;
    bool has_begun; /* has a line been read? */
} LineReader;

typedef enum {
    LINE_TEXT,     /* a line, without its line break (\n or \r\n) */
    LINE_TOO_LONG, /* a line over the limit, which has been skipped */
    LINE_BINARY,   /* a line with a NUL byte */
    LINE_END,      /* end of input */
    LINE_FAILED,   /* out of memory */
} LineKind;

/* Prepares to read `in`. The caller closes `in` after lines_free. */
void lines_init(LineReader *reader, FILE *in, size_t limit);

/* Frees the buffer; does not close the stream. */
void lines_free(LineReader *reader);

/* Reads the next line; the last one needs no line break, and UTF-8's byte order mark before the
 * first one is skipped. The caller may modify *line, which is valid until the next call. For
 * LINE_TOO_LONG and LINE_BINARY it is empty; for LINE_END and LINE_FAILED, after which nothing can
 * be read, it is not set. */
LineKind lines_read(LineReader *reader, char **line);

#endif
