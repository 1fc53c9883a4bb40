/* word_wrap: a stream that breaks its lines between words, for a terminal. Only one thread at a
 * time may use it. */
#ifndef MISERE_CONSOLE_WORD_WRAP_H
#define MISERE_CONSOLE_WORD_WRAP_H

#include <stdio.h>

/* The members are private. */
typedef struct {
    FILE *out;
    int column;      /* where the line written so far ends */
    char text[8192]; /* what has been written since the last flush, so that words arrive whole */
} WordWrap;

/* Returns a stream that writes to `out`, with a line break instead of the blanks before each word
 * that would reach beyond the terminal's last column; a word wider than the terminal has a line of
 * its own. Escape sequences have no width, other characters of UTF-8 one column. Whoever else
 * writes to the terminal must flush the stream first; what is flushed ends a word. The width is
 * that of `out` (80 if it is unknown). The caller closes the stream;
 * `wrap` and `out` must outlive it. NULL if out of memory. */
FILE *word_wrap_open(WordWrap *wrap, FILE *out);

#endif
