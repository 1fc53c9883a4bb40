/* terminal: properties of the terminal. Thread-safe, except terminal_is_utf8. */
#ifndef MISERE_BASE_OS_TERMINAL_H
#define MISERE_BASE_OS_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

/* Is the stream a terminal? */
bool terminal_is(FILE *stream);

/* The terminal's height in rows; `fallback` if it is unknown. */
int terminal_rows(FILE *stream, int fallback);

/* The terminal's width in columns; `fallback` if it is unknown. */
int terminal_columns(FILE *stream, int fallback);

/* Does the terminal understand escape sequences that move the cursor and set colours? False if
 * TERM is unset or "dumb", true for any other value. */
bool terminal_has_escapes(void);

typedef enum { TERMINAL_MONOCHROME, TERMINAL_16_COLOURS, TERMINAL_256_COLOURS } TerminalColours;

/* How many colours the terminal has, according to TERM and COLORTERM. Monochrome if NO_COLOR is
 * set and not empty (no-color.org). */
TerminalColours terminal_colours(void);

/* Does the user's locale use UTF-8? Sets the process's LC_CTYPE to that locale, so call this
 * before starting other threads. */
bool terminal_is_utf8(void);

#endif
