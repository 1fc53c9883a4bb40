/* trainer: trains a network to predict the result of a game from a position. */
#ifndef MISERE_TRAIN_TRAINER_H
#define MISERE_TRAIN_TRAINER_H

#include "batch/team.h"
#include "eval/network.h"
#include "train/data/dataset.h"

typedef struct {
    const char *out;      /* the file to write the network to */
    int epochs;           /* passes over the samples, 1 to EPOCHS_MAX */
    double lambda;        /* weight of the game's result, 0 to 1; the search's score has the
                             remaining weight */
    double rate;          /* the initial learning rate, 0 to 1 */
    uint64_t seed;        /* seed of the initial weights and the order of the samples */
    uint64_t memory;      /* memory for samples in bytes, 1 MiB or more */
    int threads;          /* 1 to TEAM_THREADS_MAX */
    const Network *start; /* the initial network, or NULL for random weights */
    int width;            /* neurons in use, for each perspective: a multiple of NETWORK_SLICE, at
                             least as many as in `start`; added ones start at random */
} TrainingConfig;

/* Checks that the files that train_network writes can be written. Call it before reading the
 * positions. On failure sets *error, which names the file, and returns false. */
bool train_check_files(const char *out, Error *error);

/* Trains a network, writes it to a file, which is replaced when the network is complete, and a
 * picture of the errors to the file with `.svg` appended. After each epoch, prints the errors on
 * standard error. What was done so far is kept in the file with `.checkpoint` appended, until the
 * network is complete; if there is one of an interrupted training with the same config, continues
 * that. The file with `.fit` appended then has a hash of the config and of the network; if that
 * is there already, says so and does nothing. Fails if the training diverges. The
 * network depends on the dataset and on all of the config, but not on interruptions. Termination
 * requests (see signals.h) must be held: when one is pending, writes a checkpoint, sets
 * *interrupted and returns true. */
bool train_network(const TrainingConfig *config, Dataset *dataset, bool *interrupted, Error *error);

#endif
