/* list: positions and openings, one per line. Thread-safe if the games and streams differ. */
#ifndef MISERE_FILES_LIST_H
#define MISERE_FILES_LIST_H

#include "files/input.h"

enum { GAMES_LINE_MAX_BYTES = 10 * 1024 * 1024 };

/* Could a line of a list begin with this word: a ruleset, a board, `startpos`, `moves` or a turn?
 */
bool games_list_begins(const char *word);

/* Reads the next line that has a game; `chosen` is its ruleset if the line names none; NULL:
 * which_game.h finds one.
 *
 * A line is an optional ruleset name; then a FEN, of whose fields only the board is required,
 * `startpos`, or nothing; then optionally `moves`, and turns (notation_read_recorded_turn). After a
 * FEN there may be EPD operations instead, which are skipped. A word that begins with '#' starts a
 * comment, and so does a '%' or ';' at the start of a line. Results and ownership are as in
 * pgn_read.h; no game is cut. */
GamesResult games_list_read(GamesInput *input, const Ruleset *chosen, StoredGame *stored,
                            Error *error);

/* Writes the current position as such a line: the FEN, after the ruleset's name unless that is
 * `usual`. If the position is in the middle of a turn, which a FEN cannot express, sets *error and
 * returns false; the caller checks the stream. */
bool games_list_write(FILE *out, const StoredGame *stored, const Ruleset *usual, Error *error);

#endif
