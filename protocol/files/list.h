/* list: positions and openings, one per line. */
#ifndef MISERE_FILES_LIST_H
#define MISERE_FILES_LIST_H

#include "files/input.h"

enum { GAMES_LINE_MAX_BYTES = 10 * 1024 * 1024 };

/* Reads the next line that has a game; `fallback` is its ruleset if the line names none.
 *
 * A line is an optional ruleset name; then a FEN of four to seven fields, `startpos`, or nothing;
 * then optionally `moves`, and turns in any notation. After a FEN there may be EPD operations
 * instead, which are skipped. A word that begins with '#' starts a comment. Results and ownership
 * are as in pgn_read.h. */
GamesResult games_list_read(GamesInput *input, const Ruleset *fallback, StoredGame *stored,
                            Error *error);

#endif
