/* error: a one-line error message that says what is wrong, and where. Thread-safe. */
#ifndef MISERE_BASE_ERROR_H
#define MISERE_BASE_ERROR_H

#include <stdbool.h>

enum { ERROR_TEXT_SIZE = 320, QUOTE_SIZE = 48 };

typedef struct {
    char text[ERROR_TEXT_SIZE];
    int context_length; /* private: how much of the text error_wrap has prepended */
    bool is_shortage;   /* see error_mark_shortage */
} Error;

/* All functions that set or change the message return false, so a failing function can end with
 * `return error_set(...)`. Their `error` may be NULL if the caller does not need the message.
 * Control characters, and bytes that are not UTF-8, become '?'. */

/* Sets the message, truncated to fit. */
bool error_set(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prepends a context to the message: "CONTEXT: MESSAGE". If both do not fit, contexts lose their
 * first bytes, because the end of a path is its most useful part, but all contexts together keep at
 * least 100 bytes. The message itself is truncated only if it is longer than the rest. */
bool error_wrap(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Sets "PATH:LINE: REASON", or "PATH: REASON" if `line` is 0. Truncates as error_wrap does. */
bool error_set_at(Error *error, const char *path, long line, const char *reason);

/* Sets "PATH: REASON", where errno gives the reason. */
bool error_set_errno(Error *error, const char *path);

/* Marks the error as a lack of memory, processes, open files or room on disk in this process, for
 * which nobody else is to blame. Setting another error removes the mark. */
bool error_mark_shortage(Error *error);

/* Sets "out of memory", and marks it as a shortage. */
bool error_set_out_of_memory(Error *error);

/* Writes the text in single quotes and returns `quoted`. Of a text of more than 40 bytes only the
 * whole UTF-8 characters in the first 40 are quoted, and "..." after them. NULL is treated as "".
 */
const char *error_quote(char quoted[QUOTE_SIZE], const char *text);

/* error_quote with a buffer of its own, which lasts until the end of the enclosing block: for use
 * in the arguments of the functions above. */
#define QUOTE(text) error_quote((char[QUOTE_SIZE]){""}, text)

#endif
