/* score: centipawns for the player to decide; beyond SCORE_EVAL_MAX, proven wins and losses. */
#ifndef MISERE_EVAL_SCORE_H
#define MISERE_EVAL_SCORE_H

#include <stdbool.h>

typedef int Score;

enum {
    MAX_PLY = 128, /* no search goes deeper, in half-moves */
    SCORE_DRAW = 0,
    SCORE_MATE = 32000,     /* a win on the board; 1 less for each half-move until then */
    SCORE_EVAL_MAX = 30000, /* the greatest score that is not proven */
    SCORE_INFINITE = 32001, /* beyond all scores */
    /* The least score of a proven win: one in the table may be MAX_PLY half-moves below a node that
     * is itself MAX_PLY below the root. */
    SCORE_MATE_IN_MAX_PLY = SCORE_MATE - 2 * MAX_PLY,
};

/* A proven win or loss, `ply` half-moves from the root. */
static inline Score score_mate_in(int ply) {
    return SCORE_MATE - ply;
}
static inline Score score_mated_in(int ply) {
    return ply - SCORE_MATE;
}

/* Is the score a proven win or loss? */
static inline bool score_is_decisive(Score score) {
    return score >= SCORE_MATE_IN_MAX_PLY || score <= -SCORE_MATE_IN_MAX_PLY;
}

#endif
