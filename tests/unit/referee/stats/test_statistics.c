/* Statistics: cases worked out by hand, an independent and slow computation of the likelihood
 * ratio, and simulated matches with known strengths. */
#include "unit/testing.h"

#include "referee/stats/statistics.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define assert_near(a, b, tolerance)                                                               \
    do {                                                                                           \
        double a_ = (a), b_ = (b);                                                                 \
        if (!(fabs(a_ - b_) <= (tolerance)))                                                       \
            fail_msg("%s is %.9g, not %.9g", #a, a_, b_);                                          \
    } while (0)

static Tally tally_of_games(int64_t wins, int64_t draws, int64_t losses) {
    return (Tally){.wins = wins, .draws = draws, .losses = losses};
}

/* Pairs and their games; a pair of two half-points counts as two draws. */
static Tally tally_of_pairs(const int64_t pairs[PENTANOMIAL_SIZE]) {
    Tally tally = {.losses = 2 * pairs[0] + pairs[1],
                   .draws = pairs[1] + 2 * pairs[2] + pairs[3],
                   .wins = pairs[3] + 2 * pairs[4]};
    memcpy(tally.pentanomial, pairs, sizeof tally.pentanomial);
    return tally;
}

static void test_tallies(void **state) {
    Tally tally = {0};
    for (int i = 0; i < 2; i++)
        tally_add_game(&tally, 2);
    tally_add_pair(&tally, 2, 2);
    tally_add_game(&tally, 1);
    tally_add_game(&tally, 0);
    tally_add_pair(&tally, 1, 0);
    assert_int_equal(tally_games(&tally), 4);
    Tally reversed = tally_reversed(&tally);
    assert_int_equal(reversed.wins, 1);
    assert_int_equal(reversed.draws, 1);
    assert_int_equal(reversed.losses, 2);
    assert_int_equal(reversed.pentanomial[0], 1);
    assert_int_equal(reversed.pentanomial[3], 1);
    Tally again = tally_reversed(&reversed);
    assert_memory_equal(&again, &tally, sizeof tally);
}

/* --- two players --- */

/* 75 of 100: Elo 400 log10(75 / 25) = 190.85. The variance of a game is 0.75 * 0.25 = 0.1875, the
 * interval 0.75 +- 1.96 * sqrt(0.1875 / 100) = 0.75 +- 0.08487, or 119.21 .. 281.52 Elo. */
static void test_elo_without_draws(void **state) {
    Tally tally = tally_of_games(75, 0, 25);
    Estimate estimate = statistics_elo(&tally);
    assert_false(estimate.from_pairs);
    assert_near(estimate.score, 0.75, 1e-12);
    assert_near(estimate.score_lower, 0.75 - 0.08486893, 1e-8);
    assert_near(estimate.score_upper, 0.75 + 0.08486893, 1e-8);
    assert_near(estimate.elo, 190.848502, 1e-6);
    assert_near(estimate.elo_lower, 119.212952, 1e-6);
    assert_near(estimate.elo_upper, 281.515802, 1e-6);
    assert_near(estimate.elo_error, 81.151425, 1e-6);
}

/* +40 =40 -20: score 0.6, variance (40 * 0.4^2 + 40 * 0.1^2 + 20 * 0.6^2) / 100 = 0.14, interval
 * 0.6 +- 1.96 * sqrt(0.0014) = 0.6 +- 0.07334. Superiority: (1 + erf((40 - 20) / sqrt(2 (40 +
 * 20)))) / 2 = 0.99509. */
static void test_elo_with_draws(void **state) {
    Tally tally = tally_of_games(40, 40, 20);
    Estimate estimate = statistics_elo(&tally);
    assert_near(estimate.score_upper, 0.6 + 0.07333514, 1e-8);
    assert_near(estimate.elo, 70.436504, 1e-6);
    assert_near(estimate.elo_error, 53.552651, 1e-6);
    assert_near(estimate.los, 0.99508836, 1e-8);
    Tally reversed = tally_reversed(&tally);
    Estimate other = statistics_elo(&reversed);
    assert_near(other.elo, -estimate.elo, 1e-9);
    assert_near(other.elo_lower, -estimate.elo_upper, 1e-9);
    assert_near(other.los, 1 - estimate.los, 1e-12);
}

/* Pairs of 0 to 2 points: 2, 8, 20, 14, 6. The score of a pair is (8 / 4 + 20 / 2 + 14 * 3/4 + 6)
 * / 50 = 0.57, its variance 0.0626: the interval is 0.57 +- 1.96 * sqrt(0.0626 / 50). */
static void test_elo_of_pairs(void **state) {
    Tally tally = tally_of_pairs((int64_t[]){2, 8, 20, 14, 6});
    Estimate estimate = statistics_elo(&tally);
    assert_true(estimate.from_pairs);
    assert_int_equal(estimate.games, 100);
    assert_near(estimate.score, 0.57, 1e-12);
    assert_near(estimate.score_upper, 0.57 + 0.06935061, 1e-8);
    assert_near(estimate.elo, 48.962560, 1e-6);
    assert_near(estimate.elo_lower, 0.451246, 1e-6);
    assert_near(estimate.elo_upper, 99.461549, 1e-6);
    assert_near(estimate.los, 0.97162028, 1e-8);
    /* A drawn game that is not in a pair has half of a pair's weight, and changes little: the
     * interval is 57.5 / 101 +- 1.96 * sqrt(4 * 50 * 0.06260048 + 0.00480345) / 101. */
    tally.draws++;
    estimate = statistics_elo(&tally);
    assert_true(estimate.from_pairs);
    assert_near(estimate.score, 57.5 / 101, 1e-12);
    assert_near(estimate.score_upper, 57.5 / 101 + 0.06867740, 1e-8);
    /* So does one after pairs of a win and a loss. */
    tally =
        (Tally){.wins = 31, .losses = 20, .pentanomial = {0, 0, 20, 0, 5}, .win_loss_pairs = 20};
    tally.wins -= 1;
    Estimate even = statistics_elo(&tally);
    tally.wins += 1;
    assert_true(statistics_elo(&tally).from_pairs);
    assert_near(statistics_elo(&tally).score_upper - statistics_elo(&tally).score,
                even.score_upper - even.score, 0.005);
}

/* Of 20 games that ended alike, 1 - 0.05^(1/20) = 13.9 % might have ended otherwise. */
static void test_elo_of_games_all_alike(void **state) {
    Tally won = tally_of_games(20, 0, 0), drawn = tally_of_games(0, 20, 0);
    Estimate estimate = statistics_elo(&won);
    assert_true(isinf(estimate.elo) && estimate.elo > 0);
    assert_true(isinf(estimate.elo_upper) && isinf(estimate.elo_error));
    assert_near(estimate.score_lower, 0.86089166, 1e-8);
    assert_near(estimate.elo_lower, 316.638132, 1e-6);
    assert_near(estimate.los, 0.99999613, 1e-8); /* sqrt(20) standard deviations */
    won = tally_of_pairs((int64_t[]){0, 0, 0, 0, 10});
    assert_near(statistics_elo(&won).elo_lower, 316.638132, 1e-6);
    Tally lost = tally_reversed(&won);
    assert_near(statistics_elo(&lost).elo_upper, -316.638132, 1e-6);
    assert_true(isinf(statistics_elo(&lost).elo_lower));
    estimate = statistics_elo(&drawn);
    assert_near(estimate.elo, 0, 1e-12);
    assert_near(estimate.elo_error, 48.646613, 1e-6);
    assert_near(estimate.los, 0.5, 1e-12);
    /* White wins every game: all pairs are alike, but games are not. */
    Tally white = {.wins = 10, .losses = 10, .pentanomial = {0, 0, 10, 0, 0}};
    estimate = statistics_elo(&white);
    assert_false(estimate.from_pairs);
    assert_near(estimate.score_upper, 0.5 + 1.95996398 * sqrt(0.25 / 20), 1e-7);
}

/* 19 wins and a draw: the normal interval would reach beyond 1. The variance 0.011875 is 0.48718
 * times 0.975 * 0.025; with w = 1.96^2 * 0.48718 / 20 = 0.093574 the interval is (0.975 + w / 2 +-
 * sqrt(w * 0.975 * 0.025 + w^2 / 4)) / (1 + w). */
static void test_elo_near_the_bounds(void **state) {
    Tally tally = tally_of_games(19, 1, 0);
    Estimate estimate = statistics_elo(&tally);
    assert_near(estimate.score_lower, 0.87321916, 1e-8);
    assert_near(estimate.score_upper, 0.99549206, 1e-8);
    assert_true(isfinite(estimate.elo_error));
}

static void test_elo_of_few_games(void **state) {
    Tally none = {0}, one = tally_of_games(1, 0, 0);
    Estimate estimate = statistics_elo(&none);
    assert_near(estimate.score, 0.5, 0);
    assert_near(estimate.elo, 0, 0);
    assert_near(estimate.score_lower, 0, 0);
    assert_near(estimate.score_upper, 1, 0);
    assert_near(estimate.los, 0.5, 0);
    estimate = statistics_elo(&one);
    assert_near(estimate.score_lower, 0.05, 1e-12);
    assert_near(estimate.los, 0.84134475, 1e-8);
}

static void test_estimate_text(void **state) {
    static const struct {
        Tally tally;
        const char *text;
    } CASES[] = {
        {{.wins = 75, .losses = 25}, "+190.8 +- 81.2"},
        {{.wins = 25, .losses = 75}, "-190.8 +- 81.2"},
        {{.draws = 20}, "+0.0 +- 48.6"},
        {{.wins = 20}, "> +316.6"},
        {{.losses = 20}, "< -316.6"},
        {{0}, "unknown"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char text[ESTIMATE_TEXT_SIZE];
        Estimate estimate = statistics_elo(&CASES[i].tally);
        estimate_print(&estimate, text);
        assert_string_equal(text, CASES[i].text);
    }
}

/* --- the likelihood ratio --- */

/* Expected values computed in Python with LLR_logistic of Fishtest's LLRcalc.py. */
static void test_llr_of_fishtest(void **state) {
    static const struct {
        double elo0, elo1;
        int64_t pairs[PENTANOMIAL_SIZE];
        double llr;
    } CASES[] = {
        {0, 5, {253, 1245, 2113, 1341, 248}, 0.3637668090},
        {-5, 0, {30, 180, 400, 150, 20}, -1.6468979343},
        {0, 10, {0, 1, 2, 3, 4}, 0.2835594076},
        {0, 50, {0, 0, 0, 0, 10}, 1.3361648624},
        {0, 5, {0, 0, 50, 0, 0}, -0.7176058361},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Tally tally = tally_of_pairs(CASES[i].pairs);
        assert_near(statistics_llr(&tally, CASES[i].elo0, CASES[i].elo1), CASES[i].llr, 1e-8);
    }
    Tally games = tally_of_games(150, 300, 100), many = tally_of_games(800, 200, 10);
    assert_near(statistics_llr(&games, 0, 10), 2.6726759048, 1e-8);
    assert_near(statistics_llr(&many, 0, 5), 14.0703158393, 1e-8);
    assert_near(statistics_llr(&(Tally){0}, 0, 5), 0, 0);
}

/* Expected values computed in Python, independently: the likeliest distribution with a given t by
 * Newton's method for Lagrange's conditions. */
static void test_normalised_llr(void **state) {
    static const struct {
        double elo0, elo1;
        int64_t pairs[PENTANOMIAL_SIZE];
        double llr;
    } CASES[] = {
        {0, 5, {253, 1245, 2113, 1341, 248}, 0.7858682556},
        {-5, 0, {30, 180, 400, 150, 20}, -1.0738622132},
        {0, 10, {1, 1, 2, 3, 4}, 0.2082015613},
        {0, 10, {0, 20, 60, 30, 2}, 0.7136973798},
        {0, 30, {5, 20, 40, 30, 9}, 1.4039502165},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Tally tally = tally_of_pairs(CASES[i].pairs);
        assert_near(statistics_normalised_llr(&tally, CASES[i].elo0, CASES[i].elo1), CASES[i].llr,
                    1e-7);
        Tally reversed = tally_reversed(&tally);
        assert_near(statistics_normalised_llr(&reversed, -CASES[i].elo1, -CASES[i].elo0),
                    -CASES[i].llr, 1e-7);
    }
    Tally games = tally_of_games(150, 300, 100);
    assert_near(statistics_normalised_llr(&games, 0, 10), 1.9079044807, 1e-7);
    assert_near(statistics_normalised_llr(&(Tally){0}, 0, 5), 0, 0);
    Tally alike = tally_of_pairs((int64_t[]){0, 0, 0, 0, 50});
    assert_true(statistics_normalised_llr(&alike, 0, 50) > 3);
}

/* Score 0.6, deviation of a game sqrt(0.14): 0.1 / 0.374166 * 347.436 = 92.856; error 1.96 *
 * 347.436 / sqrt(100) = 68.096. Pairs: 0.07 / (sqrt(2) * sqrt(0.0626)) * 347.436 = 68.734. */
static void test_normalised_elo(void **state) {
    Tally tally = tally_of_games(40, 40, 20);
    assert_near(statistics_elo(&tally).normalised_elo, 92.8560665, 1e-6);
    assert_near(statistics_elo(&tally).normalised_error, 68.0961235, 1e-6);
    tally = tally_of_pairs((int64_t[]){2, 8, 20, 14, 6});
    assert_near(statistics_elo(&tally).normalised_elo, 68.7337714, 1e-6);
    tally = tally_of_games(20, 0, 0);
    assert_true(isinf(statistics_elo(&tally).normalised_elo));
    tally = tally_of_games(0, 20, 0);
    assert_near(statistics_elo(&tally).normalised_elo, 0, 0);
}

/* The same results decide one test and not the other, and the text says which it is. */
static void test_normalised_sprt(void **state) {
    Sprt logistic, normalised;
    char text[SPRT_TEXT_SIZE];
    sprt_start(&logistic, &(SprtParams){0, 10, 0.05, 0.05, false});
    sprt_start(&normalised, &(SprtParams){0, 10, 0.05, 0.05, true});
    for (int i = 0; i < 500; i++) {
        sprt_add_pair(&logistic, i % 6 == 0 ? 3 : 2);
        sprt_add_pair(&normalised, i % 6 == 0 ? 3 : 2);
    }
    assert_int_equal(logistic.verdict, SPRT_H1);
    assert_int_equal(normalised.verdict, SPRT_H1);
    assert_true(normalised.count > logistic.count);
    sprt_print(&normalised, text);
    assert_non_null(strstr(text, "normalised Elo 0 against 10: LLR +"));
}

/* The maximum log-likelihood of pairs with the expected score s, by golden-section search. The
 * first `chosen` of the probabilities of 1/2, 1 and 3/2 points, p[1..3], are given; p[0] and p[4]
 * follow from these three. */
static double maximum(const int64_t counts[5], double s, double p[5], int chosen) {
    double top = s - p[1] / 4 - p[2] / 2 - p[3] * 3 / 4;
    double bottom = 1 - s - p[1] * 3 / 4 - p[2] / 2 - p[3] / 4;
    if (chosen == 3) {
        double sum = (double)counts[0] * log(bottom) + (double)counts[4] * log(top);
        for (int i = 1; i <= 3; i++)
            sum += (double)counts[i] * log(p[i]);
        return sum;
    }
    int next = chosen + 1;
    double golden = (sqrt(5) - 1) / 2, lower = 0;
    double upper = fmin(top / (next / 4.0), bottom / (1 - next / 4.0)), best = -DBL_MAX;
    for (int i = 0; i < 36; i++) {
        double width = golden * (upper - lower), values[2];
        for (int side = 0; side < 2; side++) {
            p[next] = side == 0 ? upper - width : lower + width;
            values[side] = maximum(counts, s, p, next);
        }
        best = fmax(best, fmax(values[0], values[1]));
        if (values[0] > values[1])
            upper = lower + width;
        else
            lower = upper - width;
    }
    p[next] = 0;
    return best;
}

static void test_llr_by_search(void **state) {
    static const int64_t PAIRS[][PENTANOMIAL_SIZE] = {{5, 20, 40, 30, 9}, {1, 2, 3, 4, 90}};
    for (size_t i = 0; i < sizeof PAIRS / sizeof *PAIRS; i++) {
        Tally tally = tally_of_pairs(PAIRS[i]);
        double p[PENTANOMIAL_SIZE] = {0};
        double at0 = maximum(PAIRS[i], 1 / (1 + pow(10, 10.0 / 400)), p, 0);
        double at1 = maximum(PAIRS[i], 1 / (1 + pow(10, -40.0 / 400)), p, 0);
        assert_near(statistics_llr(&tally, -10, 40), at1 - at0, 1e-6);
    }
}

/* --- SPRT --- */

/* Wald's bounds for alpha = beta = 0.05 are +-log(0.95 / 0.05) = +-log(19) = +-2.944. */
static void test_sprt_bounds(void **state) {
    Sprt sprt;
    sprt_start(&sprt, &(SprtParams){0, 5, 0.05, 0.05, false});
    assert_near(sprt.lower, -2.94443898, 1e-8);
    assert_near(sprt.upper, 2.94443898, 1e-8);
    sprt_start(&sprt, &(SprtParams){0, 5, 0.05, 0.1, false});
    assert_near(sprt.lower, log(0.1 / 0.95), 1e-12);
    assert_near(sprt.upper, log(0.9 / 0.05), 1e-12);
}

static void test_sprt_check(void **state) {
    static const SprtParams BAD[] = {
        {5, 5, 0.05, 0.05, false},        {5, 0, 0.05, 0.05, false},
        {-1001, 0, 0.05, 0.05, false},    {0, 1001, 0.05, 0.05, false},
        {NAN, 5, 0.05, 0.05, false},      {0, NAN, 0.05, 0.05, false},
        {0, 5, 0, 0.05, false},           {0, 5, 0.5, 0.05, false},
        {0, 5, 0.05, NAN, false},         {0, 5, 0.05, -1, false},
        {0, INFINITY, 0.05, 0.05, false},
    };
    Error error;
    assert_true(sprt_check(&(SprtParams){-1000, 1000, 0.01, 0.49, false}, &error));
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_false(sprt_check(&BAD[i], &error));
    assert_false(sprt_check(&(SprtParams){0, 5, 0.05, 0.5, false}, &error));
    assert_string_equal(error.text, "SPRT: beta 0.5 is not between 0 and 0.5");
}

static void test_sprt_keeps_its_first_verdict(void **state) {
    Sprt sprt;
    Tally tally = {0};
    int64_t pairs = 0;
    while (statistics_llr(&tally, 0, 50) < log(19)) {
        tally_add_pair(&tally, 2, pairs % 5 == 0 ? 0 : 2);
        pairs++;
    }
    sprt_start(&sprt, &(SprtParams){0, 50, 0.05, 0.05, false});
    for (int i = 0; i < 500; i++)
        sprt_add_pair(&sprt, i >= pairs ? 0 : i % 5 == 0 ? 2 : 4);
    assert_int_equal(sprt.verdict, SPRT_H1);
    assert_int_equal(sprt.count, pairs);
    assert_near(sprt.llr, statistics_llr(&tally, 0, 50), 0);
    char text[SPRT_TEXT_SIZE];
    sprt_print(&sprt, text);
    assert_non_null(strstr(text, "Elo 0 against 50: LLR +"));
    assert_non_null(strstr(text, " (-2.94 .. +2.94), H1 accepted after "));
    assert_non_null(strstr(text, " pairs"));
}

static void test_sprt_begins_undecided(void **state) {
    Sprt sprt;
    char text[SPRT_TEXT_SIZE];
    sprt_start(&sprt, &(SprtParams){0, 100, 0.05, 0.05, false});
    sprt_print(&sprt, text);
    assert_string_equal(text,
                        "Elo 0 against 100: LLR +0.00 (-2.94 .. +2.94), undecided after 0 pairs");
    sprt_add_pair(&sprt, 0);
    sprt_print(&sprt, text);
    assert_non_null(strstr(text, "undecided after 1 pair"));
}

/* --- many players --- */

enum { PLAYERS_MAX = 200 };

static void set_games(Tally *tallies, int count, int i, int j, Tally tally) {
    tallies[i * count + j] = tally;
    tallies[j * count + i] = tally_reversed(&tally);
}

/* With n games and the two virtual draws the Fisher information is n/4 ((1, -1), (-1, 1)), plus 1/4
 * on the diagonal; the variance of half the difference is 1 / (n + 1/2). */
static void test_ratings_of_two(void **state) {
    Tally tallies[4] = {{0}};
    Rating ratings[2];
    set_games(tallies, 2, 0, 1, tally_of_games(50, 0, 50));
    assert_true(statistics_ratings(2, tallies, ratings, NULL));
    assert_near(ratings[0].elo, 0, 1e-9);
    assert_near(ratings[0].error, 33.963259, 1e-6);
    set_games(tallies, 2, 0, 1, tally_of_games(7500000, 0, 2500000));
    assert_true(statistics_ratings(2, tallies, ratings, NULL));
    assert_near(ratings[0].elo - ratings[1].elo, 190.848502, 1e-3);
    assert_near(ratings[0].elo + ratings[1].elo, 0, 1e-9);
}

/* Ratings are recovered from points that were generated from them. */
static void test_ratings_of_a_field(void **state) {
    static const double TRUTH[] = {310, 120, 0, -50, -380};
    enum { COUNT = sizeof TRUTH / sizeof *TRUTH };
    Tally tallies[COUNT * COUNT] = {{0}};
    Rating ratings[COUNT];
    for (int i = 0; i < COUNT; i++)
        for (int j = i + 1; j < COUNT; j++) {
            double expected = 1 / (1 + pow(10, (TRUTH[j] - TRUTH[i]) / 400));
            int64_t games = 10000000 * (i + 1), draws = games / 20;
            int64_t wins = llround(expected * (double)games) - draws / 2;
            set_games(tallies, COUNT, i, j, tally_of_games(wins, draws, games - wins - draws));
        }
    assert_true(statistics_ratings(COUNT, tallies, ratings, NULL));
    for (int i = 0; i < COUNT; i++)
        assert_near(ratings[i].elo, TRUTH[i], 1e-3);
}

static void test_ratings_stay_finite(void **state) {
    /* 0 always beats 1, who always beats 2; 3 and 4 have only met each other; 5 has not played. */
    enum { COUNT = 6 };
    Tally tallies[COUNT * COUNT] = {{0}};
    Rating ratings[COUNT];
    set_games(tallies, COUNT, 0, 1, tally_of_games(1000000000, 0, 0));
    set_games(tallies, COUNT, 1, 2, tally_of_games(1000000000, 0, 0));
    set_games(tallies, COUNT, 3, 4, tally_of_games(3, 0, 1));
    assert_true(statistics_ratings(COUNT, tallies, ratings, NULL));
    double sum = 0;
    for (int i = 0; i < COUNT; i++) {
        assert_true(isfinite(ratings[i].elo) && isfinite(ratings[i].error));
        assert_true(ratings[i].error > 0);
        sum += ratings[i].elo;
    }
    assert_near(sum, 0, 1e-6);
    assert_true(ratings[0].elo > ratings[1].elo + 1000 && ratings[1].elo > ratings[2].elo + 1000);
    assert_true(ratings[3].elo > ratings[5].elo && ratings[5].elo > ratings[4].elo);
    assert_true(ratings[5].error > ratings[3].error);
    assert_true(statistics_ratings(1, tallies, ratings, NULL));
    assert_near(ratings[0].elo, 0, 0);
}

/* A long chain of perfect scores, with very large differences in rating. */
static void test_ratings_of_a_chain(void **state) {
    Tally *tallies = calloc(PLAYERS_MAX * PLAYERS_MAX, sizeof *tallies);
    Rating ratings[PLAYERS_MAX];
    for (int i = 0; i + 1 < PLAYERS_MAX; i++)
        set_games(tallies, PLAYERS_MAX, i, i + 1, tally_of_games(10, 0, 0));
    assert_true(statistics_ratings(PLAYERS_MAX, tallies, ratings, NULL));
    for (int i = 0; i + 1 < PLAYERS_MAX; i++)
        assert_true(ratings[i].elo > ratings[i + 1].elo && isfinite(ratings[i].error));
    free(tallies);
}

/* --- simulations --- */

static double random_uniform(uint64_t *seed) {
    return (double)(random_next(seed) >> 11) * 0x1p-53;
}

/* Draws a result at random. The probabilities end with 0. */
static int draw_result(const double *probabilities, uint64_t *seed) {
    double left = random_uniform(seed);
    int result = 0;
    while (left >= probabilities[result] && probabilities[result + 1] > 0)
        left -= probabilities[result++];
    return result;
}

static double coverage_of_games(const double probabilities[4], int games, int matches) {
    uint64_t seed = 1;
    int covered = 0;
    double truth = probabilities[1] / 2 + probabilities[2];
    for (int match = 0; match < matches; match++) {
        Tally tally = {0};
        for (int game = 0; game < games; game++)
            tally_add_game(&tally, draw_result(probabilities, &seed));
        Estimate estimate = statistics_elo(&tally);
        covered += estimate.score_lower <= truth && truth <= estimate.score_upper;
    }
    return (double)covered / matches;
}

static void test_interval_covers_the_truth(void **state) {
    /* In 4000 matches, three standard deviations of the coverage are 1.04 %. */
    assert_near(coverage_of_games((double[]){0.3, 0.2, 0.5, 0}, 200, 4000), 0.95, 0.0104);
    assert_near(coverage_of_games((double[]){0.1, 0.7, 0.2, 0}, 200, 4000), 0.95, 0.0104);
    /* Results that are often all alike. */
    assert_true(coverage_of_games((double[]){0.02, 0.02, 0.96, 0}, 30, 4000) > 0.93);
    assert_true(coverage_of_games((double[]){0.01, 0.98, 0.01, 0}, 30, 4000) > 0.93);
}

/* Pairs whose games depend on each other: the opening favours one colour. */
static const double EVEN_PAIRS[6] = {0.05, 0.15, 0.6, 0.15, 0.05, 0};

static void test_interval_of_pairs_covers_the_truth(void **state) {
    enum { MATCHES = 4000, PAIRS = 100 };
    uint64_t seed = 2;
    int covered = 0, confident = 0;
    for (int match = 0; match < MATCHES; match++) {
        int64_t pairs[PENTANOMIAL_SIZE] = {0};
        for (int pair = 0; pair < PAIRS; pair++)
            pairs[draw_result(EVEN_PAIRS, &seed)]++;
        Tally tally = tally_of_pairs(pairs);
        Estimate estimate = statistics_elo(&tally);
        covered += estimate.elo_lower <= 0 && 0 <= estimate.elo_upper;
        confident += estimate.los > 0.95;
    }
    assert_near((double)covered / MATCHES, 0.95, 0.0104);
    assert_near((double)confident / MATCHES, 0.05, 0.0104);
}

/* How many of the SPRTs accept H1. Each must reach a verdict. */
static int accepted(const double probabilities[6], const SprtParams *test, int tests) {
    uint64_t seed = 3;
    int count = 0;
    for (int i = 0; i < tests; i++) {
        Sprt sprt;
        sprt_start(&sprt, test);
        for (int pair = 0; pair < 5000 && sprt.verdict == SPRT_UNDECIDED; pair++)
            sprt_add_pair(&sprt, draw_result(probabilities, &seed));
        assert_int_not_equal(sprt.verdict, SPRT_UNDECIDED);
        count += sprt.verdict == SPRT_H1;
    }
    return count;
}

static void test_sprt_error_rates(void **state) {
    enum { TESTS = 500 };
    SprtParams test = {0, 40, 0.05, 0.05, false};
    /* 40 Elo are a score of 0.557312. Half of the gain comes from pairs of 2 points instead of 0,
     * half from 3/2 points instead of 1/2. */
    double shift = 0.557312 - 0.5;
    double stronger[6] = {0.05 - shift / 2, 0.15 - shift, 0.6, 0.15 + shift, 0.05 + shift / 2, 0};
    /* 5 % plus three standard deviations of 1 % each. */
    assert_true(accepted(EVEN_PAIRS, &test, TESTS) <= TESTS * 8 / 100);
    assert_true(accepted(stronger, &test, TESTS) >= TESTS * 92 / 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tallies),
        cmocka_unit_test(test_elo_without_draws),
        cmocka_unit_test(test_elo_with_draws),
        cmocka_unit_test(test_elo_of_pairs),
        cmocka_unit_test(test_elo_of_games_all_alike),
        cmocka_unit_test(test_elo_near_the_bounds),
        cmocka_unit_test(test_elo_of_few_games),
        cmocka_unit_test(test_estimate_text),
        cmocka_unit_test(test_llr_of_fishtest),
        cmocka_unit_test(test_llr_by_search),
        cmocka_unit_test(test_normalised_llr),
        cmocka_unit_test(test_normalised_elo),
        cmocka_unit_test(test_normalised_sprt),
        cmocka_unit_test(test_sprt_bounds),
        cmocka_unit_test(test_sprt_check),
        cmocka_unit_test(test_sprt_keeps_its_first_verdict),
        cmocka_unit_test(test_sprt_begins_undecided),
        cmocka_unit_test(test_ratings_of_two),
        cmocka_unit_test(test_ratings_of_a_field),
        cmocka_unit_test(test_ratings_stay_finite),
        cmocka_unit_test(test_ratings_of_a_chain),
        cmocka_unit_test(test_interval_covers_the_truth),
        cmocka_unit_test(test_interval_of_pairs_covers_the_truth),
        cmocka_unit_test(test_sprt_error_rates),
    };
    return test_run("statistics", tests);
}
