/* lines: reads commands a line at a time, whatever bytes arrive, in bounded memory.
 * One thread at a time may use a LineReader. */
#ifndef MISERE_BASE_LINES_H
#define MISERE_BASE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    FILE *in;
    size_t limit; /* of a line, in bytes */
    char *text;   /* owned */
    size_t capacity;
} LineReader;

typedef enum {
    LINE_TEXT,     /* a line, without its end (\n or \r\n) */
    LINE_TOO_LONG, /* over the limit; it has been passed over */
    LINE_BINARY,   /* holds a NUL byte */
    LINE_END,      /* end of input, or memory is out */
} LineKind;

/* A reader of `in`, which stays the caller's. */
void lines_init(LineReader *reader, FILE *in, size_t limit);

void lines_free(LineReader *reader);

/* Reads the next line. *line is valid until the next call, and the caller may change it; it is
 * empty if the kind is not LINE_TEXT, and not set at LINE_END. The last line may lack its end. */
LineKind lines_read(LineReader *reader, char **line);

/* Reads a whole number of 64 bits, perhaps with a sign. False if the word, which may be NULL, is
 * something else. */
bool lines_number(const char *word, int64_t *number);

/* Cuts the next word, delimited by spaces and tabs, off *text; NULL if there is none left. */
char *lines_next_word(char **text);

#endif
