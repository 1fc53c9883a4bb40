#include "book/weigh.h"

#include <math.h>

static const double ERRORS = 2;       /* standard errors */
static const double LEAST_PART = 0.8; /* of the best trusted score */
static const double FULL_WEIGHT = 1000;

double weigh_trusted_score(uint64_t points, uint32_t games) {
    double n = games, z = ERRORS, p = (double)points / (2 * n);
    double middle = p + z * z / (2 * n);
    double radius = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return fmax(middle - radius, 0) / (1 + z * z / n);
}

static bool is_eligible(const WeighRule *rule, const BookEntry *entry) {
    return entry->games >= rule->min_games &&
           entry->points * 100 >= (uint64_t)rule->min_score * 2 * entry->games;
}

void weigh_by_score(const void *context, BookEntry *entries, size_t count) {
    const WeighRule *rule = context;
    double best = 0;
    for (size_t i = 0; i < count; i++)
        if (is_eligible(rule, &entries[i]))
            best = fmax(best, weigh_trusted_score(entries[i].points, entries[i].games));
    for (size_t i = 0; i < count; i++) {
        double score = weigh_trusted_score(entries[i].points, entries[i].games);
        bool good = best > 0 && is_eligible(rule, &entries[i]) && score >= LEAST_PART * best;
        entries[i].weight = good ? (uint16_t)lround(FULL_WEIGHT * pow(score / best, 4)) : 0;
    }
}
