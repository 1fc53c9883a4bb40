/* wdl: what a score says about how the game will end. Pure; any thread. */
#ifndef MISERE_EVAL_WDL_H
#define MISERE_EVAL_WDL_H

#include "eval/score.h"
#include "rules/ruleset.h"

/* Chances in thousandths; together 1000. */
typedef struct {
    int win, draw, loss;
} Wdl;

/* How scores turn into chances: that to win is logistic in the score less a margin, that to lose
 * the same seen from the other side, and a draw is what remains. */
typedef struct {
    double scale;  /* centipawns by which odds grow e-fold */
    double margin; /* centipawns that it takes to win as often as not */
} WdlModel;

/* The chance to win, 0 to 1. */
double wdl_win_probability(const WdlModel *model, Score score);

/* The player's chances at that score in games of the family: certain if it is a decided one. */
Wdl wdl_of(Family family, Score score);

#endif
