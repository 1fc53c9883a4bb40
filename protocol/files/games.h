/* games: the games of a file, whatever its format, one after another in bounded memory. One thread
 * at a time may use a Games; gamefile_init must have been called. */
#ifndef MISERE_FILES_GAMES_H
#define MISERE_FILES_GAMES_H

#include "files/input.h"

/* Told by the content, whatever the file is called. */
typedef enum {
    GAMES_UNKNOWN,
    GAMES_XML,  /* the course's; one game */
    GAMES_1994, /* a board of the 1994 handout; one game */
    GAMES_PGN,
    GAMES_LIST, /* positions and openings, one a line: see games_list.h */
} GamesFormat;

typedef struct Games Games;

/* Opens a regular file, or standard input for "-". Games that do not name their ruleset are of
 * `fallback` (NULL: the default one). `path` must last as long as the Games, which the caller
 * closes. NULL, with the reason, if it cannot be read. */
Games *games_open(const char *path, const Ruleset *fallback, Error *error);

void games_close(Games *games);

GamesFormat games_format(const Games *games);

/* How many bytes of the file have been taken. */
uint64_t games_offset(const Games *games);

/* Reads the next game into `record`, which holds nothing; the caller frees it after GAMES_READ, and
 * then only. `info` may be NULL. After GAMES_BAD reading goes on with the next game. A file of
 * unknown format is one bad game. */
GamesResult games_next(Games *games, StoredGame *record, GamesInfo *info, Error *error);

#endif
