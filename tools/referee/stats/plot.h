/* plot: the scores over the course of a tournament, as an SVG picture. Thread-safe if the streams
 * differ. */
#ifndef MISERE_REFEREE_STATS_PLOT_H
#define MISERE_REFEREE_STATS_PLOT_H

#include "referee/stats/statistics.h"

#include <stdio.h>

typedef struct {
    int white, black; /* players, from 0 */
    int white_points; /* White's half-points, 0..2 */
    int pair;         /* consecutive games with the same number are a pair; negative: no pair */
} PlotGame;

/* All pointers are borrowed. */
typedef struct {
    const char *title;        /* may hold any bytes; escaped when written */
    int player_count;         /* 2 or more */
    const char *const *names; /* may hold any bytes; escaped when written */
    int64_t game_count;
    const PlotGame *games;  /* finished games, in game order */
    const SprtParams *sprt; /* a match's SPRT, from its first player's point of view; NULL: none */
} Plot;

enum { PLOT_CURVES_MAX = 16, PLOT_POINTS_MAX = 2000 };

/* Writes a self-contained SVG picture with the number of games on the x axis. For two players it
 * shows the first one's score with its 95 % confidence interval and, below that, the log-likelihood
 * ratio of the SPRT; for more players, the scores of all or of the best PLOT_CURVES_MAX. A curve
 * has at most PLOT_POINTS_MAX points. Returns false and sets *error if a game or the SPRT's
 * parameters are invalid, if out of memory, or if writing fails. */
bool plot_scores(FILE *out, const Plot *plot, Error *error);

#endif
