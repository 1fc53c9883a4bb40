/* solver: answers questions about forced wins by proof-number search. An answer depends only on the
 * question. Not thread-safe. */
#ifndef MISERE_BATCH_SOLVER_H
#define MISERE_BATCH_SOLVER_H

#include "search/proof/prover.h"

typedef enum {
    VERDICT_UNKNOWN,
    VERDICT_WIN,    /* proven: the player to move can force a win */
    VERDICT_NO_WIN, /* proven: the player to move cannot force a win */
} Verdict;

typedef struct {
    const Position *pos;   /* a turn begins here, and the game is not over */
    bool tournament_draws; /* do the tournament's draws apply? */
    const Turn *turns;     /* the win must begin with one of these */
    int turn_count;        /* 0: it may begin with any turn */
    int length;            /* the win must take at most this many turns of both players; 0: any */
    uint64_t nodes;        /* the search gives up after about this many */
} Question;

/* Asks whether the player to move can force a win. If so, sets *first to the turn that begins it.
 * Wins that take more than MAX_PLY - 1 half-moves are ignored. */
Verdict solver_ask(Prover *prover, const Question *question, Turn *first);

/* Does this turn force a win? Spends about `nodes` on a proof that the opponent wins after it, and
 * if there is none, as many on the question itself. */
Verdict solver_judge_turn(Prover *prover, const Position *pos, Turn turn, uint64_t nodes);

#endif
