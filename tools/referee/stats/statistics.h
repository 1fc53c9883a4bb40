/* statistics: what the results of games say about the strength of players. Pure; any thread.
 *
 * Elo is logistic: a player who is E Elo stronger scores 1 / (1 + 10^(-E / 400)) points a game,
 * where a win is 1 and a draw is 1/2. Intervals are those of 95 % confidence. */
#ifndef MISERE_REFEREE_STATS_STATISTICS_H
#define MISERE_REFEREE_STATS_STATISTICS_H

#include "base/error.h"

#include <stdint.h>

/* Two games from one opening with colours reversed are a pair; they make 0 to 4 half-points. */
enum { PENTANOMIAL_SIZE = 5 };

/* Results from one player's view. */
typedef struct {
    int64_t wins, draws, losses; /* of all games, in pairs or not */
    int64_t
        pentanomial[PENTANOMIAL_SIZE]; /* finished pairs, by the half-points made in both games */
} Tally;

/* What a game is worth in a tournament's table. It has no bearing on Elo. */
typedef struct {
    double win, draw, loss;
} Scoring;

/* Counts a game that made 0 to 2 half-points. */
void tally_add_game(Tally *tally, int half_points);

/* Counts a pair that made 0 to 4 half-points. Its games have to be counted besides. */
void tally_add_pair(Tally *tally, int half_points);

int64_t tally_games(const Tally *tally);

/* The same games from the other player's view. */
Tally tally_reversed(const Tally *tally);

/* --- two players --- */

typedef struct {
    int64_t games;
    bool from_pairs; /* was the spread taken from pairs, or from single games? */
    double score, score_lower, score_upper; /* of 0..1 */
    double elo, elo_lower, elo_upper;
    double elo_error; /* half of the distance from elo_lower to elo_upper */
    double los;       /* likelihood of superiority, 0..1 */
} Estimate;

/* How much stronger the player is than its opponents.
 *
 * The spread comes from pairs if every game is in one and not all pairs made the same; else from
 * single games. The score's interval is the normal one, or Wilson's where that would reach beyond
 * 0..1. If all games ended alike, it takes in what 95 % of such matches allow: of N games another
 * share of up to 1 - 0.05^(1/N) might have ended otherwise (the "rule of three"). So the Elo of a
 * match without a loss is infinite, and its lower bound is not. Without games, the score is 1/2 and
 * the interval is everything. The likelihood of superiority is that of a normal distribution whose
 * variance is taken about 1/2; for single games that is the usual formula of wins and losses. */
Estimate statistics_elo(const Tally *tally);

/* "+12.3 +- 8.1"; of a match won or lost without exception the finite bound, "> +287.0" or
 * "< -287.0"; "unknown" without games. */
enum { ESTIMATE_TEXT_SIZE = 48 };
void estimate_print(const Estimate *estimate, char text[ESTIMATE_TEXT_SIZE]);

/* --- is it stronger? --- */

/* A sequential probability ratio test: H0 is a strength of elo0, H1 one of elo1. */
typedef struct {
    double elo0, elo1;
    double alpha; /* the chance to accept H1 although H0 is true */
    double beta;  /* the chance to accept H0 although H1 is true */
} SprtParams;

/* Are the bounds finite and in order, -1000 <= elo0 < elo1 <= 1000, and 0 < alpha, beta < 0.5? */
bool sprt_check(const SprtParams *params, Error *error);

/* The logarithm of the generalised likelihood ratio of elo1 to elo0, each within -1000..1000, from
 * the pairs, or from the games if there are no pairs; 0 without either. The likelihoods are the
 * greatest among all distributions of results with the expected score; a result that never occurred
 * counts as a thousandth of one (Van den Bergh, "A practical introduction to the GSPRT", and
 * "Comments on maximum likelihood estimation of multinomials"; so does Fishtest). */
double statistics_llr(const Tally *tally, double elo0, double elo1);

typedef enum { SPRT_UNDECIDED, SPRT_H0, SPRT_H1 } SprtVerdict;

/* A test that is fed pairs in the order of the games. Its verdict depends on nothing else: what
 * comes after the verdict does not count. */
typedef struct {
    SprtParams params;
    double lower, upper; /* H0 is accepted when llr falls to lower, H1 when it rises to upper */
    Tally tally;         /* what counted */
    double llr;
    int64_t count; /* of the pairs that counted */
    SprtVerdict verdict;
} Sprt;

/* A test that sprt_check accepts. The bounds are Wald's. */
void sprt_start(Sprt *sprt, const SprtParams *params);

/* Adds a pair of 0 to 4 half-points. */
void sprt_add_pair(Sprt *sprt, int half_points);

/* "Elo 0 against 5: LLR +1.20 (-2.94 .. +2.94), undecided after 100 pairs" */
enum { SPRT_TEXT_SIZE = 160 };
void sprt_print(const Sprt *sprt, char text[SPRT_TEXT_SIZE]);

/* --- many players --- */

typedef struct {
    double elo;   /* the mean of the field is 0 */
    double error; /* half of the interval, about the mean of the field */
} Rating;

/* Rates 1 or more players. tallies[i * count + j] is i's view of its games with j; those with i < j
 * are read. The ratings are the likeliest ones in the model of Bradley and Terry, where a draw is
 * half a win and half a loss. Every player is given one drawn game more against a player of rating
 * 0, so that a perfect score, or a group that never played the others, has a rating, too. Intervals
 * come from the Fisher information, which knows of no draws: many draws make them too wide. Those
 * of two players are half as wide as that of their difference. Takes time in proportion to the cube
 * of the count and memory to its square; false without memory. */
bool statistics_ratings(int count, const Tally *tallies, Rating *ratings, Error *error);

#endif
