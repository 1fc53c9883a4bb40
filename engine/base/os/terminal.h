/* terminal: what a person looks at. Any thread. */
#ifndef MISERE_BASE_OS_TERMINAL_H
#define MISERE_BASE_OS_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

/* Does the stream lead to a terminal, which understands ANSI sequences? */
bool terminal_is(FILE *stream);

/* How many rows the terminal has; `usual` if it does not say. */
int terminal_rows(FILE *stream, int usual);

#endif
