/* extract: finds the proof of a proven position in a solver's table. Not thread-safe. */
#ifndef MISERE_PROVE_SOLVER_EXTRACT_H
#define MISERE_PROVE_SOLVER_EXTRACT_H

#include "proofs/graph.h"
#include "prove/solver/df_pn.h"

/* Adds the proof of a position that the search has proven to the graph. What the table has lost is
 * searched again. Returns false if out of memory, or if the table is wrong: two positions may have
 * had the same key. */
bool extract_proof(ProofGraph *graph, DfPn *searcher, Colour attacker, const Position *pos);

#endif
