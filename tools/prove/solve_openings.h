/* solve_openings: decides a ruleset's pairs of first half-moves. Not thread-safe. */
#ifndef MISERE_PROVE_SOLVE_OPENINGS_H
#define MISERE_PROVE_SOLVE_OPENINGS_H

#include "prove/pairs.h"

/* Decides each pair with `nodes_max` nodes for each player, and writes to the folder
 *     RULESET.tsv                   the table (see pairs.h), after each pair
 *     RULESET/FIRST-REPLY.txt       the certificate of each decided pair
 *     RULESET.svg                   the picture, at the end
 * Pairs that the table has are kept: those that are decided, and those that were searched with as
 * many nodes. But a table in which a pair is decided without the certificate of just that is
 * refused. Shows progress on standard error. On failure sets *error and returns false. */
bool solve_openings(const char *folder, const Ruleset *rules, uint64_t nodes_max, Error *error);

#endif
