/* openings: the openings of a tournament's games. An opening is the initial position, a line of
 * random half-moves, or taken from a file or a book. The same number gives the same opening on
 * every machine. Thread-safe. */
#ifndef MISERE_REFEREE_OPENINGS_H
#define MISERE_REFEREE_OPENINGS_H

#include "referee/config/config.h"

typedef struct Openings Openings;

/* Opens the configured file or book. `config` must outlive the openings. Says on standard error
 * what must be said about a file's games (remarks.h). Returns NULL on failure. */
Openings *openings_new(const TournamentConfig *config, Error *error);

void openings_free(Openings *openings);

/* Plays opening number `number`, 0 or more, in a new game, which the caller frees. After the
 * opening the game is not over and no pass is forced. Both games of a pair use the same number.
 * Sets *error and returns false if out of memory, if no opening can be generated, or if cancelled
 * meanwhile. */
bool openings_game(Openings *openings, int number, Game *game, Error *error);

/* Ends the search for a balanced opening: from now on openings_game fails instead of searching. */
void openings_cancel(Openings *openings);

/* A hash of the file or book of openings and of the choice of balanced openings: a change to any of
 * these changes the hash. 0 if none of these is in use. */
uint64_t openings_digest(const Openings *openings);

#endif
