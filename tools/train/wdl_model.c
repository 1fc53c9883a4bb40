#include "train/wdl_model.h"

#include "base/minmax.h"

#include <math.h>

enum { INITIAL_STEP = 256 };

void wdl_counts_add(WdlCounts *counts, const Sample *samples, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const Sample *sample = &samples[i];
        int64_t score = max64(-WDL_SCORE_LIMIT, min64(sample->score, WDL_SCORE_LIMIT));
        bool is_mean = sample->points % SAMPLE_DRAW != 0;
        if (!score_is_decisive(sample->score) && !sample->deviates && !is_mean)
            counts->counts[score + WDL_SCORE_LIMIT][sample->points / SAMPLE_DRAW]++;
    }
}

uint64_t wdl_counts_total(const WdlCounts *counts) {
    uint64_t total = 0;
    for (int i = 0; i < WDL_SCORE_COUNT; i++)
        for (int j = 0; j < WDL_RESULT_COUNT; j++)
            total += counts->counts[i][j];
    return total;
}

/* The log-likelihood of the results. Probabilities are at least MIN_PROBABILITY, because with a
 * small margin the probability of a draw can be 0 or negative. */
static double log_likelihood(const WdlCounts *counts, WdlModel model) {
    static const double MIN_PROBABILITY = 1e-9;
    double sum = 0;
    for (int i = 0; i < WDL_SCORE_COUNT; i++) {
        double win = wdl_win_probability(&model, i - WDL_SCORE_LIMIT),
               loss = wdl_win_probability(&model, WDL_SCORE_LIMIT - i);
        double probabilities[WDL_RESULT_COUNT] = {loss, 1 - win - loss, win};
        for (int j = 0; j < WDL_RESULT_COUNT; j++)
            if (counts->counts[i][j] > 0)
                sum += (double)counts->counts[i][j] * log(fmax(probabilities[j], MIN_PROBABILITY));
    }
    return sum;
}

/* Maximises the log-likelihood by pattern search (Hooke and Jeeves, "Direct Search", 1961): tries
 * steps in all directions, and halves them when none improves. There is only one maximum, because
 * the log-likelihood is concave in 1 / scale and margin / scale (Pratt, "Concavity of the Log
 * Likelihood", 1981). */
WdlModel wdl_model_fit(const WdlCounts *counts) {
    static const int DIRECTIONS[][2] = {{1, 0}, {-1, 0},  {0, 1},  {0, -1},
                                        {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
    WdlModel best = {.scale = INITIAL_STEP, .margin = INITIAL_STEP};
    double best_likelihood = log_likelihood(counts, best);
    for (int step = INITIAL_STEP; step > 0;) {
        bool improved = false;
        for (size_t i = 0; i < sizeof DIRECTIONS / sizeof *DIRECTIONS; i++) {
            WdlModel next = {best.scale + step * DIRECTIONS[i][0],
                             best.margin + step * DIRECTIONS[i][1]};
            if (next.scale < 1 || next.scale > WDL_SCORE_LIMIT || next.margin < 0 ||
                next.margin > WDL_SCORE_LIMIT)
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

static double squared_error(const WdlCounts *counts, double scale) {
    WdlModel model = {.scale = scale};
    double sum = 0;
    for (int i = 0; i < WDL_SCORE_COUNT; i++) {
        double points = wdl_win_probability(&model, i - WDL_SCORE_LIMIT);
        for (int j = 0; j < WDL_RESULT_COUNT; j++) {
            double error = points - j / (WDL_RESULT_COUNT - 1.0);
            sum += (double)counts->counts[i][j] * error * error;
        }
    }
    return sum;
}

double wdl_scale_fit(const WdlCounts *counts) {
    double best = 1, least = squared_error(counts, best);
    for (int scale = 2; scale <= WDL_SCORE_LIMIT; scale++) {
        double error = squared_error(counts, scale);
        if (error < least) {
            least = error;
            best = scale;
        }
    }
    return best;
}
