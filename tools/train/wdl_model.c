#include "train/wdl_model.h"

#include "base/minmax.h"

#include <math.h>
#include <stdlib.h>

enum {
    SEEN = 2000, /* scores are counted up to this; beyond it chances hardly change */
    SCORES = 2 * SEEN + 1,
    RESULTS = 3, /* points times two */
    FIRST_STEP = 256,
};

typedef double Counts[SCORES][RESULTS];

static void count_samples(Counts counts, const Samples *samples) {
    for (size_t i = 0; i < samples->count; i++) {
        const Sample *sample = &samples->samples[i];
        int64_t score = larger(-SEEN, smaller(sample->score, SEEN));
        if (!score_is_decided(sample->score))
            counts[score + SEEN][sample->points]++;
    }
}

/* The logarithm of how likely the results are. Shapes that leave draws no room are least likely. */
static double likelihood(Counts counts, WdlShape shape) {
    static const double LEAST = 1e-9;
    double sum = 0;
    for (int i = 0; i < SCORES; i++) {
        double win = wdl_chance(&shape, i - SEEN), loss = wdl_chance(&shape, SEEN - i);
        double chances[RESULTS] = {loss, 1 - win - loss, win};
        for (int j = 0; j < RESULTS; j++)
            if (counts[i][j] > 0)
                sum += counts[i][j] * log(fmax(chances[j], LEAST));
    }
    return sum;
}

/* Goes uphill in steps that become smaller where none leads further up (pattern search; Hooke and
 * Jeeves, 1961). The logarithm is concave in 1 / scale and margin / scale (Pratt, 1981), so there
 * is one summit. */
static WdlShape climb(Counts counts) {
    static const int WAYS[][2] = {{1, 0}, {-1, 0},  {0, 1},  {0, -1},
                                  {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
    WdlShape best = {.scale = FIRST_STEP, .margin = FIRST_STEP};
    double height = likelihood(counts, best);
    for (int step = FIRST_STEP; step > 0;) {
        bool climbed = false;
        for (size_t i = 0; i < sizeof WAYS / sizeof *WAYS; i++) {
            WdlShape next = {best.scale + step * WAYS[i][0], best.margin + step * WAYS[i][1]};
            if (next.scale < 1 || next.scale > SEEN || next.margin < 0 || next.margin > SEEN)
                continue;
            double next_height = likelihood(counts, next);
            if (next_height <= height)
                continue;
            best = next;
            height = next_height;
            climbed = true;
        }
        if (!climbed)
            step /= 2;
    }
    return best;
}

bool chances_fit(const Samples *samples, WdlShape *shape) {
    Counts *counts = calloc(1, sizeof *counts);
    if (!counts)
        return false;
    count_samples(*counts, samples);
    *shape = climb(*counts);
    free(counts);
    return true;
}
