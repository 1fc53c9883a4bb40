/* words: cuts a line into words, and reads numbers. Any thread. */
#ifndef MISERE_BASE_WORDS_H
#define MISERE_BASE_WORDS_H

#include <stdbool.h>
#include <stdint.h>

/* Cuts the first word, delimited by spaces and tabs, off *text and moves *text past it. Writes into
 * the text. Returns NULL if no word is left. */
char *words_next(char **text);

/* Reads a decimal integer of 64 bits, with an optional sign. Returns false if the word, which may
 * be NULL, is anything else. */
bool words_number(const char *word, int64_t *number);

#endif
