/* output: a stream whose text can be taken at any time, for servers that print on several
 * threads. */
#ifndef MISERE_FUZZ_OUTPUT_H
#define MISERE_FUZZ_OUTPUT_H

#include "base/os/thread.h"

#include <stddef.h>
#include <stdio.h>

/* The struct must not move while it is open. */
typedef struct {
    FILE *stream; /* the stream to print to */
    Mutex mutex;  /* guards the rest */
    Condition printed;
    char *text; /* text that was printed and has not been taken yet; NUL-terminated */
    size_t size, capacity;
} FuzzOutput;

void fuzz_output_open(FuzzOutput *output);
void fuzz_output_close(FuzzOutput *output);

/* Takes the complete lines that have been printed, in which there must be no control characters;
 * the caller frees them. */
char *fuzz_output_take(FuzzOutput *output);

/* Waits until the text, which has not been taken, has this line. */
void fuzz_output_await(FuzzOutput *output, const char *line);

/* Counts the lines that begin with `prefix`. */
int fuzz_count_lines(const char *text, const char *prefix);

/* Finds the first line that begins with `prefix`, and returns what follows `prefix` on that line,
 * which the caller frees; NULL if there is none. */
char *fuzz_find_line(const char *text, const char *prefix);

/* Is `word` one of the text's words, which are separated by single blanks? */
bool fuzz_has_word(const char *text, const char *word);

#endif
