/* perft: counts move sequences, to test move generation and measure its speed. */
#ifndef MISERE_SEARCH_PERFT_H
#define MISERE_SEARCH_PERFT_H

#include "rules/outcome.h"

#include <stdatomic.h>

enum { PERFT_DEPTH_MAX = 100 };

/* The number of sequences of `depth` half-moves, 0 to PERFT_DEPTH_MAX, from this position. A forced
 * pass counts as a half-move; a finished game has no continuation. If *stop becomes true, perft
 * returns soon, and the count is meaningless; `stop` may be NULL. Thread-safe. */
uint64_t perft(const Position *pos, int depth, const atomic_bool *stop);

#endif
