/* game_log: the games of a tournament as lines of its log, and back. Pure but for the games; any
 * thread. */
#ifndef MISERE_REFEREE_GAME_LOG_H
#define MISERE_REFEREE_GAME_LOG_H

#include "referee/schedule.h"

/* The line of a finished game; the caller frees it. NULL if out of memory. What was measured with a
 * clock is in it only if a player plays by time: so games of a fixed depth or number of nodes give
 * the same log wherever they are played. */
char *game_log_write(const StoredGame *stored, const TournamentConfig *config, int number,
                     const GamePairing *pairing);

/* Reads the result of a game, whose players must be those of the pairing. On failure says what is
 * wrong in the line. */
bool game_log_read_result(const char *line, const TournamentConfig *config,
                          const GamePairing *pairing, int *white_points,
                          TerminationKind *termination, Error *error);

/* Reads everything; every turn must be legal. The caller frees the game, but not after a failure.
 */
bool game_log_read(const char *line, const TournamentConfig *config, const GamePairing *pairing,
                   StoredGame *stored, Error *error);

#endif
