#include "eval/wdl.h"

#include <math.h>

/* Fitted by maximum likelihood to the engine's games against itself (misere-train wdl). */
static const WdlModel MODELS[FAMILIES] = {
    [FAMILY_MATE_LOSES] = {142, 106}, [FAMILY_MATE_WINS] = {336, 293},
    [FAMILY_ANTIKING] = {114, 57},    [FAMILY_MIND_CONTROL] = {79, 180},
    [FAMILY_NON_ROYAL] = {165, 142},  [FAMILY_LOSERS] = {342, 334},
};

double wdl_win_probability(const WdlModel *model, Score score) {
    return 1 / (1 + exp((model->margin - score) / model->scale));
}

static int thousandths(const WdlModel *model, Score score) {
    return (int)lround(1000 * wdl_win_probability(model, score));
}

Wdl wdl_of(Family family, Score score) {
    if (score_is_decisive(score))
        return score > 0 ? (Wdl){.win = 1000} : (Wdl){.loss = 1000};
    const WdlModel *model = &MODELS[family];
    Wdl wdl = {.win = thousandths(model, score), .loss = thousandths(model, -score)};
    if (wdl.win + wdl.loss > 1000) /* rounding both up can make the sum 1001 */
        wdl.loss--;
    wdl.draw = 1000 - wdl.win - wdl.loss;
    return wdl;
}
