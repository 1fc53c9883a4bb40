/* builtin: simple built-in players, which every engine should beat. Thread-safe. */
#ifndef MISERE_REFEREE_PLAYERS_BUILTIN_H
#define MISERE_REFEREE_PLAYERS_BUILTIN_H

#include "referee/config/config.h"

/* Chooses a turn of the player to move, in a game that is not over:
 *
 *   random     any legal turn
 *   greedy     the turn that maximises the opponent's pieces minus the player's
 *   minimax2   like greedy, but after the opponent's best answer
 *
 * Ties are broken at random with *seed, which is advanced. Returns false if out of memory. */
bool builtin_choose(PlayerKind kind, const Position *pos, uint64_t *seed, Turn *turn);

#endif
