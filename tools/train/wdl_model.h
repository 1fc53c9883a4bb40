/* wdl_model: fits the WDL model to training data. Thread-safe. */
#ifndef MISERE_TRAIN_WDL_MODEL_H
#define MISERE_TRAIN_WDL_MODEL_H

#include "eval/wdl.h"
#include "files/samples/samples.h"

enum {
    WDL_SCORE_LIMIT = 2000, /* centipawns; scores are clamped to +-WDL_SCORE_LIMIT */
    WDL_SCORE_COUNT = 2 * WDL_SCORE_LIMIT + 1,
    WDL_RESULT_COUNT = 3,    /* loss, draw, win */
    WDL_SAMPLES_MIN = 10000, /* fewer, those of about 300 games, say little about the model */
};

/* How often each result followed each score; initially zeroed. */
typedef struct {
    uint64_t counts[WDL_SCORE_COUNT][WDL_RESULT_COUNT];
} WdlCounts;

/* Counts samples. Decisive scores are ignored. */
void wdl_counts_add(WdlCounts *counts, const Sample *samples, size_t count);

/* The number of samples counted. */
uint64_t wdl_counts_total(const WdlCounts *counts);

/* Finds the model, with a scale of 1 to 2000 and a margin of 0 to 2000, for which the results are
 * most likely, given the scores. */
WdlModel wdl_model_fit(const WdlCounts *counts);

/* Finds the scale, 1 to 2000 centipawns, with which 1 / (1 + exp(-score / scale)) predicts the
 * points with the least squared error. */
double wdl_scale_fit(const WdlCounts *counts);

#endif
