/* statistics: estimates of playing strength from the results of games. Thread-safe.
 *
 * Elo is logistic: a player who is E Elo stronger is expected to score 1 / (1 + 10^(-E / 400))
 * points per game, where a win is 1 and a draw 1/2. Intervals are 95 % confidence intervals. */
#ifndef MISERE_REFEREE_STATS_STATISTICS_H
#define MISERE_REFEREE_STATS_STATISTICS_H

#include "base/error.h"

#include <stdint.h>

/* Two games from the same opening with colours reversed are a pair; its result is 0 to 4
 * half-points. */
enum { PENTANOMIAL_SIZE = 5 };

/* Results from one player's point of view. */
typedef struct {
    int64_t wins, draws, losses; /* results of all games, whether or not they are in pairs */
    int64_t pentanomial[PENTANOMIAL_SIZE]; /* finished pairs, by half-points */
    int64_t win_loss_pairs; /* of the pairs of two half-points, those of a win and a loss */
} Tally;

/* Points for a result in a tournament's table. They do not affect Elo. */
typedef struct {
    double win, draw, loss;
} Scoring;

/* Counts a game of 0 to 2 half-points. */
void tally_add_game(Tally *tally, int half_points);

/* Counts a pair of games of 0 to 2 half-points each. They must also be counted one by one, with
 * tally_add_game. */
void tally_add_pair(Tally *tally, int first, int second);

int64_t tally_games(const Tally *tally);

/* The same games from the opponent's point of view. */
Tally tally_reversed(const Tally *tally);

/* --- two players --- */

typedef struct {
    int64_t games;
    bool from_pairs; /* the variance is that of pairs, and of games in none */
    double score, score_lower, score_upper; /* 0..1 */
    double elo, elo_lower, elo_upper;
    double elo_error;                        /* half of the distance from elo_lower to elo_upper */
    double los;                              /* likelihood of superiority, 0..1 */
    double normalised_elo, normalised_error; /* normalised Elo, and half of its interval */
} Estimate;

/* Estimates how much stronger the player is than its opponents.
 *
 * If the pairs' results differ, the variance is that of pairs, and of those games that are in no
 * pair; otherwise it is that of single games. The score's interval is the normal approximation, or
 * Wilson's interval if the normal one would reach beyond 0..1. If all N games ended alike, up to a
 * share of 1 - 0.05^(1/N) of games may end otherwise (the "rule of three"); so if all games were
 * won, Elo is infinite but its lower bound is finite. Without games the score is 1/2 and the
 * interval is 0..1.
 *
 * Normalised Elo (see statistics_normalised_llr) is infinite if all games were won; its error is
 * 1.96 * 800 / ln 10 / sqrt(N) for N games.
 *
 * LOS is computed from a normal distribution with the variance about 1/2; for single games that is
 * the usual formula from wins and losses. */
Estimate statistics_elo(const Tally *tally);

/* Writes "+12.3 +- 8.1"; if all games were won or all were lost, the finite bound, "> +287.0" or
 * "< -287.0"; without games "unknown". */
enum { ESTIMATE_TEXT_SIZE = 48 };
void estimate_print(const Estimate *estimate, char text[ESTIMATE_TEXT_SIZE]);

/* --- SPRT --- */

/* A sequential probability ratio test of H0 (the Elo difference is elo0) against H1 (it is elo1).
 */
typedef struct {
    double elo0, elo1;
    double alpha;    /* probability of accepting H1 if H0 is true */
    double beta;     /* probability of accepting H0 if H1 is true */
    bool normalised; /* are elo0 and elo1 normalised Elo, not logistic? */
} SprtParams;

/* Is -1000 <= elo0 < elo1 <= 1000, and are alpha and beta between 0 and 0.5, exclusive? */
bool sprt_check(const SprtParams *params, Error *error);

/* The generalised log-likelihood ratio of elo1 to elo0, each within -1000..1000, from pairs, or
 * from games if there are no pairs; 0 without either. Each likelihood is the maximum over all
 * distributions of results with that expected score; a result that never occurred counts 0.001
 * times, as in Fishtest (Van den Bergh, "A practical introduction to the GSPRT" and "Comments on
 * maximum likelihood estimation of multinomials"). */
double statistics_llr(const Tally *tally, double elo0, double elo1);

/* The same for normalised Elo: the mean score of a game minus 1/2, divided by the standard
 * deviation of its score (in pairs, by sqrt(2) times that of the mean of a pair's two scores),
 * times 800 / ln 10 (Van den Bergh, "Normalized Elo"). */
double statistics_normalised_llr(const Tally *tally, double elo0, double elo1);

typedef enum { SPRT_UNDECIDED, SPRT_H0, SPRT_H1 } SprtVerdict;

/* A running SPRT. Pairs are added in game order; once there is a verdict, further pairs are
 * ignored. */
typedef struct {
    SprtParams params;
    double lower, upper; /* H0 is accepted when llr falls to lower, H1 when it rises to upper */
    Tally tally;         /* only its pentanomial counts are used */
    double llr;          /* log-likelihood ratio */
    int64_t count;       /* pairs added before the verdict */
    SprtVerdict verdict;
} Sprt;

/* Starts an SPRT with parameters that sprt_check accepts. Its bounds are those of Wald (1945). */
void sprt_start(Sprt *sprt, const SprtParams *params);

/* Adds a pair of 0 to 4 half-points. */
void sprt_add_pair(Sprt *sprt, int half_points);

/* Writes "Elo 0 against 5: LLR +1.20 (-2.94 .. +2.94), undecided after 100 pairs",
 * or "normalised Elo 0 ..." */
enum { SPRT_TEXT_SIZE = 160 };
void sprt_print(const Sprt *sprt, char text[SPRT_TEXT_SIZE]);

/* --- many players --- */

typedef struct {
    double elo;   /* the rating, relative to the mean of all players */
    double error; /* half the width of the 95 % interval of `elo` */
} Rating;

/* Rates one or more players by maximum likelihood in the Bradley-Terry model, where a draw is half
 * a win and half a loss. tallies[i * count + j] are i's results against j; only i < j is read. As a
 * prior, every player has one virtual draw with a player of rating 0, so ratings are finite even
 * for perfect scores and for groups that never met. Intervals are from the Fisher information,
 * which ignores draws: with many draws they are too wide. With two players, each interval is half
 * as wide as the interval of their difference. Takes O(count^3) time and O(count^2) memory. False
 * if out of memory. */
bool statistics_ratings(int count, const Tally *tallies, Rating *ratings, Error *error);

#endif
