/* log_entry: a played game as a line of the log, and back. One thread at a time may use a
 * GameLogEntry. */
#ifndef MISERE_REFEREE_LOG_ENTRY_H
#define MISERE_REFEREE_LOG_ENTRY_H

#include "referee/players/match_game.h"
#include "referee/schedule.h"

#include <jansson.h>

/* What a log says of a game. */
typedef struct {
    StoredGame record; /* names, clocks and forfeit included */
    int opening_turns;
    char **comments; /* of each turn, as in PGN: "+0.35/12 0.013s"; NULL entries: none */
    int white_points;
    TerminationKind termination;
} GameLogEntry;

/* The game's line. NULL without memory; else the caller gives the reference back. What was
 * measured with a clock is in it only if the players play by it, so that games of a fixed depth or
 * number of nodes give the same log wherever they are played. */
json_t *log_entry_write(const MatchGame *match_game, const TournamentConfig *config, int number,
                        const GamePairing *pairing);

/* Reads only who played, and what came of it. On failure says what is wrong in the line. */
bool log_entry_read_result(const json_t *line, const TournamentConfig *config,
                           const GamePairing *pairing, int *white_points,
                           TerminationKind *termination, Error *error);

/* Reads everything; the turns are judged again. The caller frees the log entry; not after a
 * failure. */
bool log_entry_read(const json_t *line, const TournamentConfig *config, GameLogEntry *log_entry,
                    Error *error);

void log_entry_free(GameLogEntry *log_entry);

#endif
