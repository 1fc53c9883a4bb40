/* error: one line of text that says what is wrong and where. */
#ifndef MISERE_BASE_ERROR_H
#define MISERE_BASE_ERROR_H

#include <stdbool.h>

enum { ERROR_TEXT_SIZE = 256 };

typedef struct {
    char text[ERROR_TEXT_SIZE];
} Error;

/* Formats the text, cut to fit, with every byte that is not printable ASCII shown as '?'.
 * Always returns false, so that a failing function can end in `return error_set(...)`.
 * `error` may be NULL when the caller does not care. Any thread. */
bool error_set(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
