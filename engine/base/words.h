/* words: splits a line into words, and reads numbers. Thread-safe. */
#ifndef MISERE_BASE_WORDS_H
#define MISERE_BASE_WORDS_H

#include <stdbool.h>
#include <stdint.h>

/* Splits off the first word, delimited by spaces and tabs, and moves *text past it. Modifies the
 * text. Returns NULL if no word is left. */
char *words_next(char **text);

/* Reads a number written in decimal digits, and moves *text past it. A number beyond 64 bits
 * becomes INT64_MAX. Returns false if there is no digit. */
bool words_digits(const char **text, int64_t *number);

/* Reads a 64-bit decimal integer, with an optional sign. Returns false if the word, which may be
 * NULL, is anything else. */
bool words_number(const char *word, int64_t *number);

#endif
