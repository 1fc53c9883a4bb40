/* calibrate: rescales the scores of samples so that they tell the results. Networks that learn from
 * their own searches promise ever more, and not the same with many pieces as with few. */
#ifndef MISERE_TRAIN_CALIBRATE_H
#define MISERE_TRAIN_CALIBRATE_H

#include "eval/network.h"
#include "train/data/dataset.h"

/* What was found for positions of one number of pieces (network_piece_bucket). */
typedef struct {
    uint64_t results; /* samples that tell how a game ends */
    double scale;     /* centipawns: the expected points are 1 / (1 + exp(-score / scale)); 0: there
                         are fewer than WDL_SAMPLES_MIN such samples, so the scores stay */
} ScoreScale;

/* Writes the dataset to a file, with scores multiplied by NETWORK_CENTIPAWN_SCALE / scale, where
 * `scale` is that under which the squared error of the expected points is least. Decisive scores
 * stay. The file is replaced when the new one is complete; the dataset may be read from it. Shows
 * progress on standard error. The error names the file. */
bool calibrate_samples(Dataset *dataset, const char *path, ScoreScale found[NETWORK_PIECE_BUCKETS],
                       Error *error);

#endif
