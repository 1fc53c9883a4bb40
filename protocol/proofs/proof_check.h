/* proof_check: checks a proof in the format of docs/proofs.md with the engine's rules. The tests
 * have a second checker, with the reference implementation. Thread-safe. */
#ifndef MISERE_PROOFS_PROOF_CHECK_H
#define MISERE_PROOFS_PROOF_CHECK_H

#include "rules/position.h"

typedef struct {
    Position start;
    Colour winner;
    int positions;
    int length; /* half-moves of the longest line */
} CheckedProof;

/* Reads the five lines of a proof's head, with this version and at most so many positions. Returns
 * what follows them; if they are wrong, sets *error to "line N: REASON" and returns NULL. */
const char *proof_check_head(const char *text, int version, int positions_max, CheckedProof *proof,
                             Error *error);

/* Checks the proof that a NUL-terminated text begins with. Returns what follows it, "" at the end
 * of the text. If it is wrong, sets *error to "line N: REASON" and returns NULL. Needs some 200
 * bytes for each position that the proof has. */
const char *proof_check(const char *text, CheckedProof *proof, Error *error);

#endif
