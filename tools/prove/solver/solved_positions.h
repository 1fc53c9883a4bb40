/* solved_positions: the positions of earlier proofs, by their repetition keys. Looking up is
 * thread-safe once all proofs are loaded. */
#ifndef MISERE_PROVE_SOLVER_SOLVED_POSITIONS_H
#define MISERE_PROVE_SOLVER_SOLVED_POSITIONS_H

#include "proofs/proof_check.h"

typedef struct {
    uint64_t key;
    uint16_t height; /* half-moves of the longest line of its proof */
    uint8_t quiet;   /* half-moves before the half-move clock is reset, at most */
    uint8_t winner;  /* a Colour */
} SolvedPosition;

/* Initialise to zeros. */
typedef struct {
    SolvedPosition *slots; /* height 0: empty */
    uint64_t slot_count, count;
    bool out_of_memory;
} SolvedPositions;

void solved_positions_free(SolvedPositions *solved);

/* Adds the positions of a file of compact proofs that are of this ruleset. If there is only one
 * proof in the file, *only says what it proves; otherwise only->positions is 0. `only` may be NULL.
 * On failure sets *error, which names the path, and returns false. */
bool solved_positions_load(SolvedPositions *solved, const char *path, const Ruleset *rules,
                           CheckedProof *only, Error *error);

/* NULL if the position is not there. */
const SolvedPosition *solved_positions_find(const SolvedPositions *solved, uint64_t key);

#endif
