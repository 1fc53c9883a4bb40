#include "wdl.h"

#include <math.h>

/* The chance to win is logistic in score less margin, the chance to lose in the same from the other
 * side, and a draw is what remains. */
typedef struct {
    double scale;  /* centipawns by which odds grow e-fold */
    double margin; /* centipawns that it takes to win as often as not */
} Shape;

/* Most likely for the scores and results of 100 games of each family that the engine played with
 * itself, 2000 nodes a turn, eight half-moves by lot first; games of more than 300 turns counted as
 * drawn. That was before the engine had networks. */
static const Shape SHAPES[FAMILIES] = {
    [FAMILY_MATE_LOSES] = {110, 60},
    [FAMILY_MATE_WINS] = {150, 200},
    [FAMILY_ANTIKING] = {140, 0},
    [FAMILY_MIND_CONTROL] = {60, 150},
};

static int chance(const Shape *shape, Score score) {
    return (int)lround(1000 / (1 + exp((shape->margin - score) / shape->scale)));
}

Wdl wdl_of(Family family, Score score) {
    if (score_is_decided(score))
        return score > 0 ? (Wdl){.win = 1000} : (Wdl){.loss = 1000};
    const Shape *shape = &SHAPES[family];
    Wdl wdl = {.win = chance(shape, score), .loss = chance(shape, -score)};
    if (wdl.win + wdl.loss > 1000) /* both were rounded up */
        wdl.loss--;
    wdl.draw = 1000 - wdl.win - wdl.loss;
    return wdl;
}
