/* evaluate: what a position is worth, looked at without searching. Pure; any thread. */
#ifndef MISERE_EVALUATE_H
#define MISERE_EVALUATE_H

#include "position.h"
#include "score.h"

/* What each term adds up to, White's less Black's: positive is good for White. */
typedef struct {
    Score material;
    Score mobility;
    Score royal_safety;
} Evaluation;

/* The terms of a position in which the game goes on. */
Evaluation evaluate_terms(const Position *pos);

/* The worth for the player to decide, at most SCORE_GUESS_MAX either way. */
Score evaluate(const Position *pos);

#endif
