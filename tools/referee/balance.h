/* balance: how far a position favours one player. */
#ifndef MISERE_REFEREE_BALANCE_H
#define MISERE_REFEREE_BALANCE_H

#include "base/error.h"
#include "rules/position.h"

#include <stdint.h>

/* Sets *centipawns to the score of a search with that many nodes, for the player to decide; a
 * proven win is worth thousands. The search is single-threaded, so its score is always the same. A
 * turn must begin at the position, the game must not be over there, and no pass forced. False if
 * out of memory. Any thread. */
bool balance_of(const Position *pos, uint64_t nodes, int64_t *centipawns, Error *error);

#endif
