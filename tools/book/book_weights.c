#include "book/book_weights.h"

#include <math.h>

static const double Z_SCORE = 2;     /* half-width of the interval, in standard errors */
static const double MIN_SHARE = 0.8; /* half-moves whose lower bound is below this share of the
                                        position's best one get weight 0 */
static const double MAX_WEIGHT = 1000;

double weight_wilson_bound(uint64_t points, uint32_t games) {
    double n = games, z = Z_SCORE, p = (double)points / (2 * n);
    double centre = p + z * z / (2 * n);
    double radius = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return fmax(centre - radius, 0) / (1 + z * z / n);
}

static bool is_eligible(const WeightParams *params, const BookEntry *entry) {
    return entry->games >= params->min_games &&
           entry->points * 100 >= (uint64_t)params->min_score * 2 * entry->games;
}

void weight_by_score(const void *context, BookEntry *entries, size_t count) {
    const WeightParams *params = context;
    double best = 0;
    for (size_t i = 0; i < count; i++)
        if (is_eligible(params, &entries[i]))
            best = fmax(best, weight_wilson_bound(entries[i].points, entries[i].games));
    for (size_t i = 0; i < count; i++) {
        double score = weight_wilson_bound(entries[i].points, entries[i].games);
        bool is_kept = best > 0 && is_eligible(params, &entries[i]) && score >= MIN_SHARE * best;
        entries[i].weight = is_kept ? (uint16_t)lround(MAX_WEIGHT * pow(score / best, 4)) : 0;
    }
}
