/* evaluate: what a position is worth, looked at without searching. */
#ifndef MISERE_EVAL_EVALUATE_H
#define MISERE_EVAL_EVALUATE_H

#include "eval/network.h"

/* The network of a family that is built in. */
const Network *evaluate_builtin_network(Family family);

/* The worth of a position in which the game goes on, for the player to decide: at most
 * SCORE_EVAL_MAX either way. It depends on network and position alone; `accumulator` is the
 * thread's. */
Score evaluate(const Network *network, Accumulator *accumulator, const Position *pos);

#endif
