/* balance: is a position as good for one player as for the other? */
#ifndef MISERE_BALANCE_H
#define MISERE_BALANCE_H

#include "error.h"
#include "position.h"

#include <stdint.h>

/* Says in *centipawns what a small search of ours (10000 nodes, so always the same) gives the
 * player who decides; a proven win is worth thousands. A turn must begin there, the game go on, and
 * no pass be forced. False without memory. Any thread. */
bool balance_of(const Position *pos, int64_t *centipawns, Error *error);

#endif
