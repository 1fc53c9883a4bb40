/* pgn_evaluation: evaluations in comments of PGN, as cutechess-cli writes them:
 * "+0.35/12 0.013s". Pure; any thread. */
#ifndef MISERE_FILES_PGN_EVALUATION_H
#define MISERE_FILES_PGN_EVALUATION_H

#include "files/model/stored_game.h"

enum { PGN_EVALUATION_SIZE = 64 };

/* Writes the score with its depth, and the time, as far as they are known; "" if neither is. A
 * forced win in three turns is "#3". */
void pgn_evaluation_print(const TurnEvaluation *evaluation, char text[PGN_EVALUATION_SIZE]);

/* Reads what pgn_evaluation_print writes. Returns false for any other text. */
bool pgn_evaluation_read(const char *text, TurnEvaluation *evaluation);

#endif
