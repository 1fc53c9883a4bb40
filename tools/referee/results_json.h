/* results_json: all figures of a tournament as one JSON object, for programs; docs/referee.md
 * describes its members. Thread-safe if the streams and the standings differ. */
#ifndef MISERE_REFEREE_RESULTS_JSON_H
#define MISERE_REFEREE_RESULTS_JSON_H

#include "referee/standings.h"

#include <stdio.h>

/* Writes the results of a schedule, of which the standings were made. The caller checks the stream
 * for errors. Returns false if out of memory. */
bool results_json_write(FILE *out, const TournamentConfig *config, const Schedule *schedule,
                        const TournamentStandings *standings);

#endif
