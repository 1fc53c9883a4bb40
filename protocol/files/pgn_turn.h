/* pgn_turn: turns in the notations that PGN files use. Only the game is modified. Thread-safe. */
#ifndef MISERE_FILES_PGN_TURN_H
#define MISERE_FILES_PGN_TURN_H

#include "rules/game.h"

/* Could the word be a turn in some position? */
bool pgn_turn_looks_valid(const char *word);

/* Is the word a pass: 0000, --, Z0, @@@@, pass, Ipass? */
bool pgn_turn_is_pass(const char *word);

/* Plays a turn, after a forced pass if one was left out. It may be a pass, or a move in coordinates
 * (e2e4, e2-e4, e7e8=N); in mind control, two such moves joined by a comma (e2e4,e7e5, or
 * e1e6,gameover). It may also be a move in algebraic notation (Nf3, exd5, Rad1, Ng1-f3, e8=Q, e8Q,
 * O-O, 0-0), where A is an anti-king and unneeded disambiguation is allowed. Check signs and
 * annotation marks at its end are ignored.
 *
 * If the turn is illegal or ambiguous, sets *error and returns false; a forced pass before the turn
 * may have been played. */
bool pgn_turn_play(Game *game, const char *word, Error *error);

#endif
