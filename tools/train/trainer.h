/* trainer: trains a network to predict the results of positions. */
#ifndef MISERE_TRAIN_TRAINER_H
#define MISERE_TRAIN_TRAINER_H

#include "eval/network.h"
#include "train/samples.h"

typedef struct {
    int epochs; /* how often all samples are looked at, 1 or more */
    double
        lambda; /* the share of the game's result in the target; the rest is the search's score */
    uint64_t seed;        /* of the first weights and of the order of samples */
    const Network *start; /* where to begin; NULL: from small random weights */
} TrainingConfig;

/* Fits a network, all in one thread, to samples of rulesets of one family; every twentieth block
 * of 512 samples is the validation set, the first one among them. Shows progress on standard
 * error. If that is all there is, or without memory, says so and returns false. */
bool train_network(Network *network, const Samples *samples, const TrainingConfig *plan,
                   Error *error);

#endif
