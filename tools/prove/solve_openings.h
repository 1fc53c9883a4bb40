/* solve_openings: decides a ruleset's openings of up to two half-moves. Not thread-safe. */
#ifndef MISERE_PROVE_SOLVE_OPENINGS_H
#define MISERE_PROVE_SOLVE_OPENINGS_H

#include "prove/opening_table.h"

typedef struct {
    const Ruleset *rules;
    const char *folder;
    uint64_t nodes;         /* to search for each player's win of each opening, and up to 64 times
                               as many for that of the player whom the engine prefers */
    int megabytes, threads; /* see ProofSolverOptions */
} OpeningsOptions;

/* Decides each opening, and writes to the folder
 *     RULESET.tsv                   the table (see opening_table.h), after each opening
 *     RULESET/FIRST-REPLY.mpf       the compact proof of each that is decided; FIRST.mpf and
 *                                   start.mpf without reply or first half-move
 *     RULESET.svg                   the picture, at the end
 * The positions of all these proofs are leaves of later ones. What they prove is kept, whoever made
 * them. An opening that the table calls open is not tried again with as many nodes, but with a 64th
 * of them if more has been proven since. A table is refused if it has a result without a proof of
 * exactly that. Shows progress on standard error. On failure sets *error and returns
 * false. */
bool solve_openings(const OpeningsOptions *options, Error *error);

#endif
