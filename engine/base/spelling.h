/* spelling: which of several names a misspelt word may stand for. Pure and thread-safe. */
#ifndef MISERE_BASE_SPELLING_H
#define MISERE_BASE_SPELLING_H

#include <stddef.h>

/* The name found so far; begin with {.word = WORD}. */
typedef struct {
    const char *word;
    const char *name; /* the nearest of the names offered; NULL: none is near enough */
    size_t distance;  /* of `name` from the word */
} Spelling;

/* Offers a name, which must outlive the Spelling. Near enough is one, ignoring case, that the word
 * is the beginning of (from two letters) or a part of (from four), or that differs from it by one
 * letter added, left out, replaced or exchanged with the next for every three in the word, but at
 * most two. Of equally near ones the first remains. */
void spelling_offer(Spelling *spelling, const char *name);

#endif
