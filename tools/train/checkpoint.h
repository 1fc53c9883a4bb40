/* checkpoint: the state of a training run, and the file in which it waits while the training is
 * interrupted. Thread-safe. The errors name the file. */
#ifndef MISERE_TRAIN_CHECKPOINT_H
#define MISERE_TRAIN_CHECKPOINT_H

#include "train/weights.h"

enum { EPOCHS_MAX = 100000, CACHE_LINE = 64 /* in bytes */ };

/* The mean squared errors of an epoch. */
typedef struct {
    double training;   /* against the targets, of each sample just before it changes the weights */
    double validation; /* against the targets, after the epoch */
    double results;    /* against the results alone, after the epoch, on the validation set */
} EpochErrors;

/* Everything the resulting network depends on, except the number of threads. */
typedef struct {
    uint64_t data;   /* the dataset's fingerprint */
    uint64_t seed;   /* seed of the initial weights and the order of samples */
    uint64_t start;  /* the initial network's checksum; 0: random weights */
    uint64_t memory; /* memory for a chunk of samples, in bytes */
    int64_t width;   /* neurons in use, for each perspective */
    double lambda;
    int64_t epochs;
    double rate; /* the initial learning rate */
} TrainingSettings;

/* The members and, in the file, the errors of each finished epoch, in memory's layout. What
 * threads update together starts at a cache line, so that each of them can have whole lines. */
typedef struct {
    TrainingSettings settings;
    int64_t epoch;         /* epochs finished */
    uint64_t chunk, batch; /* chunks finished in this epoch, and batches of this chunk */
    uint64_t steps;        /* number of Adam's steps in all epochs */
    uint64_t samples;      /* samples trained on so far in this epoch */
    double error_sum;      /* sum of the squared errors of these samples */
    double initial_error;  /* the validation error before the first epoch */
    _Alignas(CACHE_LINE) Weights weights;
    /* Adam's running means */
    _Alignas(CACHE_LINE) Weights first_moment;
    _Alignas(CACHE_LINE) Weights second_moment;
} TrainingState;

/* Writes a checkpoint, which replaces an older one when it is complete. `errors` has an element for
 * each finished epoch. */
bool checkpoint_write(const char *path, const TrainingState *state, const EpochErrors *errors,
                      Error *error);

/* Reads the checkpoint if there is one; if not, *state stays as it is. `errors` has room for all
 * epochs. Fails if the checkpoint is damaged or has other settings than *state. */
bool checkpoint_read(const char *path, TrainingState *state, EpochErrors *errors, Error *error);

#endif
