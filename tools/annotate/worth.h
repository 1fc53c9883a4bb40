/* worth: what a position is worth, seen by White: an engine's guess, a win that it has found, or
 * the end of the game. Pure; any thread. */
#ifndef MISERE_ANNOTATE_WORTH_H
#define MISERE_ANNOTATE_WORTH_H

#include "rules/outcome.h"

typedef enum {
    WORTH_UNKNOWN,
    WORTH_GUESS, /* `value` centipawns for White */
    WORTH_WON,   /* `winner` wins in `value` of the turns of the player to decide */
    WORTH_OVER,  /* `winner` has won */
    WORTH_DRAWN, /* the game has ended so */
} WorthKind;

typedef struct {
    WorthKind kind;
    int value;
    Colour winner;
} Worth;

/* What an engine's score means: `score` is of the player to decide, in centipawns, or in turns
 * until a win if is_mate; then 0 and less is a loss. */
Worth worth_of_score(Colour player, bool is_mate, int score);

/* What the end of a game means; unknown while it goes on. */
Worth worth_of_outcome(Outcome outcome);

/* The points that White may expect, 0 to 1, a draw being 0.5; negative if the worth is unknown.
 * A guess of p pawns is 1 / (1 + 10^(-p/4)): the chess players' usual conversion by way of Elo
 * (chessprogramming.org, "Pawn Advantage, Win Percentage, and Elo"). */
double worth_expected(Worth worth);

/* Where the worth lies between Black's rim, -1, and White's, 1, which only decided games reach.
 * p pawns are p / (|p| + 3) of the way, stretched so that 10 pawns lie at 0.94; no guess lies
 * beyond. 0 if the worth is unknown. */
double worth_height(Worth worth);

enum { WORTH_TEXT_SIZE = 40 };

/* Writes the worth in UTF-8: `+1.23`, `White wins in 4`, `Black has won`, `drawn`, `not known`. */
void worth_write(Worth worth, char text[WORTH_TEXT_SIZE]);

/* "White" or "Black": the player. */
const char *worth_player_name(Colour player);

#endif
