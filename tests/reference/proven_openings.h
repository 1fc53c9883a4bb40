/* proven_openings: who wins the initial position and those after each first half-move and each
 * reply, as far as proofs decide it, as a table. It uses the reference implementation alone. */
#ifndef MISERE_REFERENCE_PROVEN_OPENINGS_H
#define MISERE_REFERENCE_PROVEN_OPENINGS_H

#include "reference/reference.h"

#include <stdio.h>

typedef struct ProvenOpenings ProvenOpenings;

/* What a proof proves. */
typedef struct {
    const char *fen; /* the text in the proof */
    RefColour winner;
    long positions;
    int length; /* half-moves of the longest line */
} ProvenClaim;

/* Lists the openings of a ruleset: those in which a turn begins and the game is not over. The
 * caller frees them. NULL if the ruleset is unknown, or if out of memory. */
ProvenOpenings *proven_openings_new(const char *ruleset);

/* NULL is allowed. */
void proven_openings_free(ProvenOpenings *proven);

/* Adds a proven claim. Its FEN must be, character by character, that of one of the
 * openings, and no other claim may have been added for it. Returns NULL, or why
 * it was refused. */
const char *proven_openings_enter(ProvenOpenings *proven, const char *ruleset,
                                  const ProvenClaim *claim);

/* Prints a line with the names of the columns, and one for each opening, sorted by its half-moves.
 */
void proven_openings_print(const ProvenOpenings *proven, FILE *out);

#endif
