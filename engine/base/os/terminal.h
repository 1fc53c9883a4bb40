/* terminal: properties of the terminal. Thread-safe, except terminal_is_utf8. */
#ifndef MISERE_BASE_OS_TERMINAL_H
#define MISERE_BASE_OS_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

/* Is the stream a terminal? Terminals are assumed to understand ANSI escape sequences. */
bool terminal_is(FILE *stream);

/* The terminal's height in rows; `fallback` if it is unknown. */
int terminal_rows(FILE *stream, int fallback);

/* May a program move the cursor and use colours on terminals of this kind? Not if TERM is unset or
 * "dumb". */
bool terminal_has_escapes(void);

typedef enum { TERMINAL_MONOCHROME, TERMINAL_16_COLOURS, TERMINAL_256_COLOURS } TerminalColours;

/* The colours of the terminal that the user's environment describes. Monochrome if NO_COLOR is set
 * and not empty (no-color.org). */
TerminalColours terminal_colours(void);

/* Does the user's locale use UTF-8? Adopts the locale's character set for the process: call in the
 * main thread, before it starts others. */
bool terminal_is_utf8(void);

#endif
