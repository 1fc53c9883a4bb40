#include "train/wdl_model.h"

#include "base/minmax.h"

#include <math.h>
#include <stdlib.h>

enum {
    SCORE_LIMIT = 2000, /* in centipawns; scores are clamped to +-SCORE_LIMIT */
    SCORE_COUNT = 2 * SCORE_LIMIT + 1,
    RESULT_COUNT = 3, /* indexed by Sample.points: loss, draw, win */
    INITIAL_STEP = 256,
};

typedef double Counts[SCORE_COUNT][RESULT_COUNT];

static void count_samples(Counts counts, const Samples *samples) {
    for (size_t i = 0; i < samples->count; i++) {
        const Sample *sample = &samples->samples[i];
        int64_t score = max64(-SCORE_LIMIT, min64(sample->score, SCORE_LIMIT));
        if (!score_is_decisive(sample->score))
            counts[score + SCORE_LIMIT][sample->points]++;
    }
}

/* The log-likelihood of the results. Probabilities are at least MIN_PROBABILITY, because with a
 * small margin the probability of a draw can be 0 or negative. */
static double log_likelihood(Counts counts, WdlModel model) {
    static const double MIN_PROBABILITY = 1e-9;
    double sum = 0;
    for (int i = 0; i < SCORE_COUNT; i++) {
        double win = wdl_win_probability(&model, i - SCORE_LIMIT),
               loss = wdl_win_probability(&model, SCORE_LIMIT - i);
        double probabilities[RESULT_COUNT] = {loss, 1 - win - loss, win};
        for (int j = 0; j < RESULT_COUNT; j++)
            if (counts[i][j] > 0)
                sum += counts[i][j] * log(fmax(probabilities[j], MIN_PROBABILITY));
    }
    return sum;
}

/* Maximises the log-likelihood by pattern search (Hooke and Jeeves, "Direct Search", 1961): tries
 * steps in all directions, and halves them when none improves. There is only one maximum, because
 * the log-likelihood is concave in 1 / scale and margin / scale (Pratt, "Concavity of the Log
 * Likelihood", 1981). */
static WdlModel pattern_search(Counts counts) {
    static const int DIRECTIONS[][2] = {{1, 0}, {-1, 0},  {0, 1},  {0, -1},
                                        {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
    WdlModel best = {.scale = INITIAL_STEP, .margin = INITIAL_STEP};
    double best_likelihood = log_likelihood(counts, best);
    for (int step = INITIAL_STEP; step > 0;) {
        bool improved = false;
        for (size_t i = 0; i < sizeof DIRECTIONS / sizeof *DIRECTIONS; i++) {
            WdlModel next = {best.scale + step * DIRECTIONS[i][0],
                             best.margin + step * DIRECTIONS[i][1]};
            if (next.scale < 1 || next.scale > SCORE_LIMIT || next.margin < 0 ||
                next.margin > SCORE_LIMIT)
                continue;
            double next_likelihood = log_likelihood(counts, next);
            if (next_likelihood <= best_likelihood)
                continue;
            best = next;
            best_likelihood = next_likelihood;
            improved = true;
        }
        if (!improved)
            step /= 2;
    }
    return best;
}

bool wdl_model_fit(const Samples *samples, WdlModel *model) {
    Counts *counts = calloc(1, sizeof *counts);
    if (!counts)
        return false;
    count_samples(*counts, samples);
    *model = pattern_search(*counts);
    free(counts);
    return true;
}
