/* error: a one-line error message that says what is wrong, and where. Any thread. */
#ifndef MISERE_BASE_ERROR_H
#define MISERE_BASE_ERROR_H

#include <stdbool.h>

enum { ERROR_TEXT_SIZE = 256, QUOTE_SIZE = 48 };

typedef struct {
    char text[ERROR_TEXT_SIZE];
} Error;

/* The first three functions always return false, so that a failing function can end with
 * `return error_set(...)`. `error` may be NULL if the caller does not need the message. A byte that
 * is not printable ASCII becomes '?'. */

/* Sets the message, truncated to fit. */
bool error_set(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prepends a context to the message: "CONTEXT: MESSAGE". If both do not fit, the message is
 * truncated, and the context keeps at least its last 100 bytes, because the end of a path is its
 * most useful part. */
bool error_wrap(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Sets "PATH:LINE: REASON", or "PATH: REASON" if `line` is 0; truncated as by error_wrap. */
bool error_set_at(Error *error, const char *path, long line, const char *reason);

/* Writes the text in single quotes, truncated to 40 bytes, and returns `quoted`. NULL is treated as
 * "". */
const char *error_quote(char quoted[QUOTE_SIZE], const char *text);

/* error_quote as an expression, for an argument of the functions above. Its buffer lives until the
 * end of the enclosing block. */
#define QUOTE(text) error_quote((char[QUOTE_SIZE]){""}, text)

#endif
