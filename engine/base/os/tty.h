/* tty: properties of the terminal. Thread-safe, except tty_is_utf8. */
#ifndef MISERE_BASE_OS_TTY_H
#define MISERE_BASE_OS_TTY_H

#include <stdbool.h>
#include <stdio.h>

/* Is the stream a terminal? */
bool tty_is(FILE *stream);

/* The terminal's height in rows; `fallback` if it is unknown. */
int tty_rows(FILE *stream, int fallback);

/* The terminal's width in columns; `fallback` if it is unknown. */
int tty_columns(FILE *stream, int fallback);

/* Does the terminal understand escape sequences that move the cursor and set colours? False if
 * TERM is unset or "dumb", true for any other value. */
bool tty_has_escapes(void);

typedef enum { TTY_MONOCHROME, TTY_16_COLOURS, TTY_256_COLOURS } TtyColours;

/* How many colours the terminal has, according to TERM and COLORTERM. Monochrome if NO_COLOR is
 * set and not empty (no-color.org). */
TtyColours tty_colours(void);

/* Does the user's locale use UTF-8? Sets the process's LC_CTYPE to that locale, so call this
 * before starting other threads. */
bool tty_is_utf8(void);

#endif
