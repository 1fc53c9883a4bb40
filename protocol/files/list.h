/* list: positions and openings, one a line. */
#ifndef MISERE_FILES_LIST_H
#define MISERE_FILES_LIST_H

#include "files/input.h"

enum { GAMES_LINE_MAX_BYTES = 10 * 1024 * 1024 };

/* Reads the game of the next line that has one; of `fallback` if it does not name its ruleset.
 *
 * A line is perhaps a ruleset's name; then a FEN of four to seven fields, `startpos`, or nothing;
 * then perhaps `moves`, and turns as pgn_turn.h has them. Behind a FEN there may be operations as
 * in EPD instead, which are passed over. A word that begins with '#' begins a comment. What the
 * results mean is as in pgn_read.h. */
GamesResult games_list_read(GamesInput *input, const Ruleset *fallback, StoredGame *record,
                            GamesInfo *info, Error *error);

#endif
