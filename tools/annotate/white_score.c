#include "annotate/white_score.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double HALF_WAY_PAWNS = 3, FAR_PAWNS = 10, FAR_HEIGHT = 0.94;

/* Engines' scores are clamped to +-SCORE_MAX, so that their text fits in WHITE_SCORE_TEXT_SIZE. */
enum { SCORE_MAX = 9999999 };

static int clamp(int score) {
    return score > SCORE_MAX ? SCORE_MAX : score < -SCORE_MAX ? -SCORE_MAX : score;
}

WhiteScore white_score_from_engine(Colour player, bool is_mate, int score) {
    score = clamp(score);
    if (is_mate)
        return (WhiteScore){WHITE_SCORE_FORCED_WIN, abs(score), score > 0 ? player : other(player)};
    return (WhiteScore){.kind = WHITE_SCORE_CENTIPAWNS, .value = player == WHITE ? score : -score};
}

WhiteScore white_score_from_outcome(Outcome outcome) {
    if (!outcome_is_over(outcome))
        return (WhiteScore){.kind = WHITE_SCORE_UNKNOWN};
    if (outcome.drawn)
        return (WhiteScore){.kind = WHITE_SCORE_GAME_DRAWN};
    return (WhiteScore){.kind = WHITE_SCORE_GAME_WON, .winner = outcome.winner};
}

double white_score_expected(WhiteScore score) {
    switch (score.kind) {
    case WHITE_SCORE_CENTIPAWNS:
        return 1 / (1 + pow(10, -score.value / 400.0));
    case WHITE_SCORE_FORCED_WIN:
    case WHITE_SCORE_GAME_WON:
        return score.winner == WHITE ? 1 : 0;
    case WHITE_SCORE_GAME_DRAWN:
        return 0.5;
    case WHITE_SCORE_UNKNOWN:
        break;
    }
    return -1;
}

static double height_of_pawns(double pawns) {
    double stretch = FAR_HEIGHT * (FAR_PAWNS + HALF_WAY_PAWNS) / FAR_PAWNS;
    pawns = fmin(fmax(pawns, -FAR_PAWNS), FAR_PAWNS);
    return stretch * pawns / (fabs(pawns) + HALF_WAY_PAWNS);
}

double white_score_height(WhiteScore score) {
    switch (score.kind) {
    case WHITE_SCORE_CENTIPAWNS:
        return height_of_pawns(score.value / 100.0);
    case WHITE_SCORE_FORCED_WIN:
    case WHITE_SCORE_GAME_WON:
        return score.winner == WHITE ? 1 : -1;
    case WHITE_SCORE_GAME_DRAWN:
    case WHITE_SCORE_UNKNOWN:
        break;
    }
    return 0;
}

static void write_centipawns(int value, char text[WHITE_SCORE_TEXT_SIZE]) {
    const char *sign = value > 0 ? "+" : value < 0 ? "\u2212" : "";
    snprintf(text, WHITE_SCORE_TEXT_SIZE, "%s%d.%02d", sign, abs(value) / 100, abs(value) % 100);
}

void white_score_write(WhiteScore score, char text[WHITE_SCORE_TEXT_SIZE]) {
    const char *winner = position_colour_name(score.winner);
    switch (score.kind) {
    case WHITE_SCORE_CENTIPAWNS:
        write_centipawns(score.value, text);
        break;
    case WHITE_SCORE_FORCED_WIN:
        snprintf(text, WHITE_SCORE_TEXT_SIZE, "%s wins in %d", winner, score.value);
        break;
    case WHITE_SCORE_GAME_WON:
        snprintf(text, WHITE_SCORE_TEXT_SIZE, "%s has won", winner);
        break;
    case WHITE_SCORE_GAME_DRAWN:
        snprintf(text, WHITE_SCORE_TEXT_SIZE, "drawn");
        break;
    case WHITE_SCORE_UNKNOWN:
        snprintf(text, WHITE_SCORE_TEXT_SIZE, "not known");
        break;
    }
}
