/* white_score: a score as White sees it: an engine's evaluation, a win that it has found, or
 * the end of the game. Pure; any thread. */
#ifndef MISERE_ANNOTATE_WHITE_SCORE_H
#define MISERE_ANNOTATE_WHITE_SCORE_H

#include "rules/outcome.h"

typedef enum {
    WHITE_SCORE_UNKNOWN,
    WHITE_SCORE_CENTIPAWNS, /* `value` centipawns for White */
    WHITE_SCORE_FORCED_WIN, /* `winner` wins in `value` of the turns of the player to decide */
    WHITE_SCORE_GAME_WON,   /* `winner` has won */
    WHITE_SCORE_GAME_DRAWN, /* the game has ended so */
} WhiteScoreKind;

typedef struct {
    WhiteScoreKind kind;
    int value;
    Colour winner;
} WhiteScore;

/* What an engine's score means: `score` is of the player to decide, in centipawns, or in turns
 * until a win if is_mate; then 0 and less is a loss. */
WhiteScore white_score_from_engine(Colour player, bool is_mate, int score);

/* What the end of a game means; unknown while it goes on. */
WhiteScore white_score_from_outcome(Outcome outcome);

/* The points that White may expect, 0 to 1, a draw being 0.5; negative if the score is unknown.
 * A score of p pawns is 1 / (1 + 10^(-p/4)): the chess players' usual conversion by way of Elo
 * (chessprogramming.org, "Pawn Advantage, Win Percentage, and Elo"). */
double white_score_expected(WhiteScore score);

/* Where the score lies between Black's rim, -1, and White's, 1, which only decided games reach.
 * p pawns are p / (|p| + 3) of the way, stretched so that 10 pawns lie at 0.94; no evaluation lies
 * beyond. 0 if the score is unknown. */
double white_score_height(WhiteScore score);

enum { WHITE_SCORE_TEXT_SIZE = 40 };

/* Writes the score in UTF-8: `+1.23`, `White wins in 4`, `Black has won`, `drawn`, `not known`. */
void white_score_write(WhiteScore score, char text[WHITE_SCORE_TEXT_SIZE]);

/* "White" or "Black": the player. */
const char *white_score_player_name(Colour player);

#endif
