/* games: what must be true of every game that a reader of files accepts. */
#ifndef MISERE_FUZZ_GAMES_H
#define MISERE_FUZZ_GAMES_H

#include "files/games.h"
#include "fuzz/support/fuzz.h"

/* Reads the first games of a file, whose content is the rest of the input; does nothing if it is
 * not in this format. An error must name the file and, if a single one is wrong, the line; a game
 * that was read must pass fuzz_check_game. `fallback` is the ruleset of games that name none. */
void fuzz_check_games(GamesFormat format, FuzzInput *input, const Ruleset *fallback);

/* Fails unless the game consists of legal turns, agrees with the reference, has texts in UTF-8, and
 * is the same after it was written, in each format, and read again. It was read from `source`.
 * `with_xml`: writes XML as well, which takes ten times as long. */
void fuzz_check_game(const StoredGame *stored, GamesFormat source, bool with_xml);

#endif
