/* builtin: the primitive players that every engine should beat. Pure; any thread. */
#ifndef MISERE_REFEREE_PLAYERS_BUILTIN_H
#define MISERE_REFEREE_PLAYERS_BUILTIN_H

#include "referee/config/config.h"

/* Chooses a turn where one begins and the game goes on:
 *
 *   random     any legal turn
 *   greedy     the turn after which it has most got rid of its pieces, and kept the other's
 *   minimax2   the same, two turns on: after the other player's best answer
 *
 * Turns of equal value are chosen at random from *seed. False without memory. */
bool builtin_choose(PlayerKind kind, const Position *pos, uint64_t *seed, Turn *turn);

#endif
