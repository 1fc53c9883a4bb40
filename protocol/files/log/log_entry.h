/* log_entry: converts a game to a line of the referee's log, which is a JSON object, and back. The
 * lines have no newline here. Only the games are modified. Thread-safe. */
#ifndef MISERE_FILES_LOG_LOG_ENTRY_H
#define MISERE_FILES_LOG_LOG_ENTRY_H

#include "files/model/stored_game.h"

#include <stddef.h>

/* A game's place in its tournament. */
typedef struct {
    int number; /* from 0 */
    int round;  /* from 0 */
} LogPosition;

/* The line of a finished game: its players, result, start, turns and evaluations, and the time of
 * each turn if `with_times` is set. The caller frees the line; NULL if out of memory. */
char *log_entry_write(const StoredGame *stored, const LogPosition *position, bool with_times);

/* Sets *number to the game's number, from 1, or to 0 if the line has none. If the line is not JSON,
 * sets *error and returns false. */
bool log_entry_read_number(const char *line, size_t length, int64_t *number, Error *error);

/* Reads only the players, the result and the termination into `stored`, which stored_game_init has
 * initialised. */
bool log_entry_read_result(const char *line, StoredGame *stored, Error *error);

/* Sets *digest to a hash of the position after the opening and of the turns that follow: the same
 * for games that are the same from there on, however their openings reached it. On failure sets
 * *error and returns false. */
bool log_entry_read_digest(const char *line, const Ruleset *rules, uint64_t *digest, Error *error);

/* Reads a whole game into `stored`, which stored_game_init has initialised with the game's ruleset.
 * Every turn must be legal. The tournament draw rules apply if game.tournament_draws is set. On
 * failure sets *error and returns false. The caller frees the game in any case. */
bool log_entry_read(const char *line, StoredGame *stored, Error *error);

#endif
