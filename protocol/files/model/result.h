/* result: a game's result as PGN writes it. Pure and thread-safe. */
#ifndef MISERE_FILES_MODEL_RESULT_H
#define MISERE_FILES_MODEL_RESULT_H

enum { RESULT_UNDECIDED = -1 };

/* The result for White's points, counted in half points: 2 is "1-0", 1 is "1/2-1/2", 0 is "0-1". */
const char *result_text(int white_points);

/* White's points in half points; RESULT_UNDECIDED for any other text. */
int result_white_points(const char *text);

#endif
