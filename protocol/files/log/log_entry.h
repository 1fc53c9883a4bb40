/* log_entry: a game as a line of the referee's log, a JSON object, and back. Lines have no newline
 * here. Pure but for the games; any thread. */
#ifndef MISERE_FILES_LOG_LOG_ENTRY_H
#define MISERE_FILES_LOG_LOG_ENTRY_H

#include "files/model/stored_game.h"

#include <stddef.h>

/* A game's place in its tournament. */
typedef struct {
    int number; /* from 0 */
    int round;  /* from 0 */
} LogPosition;

/* The line of a finished game: its players, result, start, turns and evaluations. The time of each
 * turn is in it only `with_times`. The caller frees the line; NULL if out of memory. */
char *log_entry_write(const StoredGame *stored, const LogPosition *position, bool with_times);

/* The game's number, from 1; 0 if the line has none. False, with the reason, if it is not JSON. */
bool log_entry_read_number(const char *line, size_t length, int64_t *number, Error *error);

/* Reads players, result and termination only, into a game that stored_game_init has begun. */
bool log_entry_read_result(const char *line, StoredGame *stored, Error *error);

/* Reads a whole game into one that stored_game_init has begun, with its ruleset. Every turn must
 * be legal. If game.tournament_draws is set, those draws apply. On failure says what is wrong in
 * the line. The caller frees the game in any case. */
bool log_entry_read(const char *line, StoredGame *stored, Error *error);

#endif
