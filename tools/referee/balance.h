/* balance: how far a position favours one player. */
#ifndef MISERE_REFEREE_BALANCE_H
#define MISERE_REFEREE_BALANCE_H

#include "base/error.h"
#include "search/search.h"

#include <stdint.h>

/* Sets *centipawns to the score of a search of `nodes` nodes, from the point of view of the player
 * to move (in mind control: the player whose turn it is); a proven win is thousands of centipawns.
 * The search is single-threaded, so its score is reproducible. The position must be at the start of
 * a turn, with the game not over and no pass forced. Returns false, and sets *error, if out of
 * memory or if signals->stop is set before the end of the search. Thread-safe. */
bool balance_of(const Position *pos, uint64_t nodes, const Signals *signals, int64_t *centipawns,
                Error *error);

#endif
