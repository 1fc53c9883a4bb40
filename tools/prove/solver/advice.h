/* advice: which half-move the engine's search prefers in a position whose proof takes long. By
 * proof numbers, half-moves that leave the loser many replies come last, even if they win soonest.
 *
 * The engine is asked again, with more nodes, when a position has cost much more work. The answers
 * are kept in the table of the proof search. One thread at a time may use an Advisor. */
#ifndef MISERE_PROVE_SOLVER_ADVICE_H
#define MISERE_PROVE_SOLVER_ADVICE_H

#include "batch/searcher.h"
#include "prove/solver/proof_table.h"

/* A position that has cost so many nodes is heavy: the engine may be asked. */
enum { HEAVY_WORK = 1000000 };

typedef struct {
    Searcher searcher;
} Advisor;

/* Returns false if out of memory; call advisor_free() in that case, too. */
bool advisor_init(Advisor *advisor);

void advisor_free(Advisor *advisor);

/* The half-move to try first in a position below which `work` nodes have been searched. MOVE_NONE
 * if `work` is too small, or in the middle of a turn. `key` is the position's key in the table.
 * This may take seconds: the engine's search, of up to 3,200,000 nodes, cannot be stopped. */
Move advisor_ask(Advisor *advisor, ProofTable *table, const Position *pos, uint64_t key,
                 uint64_t work);

#endif
