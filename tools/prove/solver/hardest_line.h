/* hardest_line: what a solver's table says about an open position. Not thread-safe. */
#ifndef MISERE_PROVE_SOLVER_HARDEST_LINE_H
#define MISERE_PROVE_SOLVER_HARDEST_LINE_H

#include "prove/solver/df_pn.h"

/* See proof_solver_describe. */
void hardest_line_describe(DfPn *searcher, const Position *root, Colour attacker, char *text,
                           size_t size);

#endif
