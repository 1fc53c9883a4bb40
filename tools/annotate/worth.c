#include "annotate/worth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double HALF_WAY_PAWNS = 3, FAR_PAWNS = 10, FAR_HEIGHT = 0.94;

/* Engines' scores are clamped to this: no text grows beyond its bound. */
enum { SCORE_MAX = 9999999 };

static int clamp(int score) {
    return score > SCORE_MAX ? SCORE_MAX : score < -SCORE_MAX ? -SCORE_MAX : score;
}

Worth worth_of_score(Colour player, bool is_mate, int score) {
    score = clamp(score);
    if (is_mate)
        return (Worth){WORTH_WON, abs(score), score > 0 ? player : other(player)};
    return (Worth){.kind = WORTH_GUESS, .value = player == WHITE ? score : -score};
}

Worth worth_of_outcome(Outcome outcome) {
    if (!outcome_is_over(outcome))
        return (Worth){.kind = WORTH_UNKNOWN};
    if (outcome.drawn)
        return (Worth){.kind = WORTH_DRAWN};
    return (Worth){.kind = WORTH_OVER, .winner = outcome.winner};
}

double worth_expected(Worth worth) {
    switch (worth.kind) {
    case WORTH_GUESS:
        return 1 / (1 + pow(10, -worth.value / 400.0));
    case WORTH_WON:
    case WORTH_OVER:
        return worth.winner == WHITE ? 1 : 0;
    case WORTH_DRAWN:
        return 0.5;
    case WORTH_UNKNOWN:
        break;
    }
    return -1;
}

static double height_of_pawns(double pawns) {
    double stretch = FAR_HEIGHT * (FAR_PAWNS + HALF_WAY_PAWNS) / FAR_PAWNS;
    pawns = fmin(fmax(pawns, -FAR_PAWNS), FAR_PAWNS);
    return stretch * pawns / (fabs(pawns) + HALF_WAY_PAWNS);
}

double worth_height(Worth worth) {
    switch (worth.kind) {
    case WORTH_GUESS:
        return height_of_pawns(worth.value / 100.0);
    case WORTH_WON:
    case WORTH_OVER:
        return worth.winner == WHITE ? 1 : -1;
    case WORTH_DRAWN:
    case WORTH_UNKNOWN:
        break;
    }
    return 0;
}

const char *worth_player_name(Colour player) {
    return player == WHITE ? "White" : "Black";
}

static void write_guess(int value, char text[WORTH_TEXT_SIZE]) {
    const char *sign = value > 0 ? "+" : value < 0 ? "\u2212" : "";
    snprintf(text, WORTH_TEXT_SIZE, "%s%d.%02d", sign, abs(value) / 100, abs(value) % 100);
}

void worth_write(Worth worth, char text[WORTH_TEXT_SIZE]) {
    const char *winner = worth_player_name(worth.winner);
    switch (worth.kind) {
    case WORTH_GUESS:
        write_guess(worth.value, text);
        break;
    case WORTH_WON:
        snprintf(text, WORTH_TEXT_SIZE, "%s wins in %d", winner, worth.value);
        break;
    case WORTH_OVER:
        snprintf(text, WORTH_TEXT_SIZE, "%s has won", winner);
        break;
    case WORTH_DRAWN:
        snprintf(text, WORTH_TEXT_SIZE, "drawn");
        break;
    case WORTH_UNKNOWN:
        snprintf(text, WORTH_TEXT_SIZE, "not known");
        break;
    }
}
