/* games: what must be true of every game that a reader of files accepts. */
#ifndef MISERE_FUZZ_GAMES_H
#define MISERE_FUZZ_GAMES_H

#include "files/games.h"

/* Reads all games of a file's contents in this format; does nothing if it is of another one. An
 * error must name the file and the line; a game that was read must pass fuzz_check_game. At most
 * `max` games are checked. */
void fuzz_check_games(GamesFormat format, const char *bytes, size_t size, const Ruleset *fallback,
                      int max);

/* Fails unless the game consists of legal turns, agrees with the reference, has texts in UTF-8, and
 * is the same after it was written, in each format, and read again. It was read from `source`.
 * `with_xml`: writes XML as well, which takes ten times as long. */
void fuzz_check_game(const StoredGame *stored, GamesFormat source, bool with_xml);

#endif
