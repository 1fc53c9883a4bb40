/* pgn_read: the games of a PGN file, one after another. */
#ifndef MISERE_FILES_PGN_READ_H
#define MISERE_FILES_PGN_READ_H

#include "files/input.h"

enum { PGN_GAME_MAX_BYTES = 10 * 1024 * 1024 };

/* Reads the next game; `fallback` is its ruleset if it does not name one. A comment in braces is
 * kept with the turn before it, some 4000 bytes a turn, after the commands of pgn_commands.h have
 * been taken out; if these tell clocks, the game is timed. Turns from the first one on with the
 * comment PGN_OPENING_COMMENT are the opening. The glyphs $1 to $6 are kept. Other comments,
 * variations, other glyphs and lines that begin with '%' are skipped. Text that is not UTF-8 is
 * read as ISO-8859-1.
 *
 * A result that does not follow from the moves is kept only in stored->result, unless the
 * `Termination` tag explains it: "time forfeit"; or "adjudication", "rules infraction" or
 * "abandoned", which are forfeits with the last comment as the reason.
 *
 * After GAMES_READ the caller frees the game. After GAMES_BAD it needs no freeing, and the input is
 * at the end of the bad game, or where the next one begins. Memory is bounded by
 * PGN_GAME_MAX_BYTES. */
GamesResult pgn_read(GamesInput *input, const Ruleset *fallback, StoredGame *stored, Error *error);

#endif
