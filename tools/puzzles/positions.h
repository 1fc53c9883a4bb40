/* positions: the positions of the games in files. Not thread-safe. */
#ifndef MISERE_PUZZLES_POSITIONS_H
#define MISERE_PUZZLES_POSITIONS_H

#include "base/error.h"
#include "rules/position.h"

/* A position in which a player chose a turn, and where it is from. */
typedef struct {
    Position pos;
    const char *path; /* of the game's file; borrowed */
    long line;        /* of the game in the file, from 1 */
    int turn;         /* number of the turn that was played, from 1 */
} GamePosition;

/* Initialise to zeros. */
typedef struct {
    GamePosition *positions;
    int count;
} PositionList;

/* Adds the positions after the opening of every game in a file (files/source/game_source.h, also
 * for `chosen` and `say`). The path must stay valid. On failure sets *error, which begins with the
 * path, and returns false. */
bool positions_add_file(PositionList *list, const char *path, const Ruleset *chosen,
                        void (*say)(const char *text), Error *error);

void positions_free(PositionList *list);

#endif
