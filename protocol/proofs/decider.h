/* decider: finds out which player can force a win in a position, and the proof. The result depends
 * only on the position and the limit of nodes. Not thread-safe. */
#ifndef MISERE_PROOFS_DECIDER_H
#define MISERE_PROOFS_DECIDER_H

#include "proofs/graph.h"

typedef struct Decider Decider;

typedef enum {
    DECISION_NONE, /* no win was found */
    DECISION_WIN,
    DECISION_FIFTY, /* a win was found, but in a line of its proof the fifty-move rule may draw the
                       game */
    DECISION_NO_MEMORY,
    DECISION_STOPPED, /* the search was stopped; decider_run never is */
} DecisionResult;

typedef struct {
    DecisionResult result;
    Colour winner;           /* valid with DECISION_WIN */
    const ProofGraph *graph; /* the proof, numbered; valid with DECISION_WIN, until the next call */
    uint64_t nodes;          /* nodes that were searched */
} Decision;

/* `nodes_max` is the greatest number of nodes for each player's win, 1 to PROVER_CAPACITY_MAX. The
 * caller frees the decider; NULL if out of memory. */
Decider *decider_new(uint64_t nodes_max);

/* NULL is allowed. */
void decider_free(Decider *decider);

/* Looks for a forced win of either player in a position in which a turn begins and the game is not
 * over, in steps: each has four times as many nodes as the one before, for one player after the
 * other. Draws count: the fifty-move rule and insufficient material. A win that the fifty-move rule
 * may draw is returned only if no later step finds another win. */
Decision decider_run(Decider *decider, const Position *pos);

#endif
