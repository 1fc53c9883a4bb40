/* sheet: a played game as a line of the log, and back. One thread at a time may use a Sheet. */
#ifndef MISERE_REFEREE_LOG_ENTRY_H
#define MISERE_REFEREE_LOG_ENTRY_H

#include "referee/players/match_game.h"
#include "referee/schedule.h"

#include <jansson.h>

/* What a log says of a game. */
typedef struct {
    Record record; /* names, clocks and forfeit included */
    int opening_turns;
    char **comments; /* of each turn, as in PGN: "+0.35/12 0.013s"; NULL entries: none */
    int white_points;
    EndKind ending;
} Sheet;

/* The game's line. NULL without memory; else the caller gives the reference back. What was
 * measured with a clock is in it only if the players play by it, so that games of a fixed depth or
 * number of nodes give the same log wherever they are played. */
json_t *sheet_write(const Duel *duel, const Contest *contest, int number, const Fixture *fixture);

/* Reads only who played, and what came of it. On failure says what is wrong in the line. */
bool sheet_read_result(const json_t *line, const Contest *contest, const Fixture *fixture,
                       int *white_points, EndKind *ending, Error *error);

/* Reads everything; the turns are judged again. The caller frees the sheet; not after a failure. */
bool sheet_read(const json_t *line, const Contest *contest, Sheet *sheet, Error *error);

void sheet_free(Sheet *sheet);

#endif
