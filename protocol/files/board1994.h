/* board1994: the game file of the Spring 1994 handout: the side to move, the seconds that both
 * players have left, and the board. It records neither moves nor names.
 *
 *     W
 *     300.0 300.0
 *     rnbqkbnr
 *     pppppppp
 *     -------- (and so on: eight ranks in all, from rank 8 to rank 1)
 *
 * The format cannot express that a player has no time limit; BOARD1994_UNLIMITED_S seconds (over
 * thirty years) or more stand for it. A player at zero has lost on time. Pure and thread-safe. */
#ifndef MISERE_FILES_BOARD1994_H
#define MISERE_FILES_BOARD1994_H

#include "files/model/stored_game.h"

#include <stdio.h>

enum { BOARD1994_UNLIMITED_S = 1000000000 };

/* Reads a board into `stored`, which is uninitialised or freed, as the start of a game of
 * 6170-spring-1994. Lines may end in \r\n and be indented, as in the handout's figure, blank ones
 * may precede the first; the last line needs no newline.
 * Seconds are nonnegative decimal numbers, with or without a fraction, and are rounded up to a
 * whole millisecond. On failure sets *error to "NAME:LINE: REASON", or to "NAME: REASON" if no
 * single line is wrong, and returns false; then `stored` needs no freeing. */
bool board1994_parse(const char *name, const char *bytes, size_t size, StoredGame *stored,
                     Error *error);

/* Writes the current position. If the ruleset is not 6170-spring-1994, or writing fails, sets
 * *error and returns false. */
bool board1994_print(FILE *out, const StoredGame *stored, Error *error);

#endif
