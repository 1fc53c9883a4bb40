/* pgn_read: the games of a PGN file, one after another. */
#ifndef MISERE_FILES_PGN_READ_H
#define MISERE_FILES_PGN_READ_H

#include "files/input.h"

/* Reads the next game; `chosen` is its ruleset if it does not name one; NULL: the user chose none.
 * It is lenient token by token (see pgn_scan.h and pgn_word.h), and strict move by move. What it
 * ignores it counts in stored->skipped. Whatever PGN defines is kept: all tags, comments (after
 * the commands of pgn_commands.h have been taken out), glyphs and variations; see which_game.h for
 * the ruleset. If comments tell clocks, the game is timed. Turns from the first one on with the
 * comment PGN_OPENING_COMMENT are the opening. Text that is not UTF-8 is read as windows-1252.
 *
 * A comment belongs to the turn before it, unless a move number, the end of a variation or the
 * beginning of a line stands between them: then it is one before the next turn.
 *
 * A result that does not follow from the moves is kept only in stored->result, unless the
 * `Termination` tag explains it: "time forfeit"; or "adjudication", "rules infraction" or
 * "abandoned", which are forfeits with the last comment as the reason; or that comment is
 * "resignation".
 *
 * After GAMES_READ and GAMES_CUT the caller frees the game. After GAMES_CUT and GAMES_BAD the error
 * is set. The input is then at the end of the game. Memory is bounded by PGN_GAME_MAX_BYTES. */
GamesResult pgn_read(GamesInput *input, const Ruleset *chosen, StoredGame *stored, Error *error);

#endif
