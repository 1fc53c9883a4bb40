/* compact_proof: checks the body of a proof in the compact format of docs/proofs.md with the
 * reference implementation of the rules. */
#ifndef MISERE_REFERENCE_COMPACT_PROOF_H
#define MISERE_REFERENCE_COMPACT_PROOF_H

#include "reference/reference.h"

#include <stdio.h>

/* What the head of the proof says, and then what was found. */
typedef struct {
    RefPosition start;
    RefColour winner;
    uint64_t count; /* of positions */
    int length;     /* half-moves of the longest line */
} CompactProof;

/*
 * Checks the body, which begins at the file's current place, and leaves the file after it. Needs
 * about `megabytes` MB and 3 bytes for each position, and temporary files of 48 bytes for each
 * position and for each half-move to one that was there before. Shows progress on standard error
 * if `name` is not NULL. Returns false if the proof is wrong, with the reason in `why`.
 */
bool compact_proof_check(CompactProof *proof, FILE *in, int megabytes, const char *name, char *why,
                         size_t size);

#endif
