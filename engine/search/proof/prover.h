/* prover: looks for forced wins by proof-number search, which follows narrow lines of forced
 * captures much deeper than a search of all half-moves to one depth.
 *
 * Threads grow one tree together: each takes the part that seems to matter most for itself alone,
 * and gives it back once its numbers have changed. (Two threads of 20000 nodes prove 425 to 449 of
 * 2506 positions from games won, one of 40000 nodes 428, one of 20000 264.)
 *
 * Source: for the parts, Saito, Winands and van den Herik, "Randomized parallel proof-number
 * search", 2010; for keeping threads apart, Kaneko, "Parallel depth first proof number search",
 * 2010. */
#ifndef MISERE_SEARCH_PROOF_PROVER_H
#define MISERE_SEARCH_PROOF_PROVER_H

#include "base/os/clock.h"
#include "eval/score.h"
#include "search/params/search_params.h"
#include "search/smp/signals.h"

typedef struct Prover Prover;

/* NULL without memory: up to 28 MB, as its trees come to need them. */
Prover *prover_new(void);

void prover_free(Prover *prover);

/* Looks for a win of the player to decide at the root, until it is told to stop, until
 * `deadline` (by clock_now_us), or until this thread has looked at some `nodes_max` positions;
 * whatever is looked for, the tree's memory is an end, too. Returns how many half-moves the win
 * takes at most and fills in a line that takes as many, or returns 0: none was proven. A position
 * that repeats another counts as no win. Without help the same prover finds the same with the same
 * nodes. One thread at a time. */
int prover_run(Prover *prover, const SearchParams *params, const Signals *signals, int64_t deadline,
               uint64_t nodes_max, Move line[MAX_PLY]);

/* Takes part in another thread's run, if there is one, until that ends or this thread has looked at
 * some `nodes_max` positions. Returns at how many it has. Any thread. */
uint64_t prover_help(Prover *prover, uint64_t nodes_max);

/* Positions that the thread of the last run has looked at in it. */
uint64_t prover_nodes(const Prover *prover);

#endif
