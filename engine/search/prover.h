/* prover: looks for forced wins by proof-number search, which follows narrow lines of forced
 * captures much deeper than a search of all half-moves to one depth.
 *
 * Source: Allis, van der Meulen and van den Herik, "Proof-number search", 1994; a new leaf's
 * numbers are the half-moves it has, as in their experiments. One thread owns a Prover. */
#ifndef MISERE_PROVER_H
#define MISERE_PROVER_H

#include "question.h"
#include "score.h"

typedef struct Prover Prover;

/* NULL without memory (some 6 MB). */
Prover *prover_new(void);

void prover_free(Prover *prover);

/* Looks for a win of the player to decide at the question's root, until it is told to stop, until
 * `deadline` (by timing_now), or until some `nodes_max` nodes are in the tree; whatever is looked
 * for, the tree's memory is an end, too. Returns how many half-moves the win takes at most and
 * fills in a line that takes as many, or returns 0: none was proven. A position that repeats
 * another counts as no win. */
int prover_run(Prover *prover, const Question *question, const Signals *signals, int64_t deadline,
               uint64_t nodes_max, Move line[PLY_MAX]);

/* Positions below the root that were looked at in the last run. */
uint64_t prover_nodes(const Prover *prover);

#endif
