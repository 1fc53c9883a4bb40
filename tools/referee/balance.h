/* balance: is a position as good for one player as for the other? */
#ifndef MISERE_REFEREE_BALANCE_H
#define MISERE_REFEREE_BALANCE_H

#include "base/error.h"
#include "rules/position.h"

#include <stdint.h>

/* Says in *centipawns what a search of ours of so many nodes (so always the same) gives the player
 * who decides; a proven win is worth thousands. A turn must begin there, the game go on, and no
 * pass be forced. False without memory. Any thread. */
bool balance_of(const Position *pos, uint64_t nodes, int64_t *centipawns, Error *error);

#endif
