#include "eval/wdl.h"

#include <math.h>

/* Fitted by maximum likelihood to the engine's games against itself (misere-train chances). The
 * script tools/bench-strength has limits for even openings that are derived from them. */
static const WdlModel MODELS[FAMILIES] = {
    [FAMILY_MATE_LOSES] = {251, 45}, [FAMILY_MATE_WINS] = {338, 156},
    [FAMILY_ANTIKING] = {159, 13},   [FAMILY_MIND_CONTROL] = {154, 167},
    [FAMILY_NON_ROYAL] = {154, 55},  [FAMILY_LOSERS] = {428, 272},
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
    if (wdl.win + wdl.loss > 1000) /* both were rounded up */
        wdl.loss--;
    wdl.draw = 1000 - wdl.win - wdl.loss;
    return wdl;
}
