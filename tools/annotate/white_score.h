/* white_score: a score from White's point of view: an engine's evaluation, a forced win, or the
 * result of the game. Thread-safe. */
#ifndef MISERE_ANNOTATE_WHITE_SCORE_H
#define MISERE_ANNOTATE_WHITE_SCORE_H

#include "rules/outcome.h"

typedef enum {
    WHITE_SCORE_UNKNOWN,
    WHITE_SCORE_CENTIPAWNS, /* `value` centipawns for White */
    WHITE_SCORE_FORCED_WIN, /* `winner` wins in `value` turns, as UCI's `score mate` counts them */
    WHITE_SCORE_GAME_WON,   /* `winner` has won */
    WHITE_SCORE_GAME_DRAWN, /* the game is drawn */
} WhiteScoreKind;

typedef struct {
    WhiteScoreKind kind;
    int value;
    Colour winner;
} WhiteScore;

/* Converts an engine's score from the point of view of `player`, the player whose turn it is. The
 * score is in centipawns or, if is_mate, in turns until a win; 0 and negative numbers of turns are
 * losses. */
WhiteScore white_score_from_engine(Colour player, bool is_mate, int score);

/* The score of a finished game; unknown if the game is not over. */
WhiteScore white_score_from_outcome(Outcome outcome);

/* White's expected points, 0 to 1, a draw being 0.5; negative if the score is unknown. A score of p
 * pawns is 1 / (1 + 10^(-p/4)) points (chessprogramming.org, "Pawn Advantage, Win Percentage, and
 * Elo"). */
double white_score_expected(WhiteScore score);

/* The height on the graph, from -1 (Black has won) to 1 (White has won). p pawns are at p / (|p| +
 * 3), scaled so that 10 pawns or more are at 0.94. 0 if the score is unknown. */
double white_score_height(WhiteScore score);

enum { WHITE_SCORE_TEXT_SIZE = 40 };

/* Writes the score in UTF-8: `+1.23`, `White wins in 4`, `Black has won`, `drawn`, `not known`. */
void white_score_write(WhiteScore score, char text[WHITE_SCORE_TEXT_SIZE]);

#endif
