/* openings: where games begin: at the start, after random half-moves, in a file, in a book. The
 * opening of a number is always the same, on every machine. Any thread. */
#ifndef MISERE_REFEREE_OPENINGS_H
#define MISERE_REFEREE_OPENINGS_H

#include "referee/config/config.h"

typedef struct Openings Openings;

/* Reads what the tournament names. NULL on failure. */
Openings *openings_new(const TournamentConfig *config, Error *error);

void openings_free(Openings *openings);

/* Makes a game of the opening of that number, 0 or more; both games of a pair use the same one. The
 * game goes on and no pass is forced. False without memory, or if `error` says that none can be
 * found. The caller frees the game. */
bool openings_game(Openings *openings, int number, Game *game, Error *error);

/* Changes when the file of openings or the book changes; 0 where there is none. */
uint64_t openings_digest(const Openings *openings);

#endif
