/* wdl: what a score says about how the game will end. Pure; any thread. */
#ifndef MISERE_WDL_H
#define MISERE_WDL_H

#include "ruleset.h"
#include "score.h"

/* Chances in thousandths; together 1000. */
typedef struct {
    int win, draw, loss;
} Wdl;

/* The player's chances at that score in games of the family: certain if it is a decided one. */
Wdl wdl_of(Family family, Score score);

#endif
