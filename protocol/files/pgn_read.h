/* pgn_read: the games of a PGN file, one after another, as they come. */
#ifndef MISERE_FILES_PGN_READ_H
#define MISERE_FILES_PGN_READ_H

#include "files/input.h"

enum { PGN_GAME_MAX_BYTES = 10 * 1024 * 1024 };

/* The ruleset that a tag `Variant` names: one of ours in any case, or as chess servers call it;
 * NULL if it is none. */
const Ruleset *pgn_find_ruleset(const char *name);

/* Reads the next game; of `fallback` if it does not name its ruleset. Comments, variations, marks
 * and lines that begin with '%' are passed over. Text that is not UTF-8 is taken for ISO-8859-1.
 *
 * A result that the rules do not explain stays in `info` alone, unless the tag `Termination` does:
 * "time forfeit", or "rules infraction" or "abandoned", which are forfeits with the game's last
 * comment for a reason.
 *
 * After GAMES_READ the record is the caller's to free. After GAMES_BAD it needs no freeing; the
 * input then stands behind that game, or where the next begins. Memory is bounded by
 * PGN_GAME_MAX_BYTES. */
GamesResult pgn_read(GamesInput *input, const Ruleset *fallback, StoredGame *record,
                     GamesInfo *info, Error *error);

#endif
