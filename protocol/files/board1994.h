/* board1994: the game file of the Spring 1994 handout: whose turn it is, the seconds both players
 * have left, and the board. It knows nothing else: no moves, no names.
 *
 *     W
 *     300.0 300.0
 *     rnbqkbnr
 *     pppppppp
 *     -------- (and so on: eight ranks in all, from rank 8 to rank 1)
 *
 * The format has no word for a player without a limit: that is BOARD1994_UNLIMITED_S seconds or
 * more, some thirty years. A player at zero has lost on time. */
#ifndef MISERE_FILES_BOARD1994_H
#define MISERE_FILES_BOARD1994_H

#include "files/model/stored_game.h"

#include <stdio.h>

enum { BOARD1994_UNLIMITED_S = 1000000000 };

/* Reads a board into `record`, which holds nothing: a game of 6170-spring-1994 that starts there.
 * Lines may end in \r\n and in blanks, and the last one in nothing. Seconds are decimal numbers
 * from zero up, with or without a fraction; what is left of a millisecond counts as one. On
 * failure says "NAME:LINE: why" and returns false; the record then needs no freeing. */
bool board1994_parse(const char *name, const char *bytes, size_t size, StoredGame *record,
                     Error *error);

/* Writes the position the game has come to. If the ruleset is not 6170-spring-1994, or `out`
 * fails, says so and returns false. */
bool board1994_print(FILE *out, const StoredGame *record, Error *error);

#endif
