/* perft: counting the ways a game may go on, to check move generation and time it. */
#ifndef MISERE_SEARCH_PERFT_H
#define MISERE_SEARCH_PERFT_H

#include "rules/outcome.h"

#include <stdatomic.h>

enum { PERFT_DEPTH_MAX = 100 };

/* How many sequences of `depth` half-moves there are from here: a forced pass is one half-move, a
 * finished game has none. When *stop (which may be NULL) becomes true it returns soon, with a
 * count that means nothing. 0 <= depth <= PERFT_DEPTH_MAX. Any thread. */
uint64_t perft(const Position *pos, int depth, const atomic_bool *stop);

#endif
