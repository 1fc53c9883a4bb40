/* error: one line of text that says what is wrong and where. Any thread. */
#ifndef MISERE_BASE_ERROR_H
#define MISERE_BASE_ERROR_H

#include <stdbool.h>

enum { ERROR_TEXT_SIZE = 256, QUOTE_SIZE = 48 };

typedef struct {
    char text[ERROR_TEXT_SIZE];
} Error;

/* These set the text, cut to fit, with every byte that is not printable ASCII shown as '?'. They
 * always return false, so that a failing function can end in `return error_set(...)`. `error` may
 * be NULL when the caller does not care. */

bool error_set(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts a context before the text that is there: "CONTEXT: TEXT". If there is no room for both, the
 * context keeps its last 100 bytes at least, as the end of a path tells the most, and the text
 * loses its end. */
bool error_wrap(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* "PATH:LINE: REASON", or "PATH: REASON" if `line` is 0. A long path loses its beginning. */
bool error_set_at(Error *error, const char *path, long line, const char *reason);

/* Writes 'TEXT', cut after 40 bytes, and returns `quoted`. NULL is shown as an empty text. */
const char *error_quote(char quoted[QUOTE_SIZE], const char *text);

/* The same for an argument of the functions above; it lives until the end of the block. */
#define QUOTE(text) error_quote((char[QUOTE_SIZE]){""}, text)

#endif
