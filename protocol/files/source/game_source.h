/* game_source: the games of files of any format, the referee's logs included, for programs that
 * learn from games. Thread-safe; gamefile_init must have been called. */
#ifndef MISERE_FILES_SOURCE_GAME_SOURCE_H
#define MISERE_FILES_SOURCE_GAME_SOURCE_H

#include "files/model/stored_game.h"

/* Who takes the games. */
typedef struct {
    void *context; /* for `take` */
    /* Takes a game, which is freed after that. On failure sets *error and returns false. */
    bool (*take)(void *context, const StoredGame *stored, Error *error);
    /* Is told, in a line that names the place, of each game or part of one that cannot be read, and
     * what remarks.h has to say. */
    void (*say)(const char *text);
    const Ruleset *chosen; /* of games that name none; NULL: which_game.h finds one */
} GameTaker;

/* Gives all games of a file, in their order, to `taker`; "-" is standard input. A log must be a
 * file, and whole. Fails with an error, which begins with the path unless it is that of `take`, if
 * the file or a log cannot be read. */
bool game_source_read(const char *path, const GameTaker *taker, Error *error);

#endif
