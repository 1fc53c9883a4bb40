#include "eval/evaluate.h"

/* Files beside this one: see networks/networks.S. */
extern const Network NETWORKS[FAMILIES];

const Network *evaluate_network(Family family) {
    return &NETWORKS[family];
}

Score evaluate(const Network *network, NetworkSums *sums, const Position *pos) {
    Score score = network_evaluate(network, sums, pos);
    if (score > SCORE_GUESS_MAX)
        return SCORE_GUESS_MAX;
    return score < -SCORE_GUESS_MAX ? -SCORE_GUESS_MAX : score;
}
