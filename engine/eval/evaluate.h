/* evaluate: the static evaluation of a position. */
#ifndef MISERE_EVAL_EVALUATE_H
#define MISERE_EVAL_EVALUATE_H

#include "eval/network.h"

/* The built-in network of a family. Thread-safe. */
const Network *evaluate_builtin_network(Family family);

/* Evaluates a position in which the game is not over: centipawns from the point of view of the
 * player to move, between -SCORE_EVAL_MAX and SCORE_EVAL_MAX. The result depends only on the
 * network and the position. The accumulator only saves time; each thread has its own. */
Score evaluate(const Network *network, Accumulator *accumulator, const Position *pos);

#endif
