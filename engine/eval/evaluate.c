#include "eval/evaluate.h"

/* Defined in networks/networks.S. */
extern const Network NETWORKS[FAMILIES];

const Network *evaluate_builtin_network(Family family) {
    return &NETWORKS[family];
}

Score evaluate(const Network *network, Accumulator *accumulator, const Position *pos) {
    Score score = network_evaluate(network, accumulator, pos);
    if (score > SCORE_EVAL_MAX)
        return SCORE_EVAL_MAX;
    return score < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : score;
}
