/* terminal: properties of the terminal. Thread-safe. */
#ifndef MISERE_BASE_OS_TERMINAL_H
#define MISERE_BASE_OS_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

/* Is the stream a terminal? Terminals are assumed to understand ANSI escape sequences. */
bool terminal_is(FILE *stream);

/* The terminal's height in rows; `fallback` if it is unknown. */
int terminal_rows(FILE *stream, int fallback);

#endif
