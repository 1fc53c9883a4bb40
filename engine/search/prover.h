/* prover: looks for forced wins by proof-number search, which follows narrow lines of forced
 * captures much deeper than a search of all half-moves to one depth.
 *
 * Source: Allis, van der Meulen and van den Herik, "Proof-number search", 1994; a new leaf's
 * numbers are the half-moves it has, as in their experiments, times a guess at how far the win is.
 * Provers of several threads that look for the same win, each in a tree of its own, draw a part of
 * the guess by lot: so two find most of what one finds with twice the nodes. */
#ifndef MISERE_PROVER_H
#define MISERE_PROVER_H

#include "question.h"
#include "score.h"

typedef struct Prover Prover;

/* The seed is for the lot; with 0 none is drawn. NULL without memory: up to 24 MB, as its trees
 * come to need them. One thread owns it. */
Prover *prover_new(uint64_t seed);

void prover_free(Prover *prover);

/* Looks for a win of the player to decide at the question's root, until it is told to stop, until
 * `deadline` (by timing_now), or until some `nodes_max` nodes are in the tree; whatever is looked
 * for, the tree's memory is an end, too. Returns how many half-moves the win takes at most and
 * fills in a line that takes as many, or returns 0: none was proven. A position that repeats
 * another counts as no win. Without helpers the same prover finds the same with the same nodes. */
int prover_run(Prover *prover, const Question *question, const Signals *signals, int64_t deadline,
               uint64_t nodes_max, Move line[PLY_MAX]);

/* Takes part in the owner's run, if there is one and the helper has not yet taken part in it: until
 * that ends, or it has nothing more to do. What it finds the run returns. Called by the thread that
 * owns the helper. Returns how many positions it has looked at. */
uint64_t prover_help(Prover *helper, Prover *owner);

/* Positions below the root that were looked at in the last run or help. */
uint64_t prover_nodes(const Prover *prover);

#endif
