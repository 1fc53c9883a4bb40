/* builtin: the primitive players that every engine should beat. Pure; any thread. */
#ifndef MISERE_REFEREE_PLAYERS_BUILTIN_H
#define MISERE_REFEREE_PLAYERS_BUILTIN_H

#include "referee/contest/contest.h"

/* Chooses a turn where one begins and the game goes on:
 *
 *   random     any legal turn
 *   greedy     the turn after which it has most got rid of its pieces, and kept the other's
 *   minimax2   the same, two turns on: after the other player's best answer
 *
 * Turns of equal worth are drawn by lot from *seed. False without memory. */
bool builtin_choose(PlayerKind kind, const Position *pos, uint64_t *seed, Turn *turn);

#endif
