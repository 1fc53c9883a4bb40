#include "referee/stats/statistics.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double Z95 = 1.959963984540054; /* 95 % of a normal distribution lies within this many
                                                standard deviations of its mean */
static const double ELO_LIMIT = 1000;
static const double NORMALISED_ELO = 347.43558552260143; /* 800 / ln 10 */

/* --- tallies --- */

void tally_add_game(Tally *tally, int half_points) {
    assert(half_points >= 0 && half_points <= 2);
    tally->losses += half_points == 0;
    tally->draws += half_points == 1;
    tally->wins += half_points == 2;
}

void tally_add_pair(Tally *tally, int first, int second) {
    assert(first >= 0 && first <= 2 && second >= 0 && second <= 2);
    tally->pentanomial[first + second]++;
    tally->win_loss_pairs += first != second && first + second == 2;
}

int64_t tally_games(const Tally *tally) {
    return tally->wins + tally->draws + tally->losses;
}

Tally tally_reversed(const Tally *tally) {
    Tally reversed = {.wins = tally->losses,
                      .draws = tally->draws,
                      .losses = tally->wins,
                      .win_loss_pairs = tally->win_loss_pairs};
    for (int i = 0; i < PENTANOMIAL_SIZE; i++)
        reversed.pentanomial[i] = tally->pentanomial[PENTANOMIAL_SIZE - 1 - i];
    return reversed;
}

/* --- samples of results --- */

/* How often each kind of result occurred. The kinds of result are worth 0 to 1 points in equal
 * steps. */
typedef struct {
    int kinds;
    double counts[PENTANOMIAL_SIZE];
} ResultSample;

static ResultSample sample_games(const Tally *tally) {
    return (ResultSample){3, {(double)tally->losses, (double)tally->draws, (double)tally->wins}};
}

static ResultSample sample_pairs(const Tally *tally) {
    ResultSample sample = {.kinds = PENTANOMIAL_SIZE};
    for (int i = 0; i < PENTANOMIAL_SIZE; i++)
        sample.counts[i] = (double)tally->pentanomial[i];
    return sample;
}

static double sample_size(const ResultSample *sample) {
    double size = 0;
    for (int i = 0; i < sample->kinds; i++)
        size += sample->counts[i];
    return size;
}

static double result_value(const ResultSample *sample, int i) {
    return (double)i / (sample->kinds - 1);
}

/* The sum of the results. */
static double sample_points(const ResultSample *sample) {
    double sum = 0;
    for (int i = 0; i < sample->kinds; i++)
        sum += sample->counts[i] * result_value(sample, i);
    return sum;
}

/* The sum of the squared distances from a given value. */
static double sample_squares(const ResultSample *sample, double from) {
    double sum = 0;
    for (int i = 0; i < sample->kinds; i++)
        sum += sample->counts[i] * pow(result_value(sample, i) - from, 2);
    return sum;
}

/* Did more than one kind of result occur? */
static bool sample_is_varied(const ResultSample *sample) {
    int occurring = 0;
    for (int i = 0; i < sample->kinds; i++)
        occurring += sample->counts[i] > 0;
    return occurring > 1;
}

/* --- two players --- */

static double elo_from_score(double score) {
    return 400 * (log10(score) - log10(1 - score));
}

