#include "eval/wdl.h"

#include <math.h>

/* Most likely for the scores and results of 2000 games of each family that the engine played with
 * itself, 2000 nodes a turn, half of them spring 2007 and half fall 2007, or spring 1994 and
 * losers, or all anti-king, or mind control (misere-train play, and misere-train chances). */
static const WdlShape SHAPES[FAMILIES] = {
    [FAMILY_MATE_LOSES] = {115, 23},
    [FAMILY_MATE_WINS] = {237, 107},
    [FAMILY_ANTIKING] = {115, 23},
    [FAMILY_MIND_CONTROL] = {89, 116},
};

double wdl_chance(const WdlShape *shape, Score score) {
    return 1 / (1 + exp((shape->margin - score) / shape->scale));
}

static int thousandths(const WdlShape *shape, Score score) {
    return (int)lround(1000 * wdl_chance(shape, score));
}

Wdl wdl_of(Family family, Score score) {
    if (score_is_decided(score))
        return score > 0 ? (Wdl){.win = 1000} : (Wdl){.loss = 1000};
    const WdlShape *shape = &SHAPES[family];
    Wdl wdl = {.win = thousandths(shape, score), .loss = thousandths(shape, -score)};
    if (wdl.win + wdl.loss > 1000) /* both were rounded up */
        wdl.loss--;
    wdl.draw = 1000 - wdl.win - wdl.loss;
    return wdl;
}
