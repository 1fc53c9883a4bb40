/* builtin: simple built-in players, which every engine should beat. Pure; any thread. */
#ifndef MISERE_REFEREE_PLAYERS_BUILTIN_H
#define MISERE_REFEREE_PLAYERS_BUILTIN_H

#include "referee/config/config.h"

/* Chooses a turn of the player to move, in a game that is not over:
 *
 *   random     any legal turn
 *   greedy     the turn with the best material balance after it: more opponent's pieces than own
 *   minimax2   the same, after the opponent's best answer
 *
 * Among equally good turns one is chosen at random, by *seed, which is advanced. Returns false if
 * memory is out. */
bool builtin_choose(PlayerKind kind, const Position *pos, uint64_t *seed, Turn *turn);

#endif
