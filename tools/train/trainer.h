/* trainer: trains a network to predict the result of a game from a position. */
#ifndef MISERE_TRAIN_TRAINER_H
#define MISERE_TRAIN_TRAINER_H

#include "eval/network.h"
#include "train/data/samples.h"

typedef struct {
    int epochs;    /* passes over the samples, 1 or more */
    double lambda; /* weight of the game's result, 0 to 1; the search's score has the remaining
                      weight */
    uint64_t seed; /* seed of the initial weights and the order of the samples */
    const Network *start; /* the initial network, or NULL for random weights */
} TrainingConfig;

/* Trains a network on samples of one family, in the calling thread. The first of every 20 blocks of
 * 512 samples belongs to the validation set. After each epoch, prints the validation errors on
 * standard error. Fails if all samples belong to the validation set, or if out of memory. */
bool train_network(Network *network, const Samples *samples, const TrainingConfig *config,
                   Error *error);

#endif
