/* pgn_turn: turns as people's PGN files have them. Pure but for the game; any thread. */
#ifndef MISERE_FILES_PGN_TURN_H
#define MISERE_FILES_PGN_TURN_H

#include "rules/game.h"

/* Might the word be a turn, in whatever position? */
bool pgn_turn_looks_valid(const char *word);

/* Does the word stand for a turn without a move: 0000, --, Z0, @@@@, pass, Ipass? */
bool pgn_turn_is_pass(const char *word);

/* Plays a turn, after a forced pass if one was left out. It may be written in coordinates (e2e4,
 * e2-e4, e7e8=N), in mind control two of them with a comma (e2e4,e7e5, or e1e6,gameover), as a
 * pass; else in algebraic notation (Nf3, exd5, Rad1, Ng1-f3, e8=Q, e8Q, O-O, 0-0), where A is an
 * anti-king and a piece may be told more exactly than need be. Signs of check and judgements at
 * its end count for nothing.
 *
 * If it is not legal, or could be several moves, says why and returns false; the game may then
 * have got the forced pass. */
bool pgn_turn_play(Game *game, const char *word, Error *error);

#endif
