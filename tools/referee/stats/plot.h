/* plot: the course of a tournament as a picture. Any thread, if the streams differ. */
#ifndef MISERE_REFEREE_STATS_PLOT_H
#define MISERE_REFEREE_STATS_PLOT_H

#include "referee/stats/statistics.h"

#include <stdio.h>

typedef struct {
    int white, black; /* players, from 0 */
    int white_points; /* half-points that White made, 0..2 */
    int pair;         /* two games in a row of the same pair belong together; below 0: in no pair */
} PlotGame;

/* All of it belongs to the caller. */
typedef struct {
    const char *title;        /* any bytes */
    int player_count;         /* 2 or more */
    const char *const *names; /* any bytes */
    int64_t game_count;
    const PlotGame *games;  /* finished games, in game order */
    const SprtParams *sprt; /* of the first of two players; NULL: none */
} Plot;

enum { PLOT_CURVES_MAX = 16, PLOT_POINTS_MAX = 2000 };

/* Writes a picture in SVG, which needs nothing else: over the games so far, for two players the
 * first one's score with its 95 % interval and, beneath it, the log-likelihood ratio of the test;
 * for more players the scores of all, or of the best PLOT_CURVES_MAX. A curve has at most
 * PLOT_POINTS_MAX points. False, with a reason, if a game or the test makes no sense, memory is
 * out or the stream failed. */
bool plot_scores(FILE *out, const Plot *plot, Error *error);

#endif