static double score_from_elo(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

typedef struct {
    double lower, upper;
} Interval;

/* The games that are in no pair, or all games if pairs say nothing about the variance. */
static ResultSample sample_singles(const Tally *tally, const ResultSample *pairs) {
    const int64_t *p = tally->pentanomial;
    ResultSample games = sample_games(tally);
    if (!sample_is_varied(pairs))
        return games;
    int64_t mixed = tally->win_loss_pairs;
    const double paired[] = {(double)(2 * p[0] + p[1] + mixed),
                             (double)(p[1] + 2 * (p[2] - mixed) + p[3]),
                             (double)(2 * p[4] + p[3] + mixed)};
    for (int i = 0; i < games.kinds; i++)
        games.counts[i] -= paired[i];
    return games;
}

/* Pairs, and games in no pair; each pair has twice the weight of a game. */
typedef struct {
    ResultSample pairs, singles;
    double games;
} Evidence;

static Evidence evidence_of(const Tally *tally) {
    Evidence evidence = {.pairs = sample_pairs(tally)};
    evidence.singles = sample_singles(tally, &evidence.pairs);
    if (!sample_is_varied(&evidence.pairs))
        evidence.pairs = (ResultSample){.kinds = PENTANOMIAL_SIZE};
    evidence.games = 2 * sample_size(&evidence.pairs) + sample_size(&evidence.singles);
    return evidence;
}

/* The variance of the mean score, from the squares of the distances from a given score. */
static double variance_of_mean(const Evidence *evidence, double about) {
    double sum =
        4 * sample_squares(&evidence->pairs, about) + sample_squares(&evidence->singles, about);
    return sum / (evidence->games * evidence->games);
}

/* The solutions s of (score - s)^2 = z^2 v(s), where v(s) is the variance of the mean at a true
 * score of s: proportional to s (1 - s), and `variance` at the score. For single games this is
 * Wilson's interval (1927). */
static Interval wilson_interval(double score, double variance) {
    double weight = Z95 * Z95 * variance / (score * (1 - score));
    double half = sqrt(weight * score * (1 - score) + weight * weight / 4);
    return (Interval){(score + weight / 2 - half) / (1 + weight),
                      (score + weight / 2 + half) / (1 + weight)};
}

static Interval score_interval(const Evidence *evidence, double score) {
    if (!sample_is_varied(&evidence->pairs) && !sample_is_varied(&evidence->singles)) {
        double others = evidence->games > 0 ? 1 - pow(0.05, 1 / evidence->games) : 1;
        return (Interval){score - score * others, score + (1 - score) * others};
    }
    double variance = variance_of_mean(evidence, score);
    double half = Z95 * sqrt(variance);
    if (score - half > 0 && score + half < 1)
        return (Interval){score - half, score + half};
    return wilson_interval(score, variance);
}

static double likelihood_of_superiority(const Evidence *evidence, double score) {
    if (score == 0.5)
        return 0.5;
    double deviation = sqrt(variance_of_mean(evidence, 0.5));
    return erfc((0.5 - score) / deviation / sqrt(2)) / 2;
}

/* Each pair counts as two games, whose standard deviation is sqrt(2) times that of their mean. */
static double normalised_elo(const Evidence *evidence, double score) {
    double deviation = sqrt(variance_of_mean(evidence, score) * evidence->games);
    return score == 0.5 ? 0 : NORMALISED_ELO * (score - 0.5) / deviation;
}

Estimate statistics_elo(const Tally *tally) {
    Estimate estimate = {.games = tally_games(tally), .score = 0.5};
    Evidence evidence = evidence_of(tally);
    estimate.from_pairs = sample_size(&evidence.pairs) > 0;
    if (estimate.games > 0)
        estimate.score = (2 * sample_points(&evidence.pairs) + sample_points(&evidence.singles)) /
                         evidence.games;
    Interval interval = score_interval(&evidence, estimate.score);
    estimate.score_lower = interval.lower;
    estimate.score_upper = interval.upper;
    estimate.elo = elo_from_score(estimate.score);
    estimate.elo_lower = elo_from_score(interval.lower);
    estimate.elo_upper = elo_from_score(interval.upper);
    estimate.elo_error = (estimate.elo_upper - estimate.elo_lower) / 2;
    estimate.los = likelihood_of_superiority(&evidence, estimate.score);
    estimate.normalised_elo = normalised_elo(&evidence, estimate.score);
    estimate.normalised_error = Z95 * NORMALISED_ELO / sqrt((double)estimate.games);
    return estimate;
}

void estimate_print(const Estimate *estimate, char text[ESTIMATE_TEXT_SIZE]) {
    if (estimate->games == 0)
        snprintf(text, ESTIMATE_TEXT_SIZE, "unknown");
    else if (estimate->score == 1)
        snprintf(text, ESTIMATE_TEXT_SIZE, "> %+.1f", estimate->elo_lower);
    else if (estimate->score == 0)
        snprintf(text, ESTIMATE_TEXT_SIZE, "< %+.1f", estimate->elo_upper);
    else
        snprintf(text, ESTIMATE_TEXT_SIZE, "%+.1f +- %.1f", estimate->elo, estimate->elo_error);
}

/* --- SPRT --- */

bool sprt_check(const SprtParams *params, Error *error) {
    if (!(params->elo0 >= -ELO_LIMIT && params->elo0 < params->elo1 && params->elo1 <= ELO_LIMIT))
        return error_set(error,
                         "SPRT: elo0 %g and elo1 %g: elo0 must be less than elo1, and both "
                         "within -%g..%g",
                         params->elo0, params->elo1, ELO_LIMIT, ELO_LIMIT);
    if (!(params->alpha > 0 && params->alpha < 0.5))
        return error_set(error, "SPRT: alpha %g is not between 0 and 0.5", params->alpha);
    if (!(params->beta > 0 && params->beta < 0.5))
        return error_set(error, "SPRT: beta %g is not between 0 and 0.5", params->beta);
    return true;
}

/* The maximum likelihood distribution with a mean distance of 0, where each kind of result has a
 * distance, has the probabilities p[i] / (1 + x distance[i]), where p is the sample's. Finds x by
 * bisection. Some distances must be negative, some positive. */
static double lagrange_multiplier(const ResultSample *sample, const double *distances) {
    enum { HALVINGS = 60 };
    double least = 0, most = 0;
    for (int i = 0; i < sample->kinds; i++) {
        least = fmin(least, distances[i]);
        most = fmax(most, distances[i]);
    }
    double lower = -1 / most, upper = -1 / least;
    for (int i = 0; i < HALVINGS; i++) {
        double x = (lower + upper) / 2, excess = 0;
        for (int k = 0; k < sample->kinds; k++)
            excess += sample->counts[k] * distances[k] / (1 + x * distances[k]);
        if (excess > 0)
            lower = x;
        else
            upper = x;
    }
    return (lower + upper) / 2;
}

/* The log-likelihood of that distribution, minus the unconstrained one. */
static double log_likelihood(const ResultSample *sample, const double *distances) {
    double x = lagrange_multiplier(sample, distances), sum = 0;
    for (int i = 0; i < sample->kinds; i++)
        sum -= sample->counts[i] * log1p(x * distances[i]);
    return sum;
}

/* The sample's maximum log-likelihood given the expected score, minus the unconstrained one. */
static double log_likelihood_of_score(const ResultSample *sample, double score) {
    double distances[PENTANOMIAL_SIZE];
    for (int i = 0; i < sample->kinds; i++)
        distances[i] = result_value(sample, i) - score;
    return log_likelihood(sample, distances);
}

/* The same given t = (mean - 1/2) / deviation. The condition is made linear about a distribution,
 * the likeliest one under it is found, and so on (Van den Bergh, "Comments on maximum likelihood
 * estimation of multinomials"). */
static double log_likelihood_of_t(const ResultSample *sample, double t) {
    enum { STEPS = 20 };
    ResultSample likeliest = {.kinds = sample->kinds};
    double distances[PENTANOMIAL_SIZE], size = sample_size(sample);
    for (int i = 0; i < sample->kinds; i++)
        likeliest.counts[i] = 1.0 / sample->kinds;
    double change = 1;
    for (int step = 0; step < STEPS && change > 1e-10; step++) {
        double mean = sample_points(&likeliest);
        double deviation = sqrt(sample_squares(&likeliest, mean));
        for (int i = 0; i < sample->kinds; i++) {
            double value = result_value(sample, i), from_mean = (value - mean) / deviation;
            distances[i] = value - 0.5 - t * deviation * (1 + from_mean * from_mean) / 2;
        }
        double x = lagrange_multiplier(sample, distances);
        change = 0;
        for (int i = 0; i < sample->kinds; i++) {
            double next = sample->counts[i] / size / (1 + x * distances[i]);
            change = fmax(change, fabs(next - likeliest.counts[i]));
            likeliest.counts[i] = next;
        }
    }
    return log_likelihood(sample, distances);
}

/* The pairs, or the games if there are none, each result counted at least 0.001 times; nothing at
 * all if there are neither. */
static ResultSample sample_for_llr(const Tally *tally) {
    ResultSample sample = sample_pairs(tally);
    if (sample_size(&sample) == 0)
        sample = sample_games(tally);
    for (int i = 0; i < sample.kinds && sample_size(&sample) > 0; i++)
        sample.counts[i] = fmax(sample.counts[i], 1e-3);
    return sample;
}

double statistics_llr(const Tally *tally, double elo0, double elo1) {
    ResultSample sample = sample_for_llr(tally);
    if (sample_size(&sample) == 0)
        return 0;
    return log_likelihood_of_score(&sample, score_from_elo(elo1)) -
           log_likelihood_of_score(&sample, score_from_elo(elo0));
}

double statistics_normalised_llr(const Tally *tally, double elo0, double elo1) {
    ResultSample sample = sample_for_llr(tally);
    if (sample_size(&sample) == 0)
        return 0;
    double scale = NORMALISED_ELO / (sample.kinds == PENTANOMIAL_SIZE ? sqrt(2) : 1);
    return log_likelihood_of_t(&sample, elo1 / scale) - log_likelihood_of_t(&sample, elo0 / scale);
}

void sprt_start(Sprt *sprt, const SprtParams *params) {
    *sprt = (Sprt){.params = *params,
                   .lower = log(params->beta / (1 - params->alpha)),
                   .upper = log((1 - params->beta) / params->alpha)};
}

void sprt_add_pair(Sprt *sprt, int half_points) {
    if (sprt->verdict != SPRT_UNDECIDED)
        return;
    assert(half_points >= 0 && half_points < PENTANOMIAL_SIZE);
    sprt->tally.pentanomial[half_points]++;
    sprt->count++;
    sprt->llr = (sprt->params.normalised ? statistics_normalised_llr : statistics_llr)(
        &sprt->tally, sprt->params.elo0, sprt->params.elo1);
    if (sprt->llr <= sprt->lower)
        sprt->verdict = SPRT_H0;
    else if (sprt->llr >= sprt->upper)
        sprt->verdict = SPRT_H1;
}

void sprt_print(const Sprt *sprt, char text[SPRT_TEXT_SIZE]) {
    static const char *const VERDICTS[] = {"undecided", "H0 accepted", "H1 accepted"};
    snprintf(text, SPRT_TEXT_SIZE,
             "%sElo %g against %g: LLR %+.2f (%+.2f .. %+.2f), %s after %" PRId64 " pair%s",
             sprt->params.normalised ? "normalised " : "", sprt->params.elo0, sprt->params.elo1,
             sprt->llr, sprt->lower, sprt->upper, VERDICTS[sprt->verdict], sprt->count,
             sprt->count == 1 ? "" : "s");
}

/* --- many players --- */

/* A player who is stronger by x is expected to score 1 / (1 + e^-x). */
typedef struct {
    int count;
    const Tally *tallies;
    double *strengths;
    double *step;   /* the log-likelihood's gradient, then the Newton step */
    double *matrix; /* upper triangle: the Fisher information, then its Cholesky factor */
} BradleyTerry;

static double expected_score(double advantage) {
    return 1 / (1 + exp(-advantage));
}

static double *matrix_row(const BradleyTerry *model, int i) {
    return model->matrix + (size_t)i * (size_t)model->count;
}

static void add_virtual_draws(const BradleyTerry *model) {
    for (int i = 0; i < model->count; i++) {
        double expected = expected_score(model->strengths[i]);
        model->step[i] = 0.5 - expected;
        matrix_row(model, i)[i] = expected * (1 - expected);
    }
}

static void add_games(const BradleyTerry *model, int i, int j) {
    const Tally *tally = &model->tallies[(size_t)i * (size_t)model->count + (size_t)j];
    double games = (double)tally_games(tally);
    double points = (double)tally->wins + (double)tally->draws / 2;
    double expected = expected_score(model->strengths[i] - model->strengths[j]);
    double information = games * expected * (1 - expected);
    model->step[i] += points - games * expected;
    model->step[j] -= points - games * expected;
    matrix_row(model, i)[i] += information;
    matrix_row(model, j)[j] += information;
    matrix_row(model, i)[j] = -information;
}

/* Cholesky factorisation: replaces the matrix A by the upper triangular R with A = R^T R. */
static void factorise(const BradleyTerry *model) {
    for (int k = 0; k < model->count; k++) {
        double *row = matrix_row(model, k);
        double pivot = sqrt(fmax(row[k], 1e-12)); /* positive in spite of rounding errors */
        row[k] = pivot;
        for (int j = k + 1; j < model->count; j++)
            row[j] /= pivot;
        for (int i = k + 1; i < model->count; i++) {
            double factor = row[i], *below = matrix_row(model, i);
            for (int j = i; factor != 0 && j < model->count; j++)
                below[j] -= factor * row[j];
        }
    }
}

/* Replaces v by the solution y of R^T y = v. */
static void solve_forward(const BradleyTerry *model, double *v) {
    for (int k = 0; k < model->count; k++) {
        const double *row = matrix_row(model, k);
        v[k] /= row[k];
        for (int j = k + 1; j < model->count; j++)
            v[j] -= v[k] * row[j];
    }
}

/* Replaces v by the solution y of R y = v. */
static void solve_backward(const BradleyTerry *model, double *v) {
    for (int k = model->count - 1; k >= 0; k--) {
        const double *row = matrix_row(model, k);
        for (int j = k + 1; j < model->count; j++)
            v[k] -= row[j] * v[j];
        v[k] /= row[k];
    }
}

/* One step of Newton's method, scaled so that no strength changes by more than 1, as a longer step
 * could diverge. Returns the largest change before scaling. */
static double newton_step(const BradleyTerry *model) {
    add_virtual_draws(model);
    for (int i = 0; i < model->count; i++)
        for (int j = i + 1; j < model->count; j++)
            add_games(model, i, j);
    factorise(model);
    solve_forward(model, model->step);
    solve_backward(model, model->step);
    double longest = 0;
    for (int i = 0; i < model->count; i++)
        longest = fmax(longest, fabs(model->step[i]));
    for (int i = 0; i < model->count; i++)
        model->strengths[i] += model->step[i] / fmax(longest, 1);
    return longest;
}

/* The standard deviation of a player's strength relative to the mean: the square root of w^T C w,
 * where C = (R^T R)^-1 and w = e_player - 1/count. It is computed as the length of R^-T w. */
static double deviation_from_mean(const BradleyTerry *model, int player) {
    double *w = model->step, sum = 0;
    for (int i = 0; i < model->count; i++)
        w[i] = (i == player) - 1.0 / model->count;
    solve_forward(model, w);
    for (int i = 0; i < model->count; i++)
        sum += w[i] * w[i];
    return sqrt(sum);
}

static void fit_ratings(const BradleyTerry *model, Rating *ratings) {
    enum { STEPS_MAX = 100 };
    double change = 1;
    for (int i = 0; i < STEPS_MAX && change > 1e-8; i++)
        change = newton_step(model);
    double elo_per_unit = 400 / log(10), mean = 0;
    for (int i = 0; i < model->count; i++)
        mean += model->strengths[i] / model->count;
    for (int i = 0; i < model->count; i++) {
        ratings[i].elo = elo_per_unit * (model->strengths[i] - mean);
        ratings[i].error = elo_per_unit * Z95 * deviation_from_mean(model, i);
    }
}

bool statistics_ratings(int count, const Tally *tallies, Rating *ratings, Error *error) {
    assert(count >= 1);
    size_t size = (size_t)count;
    double *numbers = calloc(size * (size + 2), sizeof *numbers);
    if (!numbers)
        return error_set(error, "out of memory for the ratings of %d players", count);
    fit_ratings(&(BradleyTerry){count, tallies, numbers, numbers + size, numbers + 2 * size},
                ratings);
    free(numbers);
    return true;
}
