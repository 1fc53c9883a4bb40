/* score: centipawns from the point of view of the player to move (in mind control, the player whose
 * turn it is). Scores beyond +-SCORE_EVAL_MAX are proven wins and losses. */
#ifndef MISERE_EVAL_SCORE_H
#define MISERE_EVAL_SCORE_H

#include <stdbool.h>

typedef int Score;

enum {
    MAX_PLY = 128, /* the maximum depth of a search, in half-moves */
    SCORE_DRAW = 0,
    SCORE_MATE = 32000,      /* a game already won; SCORE_MATE - N: a win in N half-moves */
    SCORE_EVAL_MAX = 30000,  /* the maximum score that is not a proven win */
    SCORE_TABLE_WIN = 31000, /* less the half-moves to it, the score of a position that a table
                                without distances calls won */
    SCORE_INFINITE = 32001,  /* greater than any score */
    /* The minimum score of a proven win. A win in the table may be MAX_PLY half-moves below a node
     * that is itself MAX_PLY half-moves below the root. */
    SCORE_MATE_IN_MAX_PLY = SCORE_MATE - 2 * MAX_PLY,
};

/* The score of a win or loss that is `ply` half-moves from the root. */
static inline Score score_mate_in(int ply) {
    return SCORE_MATE - ply;
}
static inline Score score_mated_in(int ply) {
    return ply - SCORE_MATE;
}

/* Does the score mean a proven win or loss? */
static inline bool score_is_decisive(Score score) {
    return score >= SCORE_MATE_IN_MAX_PLY || score <= -SCORE_MATE_IN_MAX_PLY;
}

#endif
