/* proof_solver: finds out which player can force a win in a position, and the proof, in bounded
 * memory and with any number of threads. One thread at a time may use a ProofSolver. */
#ifndef MISERE_PROVE_SOLVER_PROOF_SOLVER_H
#define MISERE_PROVE_SOLVER_PROOF_SOLVER_H

#include "proofs/decider.h"
#include "prove/solver/solved_positions.h"

enum { SOLVER_MEGABYTES_MAX = 1 << 18, SOLVER_THREADS_MAX = 64 };

#define SOLVER_NODES_MAX UINT64_C(1000000000000000)

typedef struct {
    const Ruleset *rules;
    int megabytes; /* the size of the table, 1 to SOLVER_MEGABYTES_MAX; the proof comes on top */
    int threads;   /* 1 to SOLVER_THREADS_MAX */
    uint64_t nodes_max[COLOURS]; /* about the most nodes for each player's win, to SOLVER_NODES_MAX;
                                    0: it is not looked for */
    const SolvedPositions *solved; /* positions whose winner is known, or NULL; must stay valid */
} ProofSolverOptions;

typedef struct ProofSolver ProofSolver;

/* Called after each epoch, a 64th of the nodes so far, but at least 130,000 and at most 4 million.
 * Returns whether to go on. It may call proof_solver_save and the functions that are listed for use
 * during proof_solver_decide. */
typedef bool ProofSolverTick(void *context, ProofSolver *solver);

/* The caller frees it. NULL if out of memory. */
ProofSolver *proof_solver_new(const ProofSolverOptions *options);

/* NULL is allowed. */
void proof_solver_free(ProofSolver *solver);

/* Forgets all positions, so that another one can be decided, with other limits. */
void proof_solver_clear(ProofSolver *solver, const uint64_t nodes_max[COLOURS]);

/* Looks for a forced win of either player in a position in which a turn begins and the game is not
 * over: in steps, each until four times as many nodes were searched for a player's win as in the
 * one before, for one player after the other. The tournament draws count. With one thread the
 * result depends only on the position and the options. `tick` may be NULL. */
Decision proof_solver_decide(ProofSolver *solver, const Position *pos, ProofSolverTick *tick,
                             void *context);

/* Writes to a file all that proof_solver_decide needs to go on, and reads it, so that the next call
 * of proof_solver_decide with the same position does so. With one thread the result is then that of
 * a call that was not interrupted. The file is replaced atomically. On failure they set *error and
 * return false, and the solver is as new. */
bool proof_solver_save(const ProofSolver *solver, const char *path, Error *error);
bool proof_solver_load(ProofSolver *solver, const char *path, const Position *pos, Error *error);

/* --- during proof_solver_decide --- */

/* The nodes searched so far, also before proof_solver_load. */
uint64_t proof_solver_nodes(const ProofSolver *solver);

/* The share of the table that is used, 0 to 1. */
double proof_solver_fill(const ProofSolver *solver);

enum { SOLVER_TEXT_SIZE = 256 };

/* Writes whose win is looked for, how many of the loser's first half-moves have been proven to lose
 * and what is open: the line in which the winner plays what seems best and the loser what seems
 * hardest. */
void proof_solver_describe(ProofSolver *solver, char text[SOLVER_TEXT_SIZE]);

#endif
