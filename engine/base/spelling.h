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

/* Offers a name, which must outlive the Spelling. It is near enough, ignoring case, if
 * - it is at most one edit away for every three letters of the word, and at most two: a letter
 *   added, left out or replaced, or two neighbours exchanged;
 * - or it begins with the word, which has two letters or more;
 * - or it contains the word, which has four letters or more.
 * The nearest name wins; of equally near ones, the first. */
void spelling_offer(Spelling *spelling, const char *name);

#endif
