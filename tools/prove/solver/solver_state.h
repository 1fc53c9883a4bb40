/* solver_state: a file with all that an interrupted solver needs to go on. Thread-safe. */
#ifndef MISERE_PROVE_SOLVER_SOLVER_STATE_H
#define MISERE_PROVE_SOLVER_SOLVER_STATE_H

#include "prove/solver/proof_table.h"

/* How far a solver has come. */
typedef struct {
    uint64_t nodes[COLOURS]; /* searched for each player's win */
    uint64_t step;           /* the number up to which each is searched in this step */
    bool is_disproven[COLOURS];
    bool turn; /* false: the player to move is searched; true: the other one */
} SolverState;

/* Replaces the file atomically. On failure sets *error, which names the path, and returns false. */
bool solver_state_save(const char *path, const Position *pos, const SolverState *state,
                       const ProofTable *table, Error *error);

/* Reads a file that was saved for the same position with a table of the same size, into an empty
 * table. On failure sets *error, which names the path, and returns false; the table may then have
 * some entries. */
bool solver_state_load(const char *path, const Position *pos, SolverState *state, ProofTable *table,
                       Error *error);

#endif
