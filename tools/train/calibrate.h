/* calibrate: rescales the scores of samples to match the results of their games. When networks are
 * trained on their own searches again and again, their scores become too large or too small, by
 * an amount that depends on the number of pieces. */
#ifndef MISERE_TRAIN_CALIBRATE_H
#define MISERE_TRAIN_CALIBRATE_H

#include "eval/network.h"
#include "train/data/dataset.h"

/* The scale of the scores in one piece bucket (network_piece_bucket). */
typedef struct {
    uint64_t results; /* samples that tell how a game ends */
    double scale;     /* centipawns: the expected points are 1 / (1 + exp(-score / scale)); 0: too
                         few results, fewer than WDL_SAMPLES_MIN, so the scores are not changed */
} ScoreScale;

/* Writes the dataset to a file, with scores multiplied by NETWORK_CENTIPAWN_SCALE / scale, where
 * `scale` is the one with which the expected points have the least squared error. Decisive scores
 * are not changed. The file is replaced when the new one is complete; the dataset may be read from
 * it. Shows progress on standard error. The error names the file. */
bool calibrate_samples(Dataset *dataset, const char *path, ScoreScale found[NETWORK_PIECE_BUCKETS],
                       Error *error);

#endif
