/* wdl: win, draw and loss probabilities for a score. Pure functions, hence thread-safe.
 *
 * Sources: P. McCullagh, "Regression models for ordinal data", 1980; Stockfish's WDL model. */
#ifndef MISERE_EVAL_WDL_H
#define MISERE_EVAL_WDL_H

#include "eval/score.h"
#include "rules/ruleset.h"

/* Probabilities in thousandths; their sum is 1000. */
typedef struct {
    int win, draw, loss;
} Wdl;

/* The probabilities of a win and of a loss are logistic in score - margin and in -score - margin.
 * What remains is the probability of a draw. */
typedef struct {
    /* The increase in centipawns that multiplies the odds of a win by e. */
    double scale;
    double margin; /* the score, in centipawns, at which half of the games are won */
} WdlModel;

/* The probability of a win, 0 to 1. */
double wdl_win_probability(const WdlModel *model, Score score);

/* The probabilities for the player to move, by the family's built-in model. A decisive score gives
 * a win or loss with certainty. */
Wdl wdl_of(Family family, Score score);

#endif
