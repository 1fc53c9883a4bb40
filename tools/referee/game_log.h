/* game_log: converts the games of a tournament to lines of its log, and back. Thread-safe if the
 * games differ. */
#ifndef MISERE_REFEREE_GAME_LOG_H
#define MISERE_REFEREE_GAME_LOG_H

#include "referee/schedule.h"

/* Returns the line of a finished game, which the caller frees, or NULL if out of memory. Measured
 * times are omitted unless a player has a time limit, so games at a fixed depth or number of nodes
 * give the same log on every machine. */
char *game_log_write(const StoredGame *stored, const TournamentConfig *config, int number,
                     const GamePairing *pairing);

/* Reads the result of a game. Its players must match the pairing. On failure the error says what is
 * wrong with the line. */
bool game_log_read_result(const char *line, const TournamentConfig *config,
                          const GamePairing *pairing, int *white_points,
                          TerminationKind *termination, Error *error);

/* Sets *digest to a hash of the players and the turns after the opening; to 0 if a player has a
 * time limit, because then the same turns may be played independently. */
bool game_log_read_digest(const char *line, const TournamentConfig *config,
                          const GamePairing *pairing, uint64_t *digest, Error *error);

/* Reads the whole game; every turn must be legal. On success the caller frees the game. */
bool game_log_read(const char *line, const TournamentConfig *config, const GamePairing *pairing,
                   StoredGame *stored, Error *error);

#endif
