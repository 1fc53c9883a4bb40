/* positions: the positions of the games in the referee's logs. Not thread-safe. */
#ifndef MISERE_PUZZLES_POSITIONS_H
#define MISERE_PUZZLES_POSITIONS_H

#include "base/error.h"
#include "rules/position.h"

/* A position in which a player chose a turn, and where it is from. */
typedef struct {
    Position pos;
    const char *log; /* borrowed */
    long line;       /* line of the game in the log, from 1 */
    int turn;        /* number of the turn that was played, from 1 */
} GamePosition;

/* Initialise to zeros. */
typedef struct {
    GamePosition *positions;
    int count;
} PositionList;

/* Adds the positions of all games in a log from the end of each game's opening on. The path must
 * stay valid. The error begins with the path. */
bool positions_add_log(PositionList *list, const char *path, Error *error);

void positions_free(PositionList *list);

#endif
