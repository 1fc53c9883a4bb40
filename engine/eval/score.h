/* score: what a search result means. In centipawns for the player to decide, with wins on top. */
#ifndef MISERE_EVAL_SCORE_H
#define MISERE_EVAL_SCORE_H

#include <stdbool.h>

typedef int Score;

enum {
    MAX_PLY = 128, /* the deepest half-move that is looked at */
    SCORE_DRAW = 0,
    SCORE_MATE = 32000, /* a game won right here; less one for each half-move before it */
    SCORE_MATE_IN_MAX_PLY = SCORE_MATE - 2 * MAX_PLY, /* from here on up a win is proven */
    SCORE_EVAL_MAX = 30000, /* what is not proven is worth no more than this */
    SCORE_INFINITE = 32001,
};

static inline Score score_mate_in(int ply) {
    return SCORE_MATE - ply;
}
static inline Score score_mated_in(int ply) {
    return ply - SCORE_MATE;
}
static inline bool score_is_decisive(Score score) {
    return score >= SCORE_MATE_IN_MAX_PLY || score <= -SCORE_MATE_IN_MAX_PLY;
}

#endif
