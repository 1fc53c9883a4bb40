/* point_weights: weights of a book's half-moves for tests. */
#ifndef MISERE_UNIT_POINT_WEIGHTS_H
#define MISERE_UNIT_POINT_WEIGHTS_H

#include "book/book.h"

/* A BookWeighting that makes weights from points. *context is a uint32_t, the minimum number of
 * games: entries with fewer get weight 0. The weight of each other entry is its points, scaled down
 * if any of them exceed BOOK_WEIGHT_MAX. */
static inline void book_weigh_points(const void *context, BookEntry *entries, size_t count) {
    uint32_t min_games = *(const uint32_t *)context;
    uint64_t max_points = BOOK_WEIGHT_MAX;
    for (size_t i = 0; i < count; i++)
        if (entries[i].games >= min_games && entries[i].points > max_points)
            max_points = entries[i].points;
    for (size_t i = 0; i < count; i++) {
        uint64_t points = entries[i].games >= min_games ? entries[i].points : 0;
        uint64_t weight = points * BOOK_WEIGHT_MAX / max_points;
        entries[i].weight = (uint16_t)(weight == 0 && points > 0 ? 1 : weight);
    }
}

#endif
