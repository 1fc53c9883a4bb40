/* node_counts: perft and bench, which print numbers of nodes. Both run on a search thread; they end
 * soon after the stop flag is set, and then return false, with the numbers incomplete. */
#ifndef MISERE_UCI_NODE_COUNTS_H
#define MISERE_UCI_NODE_COUNTS_H

#include "search/search_params.h"
#include "server/transcript.h"

/* Prints the number of sequences of `depth` half-moves after each half-move of the root, and in
 * all. */
bool uci_perft(Transcript *out, const Position *root, int depth, const Signals *signals);

/* Prints the number of nodes of each search of the bench to `depth` half-moves, and the speed. */
bool uci_bench(Transcript *out, int depth, const Signals *signals);

#endif
