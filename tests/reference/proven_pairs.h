/* proven_pairs: which pairs of first half-moves, White's and Black's, are decided by proofs, as a
 * table. It uses the reference implementation alone. */
#ifndef MISERE_REFERENCE_PROVEN_PAIRS_H
#define MISERE_REFERENCE_PROVEN_PAIRS_H

#include "reference/reference.h"

#include <stdio.h>

typedef struct ProvenPairs ProvenPairs;

/* What a proof proves. */
typedef struct {
    const char *fen; /* the text in the proof */
    RefColour winner;
    long positions;
    int length; /* half-moves of the longest line */
} ProvenClaim;

/* Lists the pairs of a ruleset. The caller frees them. NULL if the ruleset is unknown, or if
 * out of memory. */
ProvenPairs *proven_pairs_new(const char *ruleset);

/* NULL is allowed. */
void proven_pairs_free(ProvenPairs *proven);

/* Adds a proven claim. Its FEN must be, character by character, that of the position after one of
 * the ruleset's pairs, and no other claim may have been added for that pair. Returns NULL, or why
 * it was refused. */
const char *proven_pairs_enter(ProvenPairs *proven, const char *ruleset, const ProvenClaim *claim);

/* Prints a line with the names of the columns, and one for each pair, sorted by its half-moves. */
void proven_pairs_print(const ProvenPairs *proven, FILE *out);

#endif
