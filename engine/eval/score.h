/* score: what a search result means. In centipawns for the player to decide, with wins on top. */
#ifndef MISERE_EVAL_SCORE_H
#define MISERE_EVAL_SCORE_H

#include <stdbool.h>

typedef int Score;

enum {
    PLY_MAX = 128, /* the deepest half-move that is looked at */
    SCORE_DRAW = 0,
    SCORE_WIN = 32000, /* a game won right here; less one for each half-move before it */
    SCORE_SURE = SCORE_WIN - 2 * PLY_MAX, /* from here on up a win is proven */
    SCORE_GUESS_MAX = 30000,              /* what is not proven is worth no more than this */
    SCORE_INFINITE = 32001,
};

static inline Score score_win_in(int ply) {
    return SCORE_WIN - ply;
}
static inline Score score_loss_in(int ply) {
    return ply - SCORE_WIN;
}
static inline bool score_is_decided(Score score) {
    return score >= SCORE_SURE || score <= -SCORE_SURE;
}

#endif
