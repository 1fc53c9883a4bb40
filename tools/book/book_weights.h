/* book_weights: computes the weights of a book's half-moves from their results. Thread-safe. */
#ifndef MISERE_BOOK_BOOK_WEIGHTS_H
#define MISERE_BOOK_BOOK_WEIGHTS_H

#include "book/book.h"

typedef struct {
    uint32_t min_games;
    int min_score; /* percent */
} WeightParams;

/* A cautious estimate of the score, 0 to 1: the lower bound of the Wilson score interval of two
 * standard errors (Wilson, 1927). A win is 2 points; `games` is 1 or more. */
double weight_wilson_bound(uint64_t points, uint32_t games);

/* A BookWeighting; *context is a WeightParams. The weight of a half-move is 1000 times the fourth
 * power of the ratio of its Wilson bound to the position's best one. It is 0 if that ratio is below
 * 0.8, or if the half-move has fewer games or a lower score than the parameters require. */
void weight_by_score(const void *context, BookEntry *entries, size_t count);

#endif
