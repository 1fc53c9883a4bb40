#include "files/pgn_evaluation.h"

#include <stdio.h>
#include <string.h>

void pgn_evaluation_print(const TurnEvaluation *evaluation, char text[PGN_EVALUATION_SIZE]) {
    int length = 0;
    text[0] = '\0';
    if (evaluation->has_score && evaluation->is_mate)
        length =
            snprintf(text, PGN_EVALUATION_SIZE, "#%d/%d", evaluation->score, evaluation->depth);
    else if (evaluation->has_score)
        length = snprintf(text, PGN_EVALUATION_SIZE, "%+.2f/%d", (double)evaluation->score / 100,
                          evaluation->depth);
    if (evaluation->elapsed_us > 0)
        snprintf(text + length, PGN_EVALUATION_SIZE - (size_t)length, "%s%.3fs", length ? " " : "",
                 (double)evaluation->elapsed_us / 1e6);
}

/* Reads a score with its depth, and returns how long it is; 0 if there is none. */
static int read_score(const char *text, TurnEvaluation *evaluation) {
    char sign;
    int pawns, hundredths, length = 0;
    if (sscanf(text, "#%6d/%6d%n", &evaluation->score, &evaluation->depth, &length) == 2) {
        evaluation->has_score = evaluation->is_mate = true;
    } else if (sscanf(text, "%c%6d.%2d/%6d%n", &sign, &pawns, &hundredths, &evaluation->depth,
                      &length) == 4) {
        evaluation->score = (sign == '-' ? -1 : 1) * (100 * pawns + hundredths);
        evaluation->has_score = true;
    }
    return evaluation->has_score ? length : 0;
}

bool pgn_evaluation_read(const char *text, TurnEvaluation *evaluation) {
    char printed[PGN_EVALUATION_SIZE];
    int seconds, milliseconds;
    *evaluation = (TurnEvaluation){0};
    const char *rest = text + read_score(text, evaluation);
    if (sscanf(rest, "%9d.%3d", &seconds, &milliseconds) == 2)
        evaluation->elapsed_us = (INT64_C(1000) * seconds + milliseconds) * 1000;
    /* This also finds what the above is too lenient about. */
    pgn_evaluation_print(evaluation, printed);
    return *text && strcmp(printed, text) == 0;
}
