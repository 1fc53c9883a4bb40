/* weights: how often a book should play what was played. Pure; any thread. */
#ifndef MISERE_BOOK_WEIGHTS_H
#define MISERE_BOOK_WEIGHTS_H

#include "knowledge/book.h"

typedef struct {
    uint32_t min_games;
    int min_score; /* percent */
} WeightParams;

/* The score, 0..1, that is certain enough after so many games and points (2 for a win): the lower
 * end of Wilson's interval of two standard errors (Wilson, 1927). `games` is not 0. */
double weight_wilson_bound(uint64_t points, uint32_t games);

/* For book_builder_make; *context is a WeightParams. A half-move weighs nothing if it was played or
 * scored less than the rule asks, or if its lower bound is below four fifths of the best one's
 * in the position. Others weigh 1000 times the fourth power of their part of the best. */
void weight_by_score(const void *context, BookEntry *entries, size_t count);

#endif
