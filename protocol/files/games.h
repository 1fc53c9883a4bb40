/* games: reads the games of a file of any format one after another, in bounded memory. One thread
 * at a time may use a Games; gamefile_init must have been called. */
#ifndef MISERE_FILES_GAMES_H
#define MISERE_FILES_GAMES_H

#include "files/input.h"

/* The format of a file, recognised by its content, not by its name. */
typedef enum {
    GAMES_UNKNOWN,
    GAMES_XML,  /* the course's XML; one game */
    GAMES_1994, /* a board of the 1994 handout; one game */
    GAMES_PGN,
    GAMES_LIST, /* positions and openings, one per line: see list.h */
    GAMES_LOG,  /* the referee's: see log/log_reader.h, which reads it */
} GamesFormat;

typedef struct Games Games;

/* Opens a regular file, or standard input for "-". Games that do not name their ruleset get
 * `chosen` (NULL: which_game.h finds one). `path` must outlive the Games, which the caller closes.
 * On failure sets *error and returns NULL. */
Games *games_open(const char *path, const Ruleset *chosen, Error *error);

/* Like games_open, but for the contents of a file; `name` stands for its path in errors. `name` and
 * `bytes` must outlive the Games. */
Games *games_open_bytes(const char *name, const char *bytes, size_t size, const Ruleset *chosen,
                        Error *error);

void games_close(Games *games);

GamesFormat games_format(const Games *games);

/* Does games_next read this format? Not if it is a log, XML with another root element than a game, or
 * unknown; then it says what the file is. */
bool games_are_known(const Games *games);

/* How many bytes of the file have been read so far. */
uint64_t games_offset(const Games *games);

/* Reads the next game into `stored`, which is uninitialised or freed; the caller frees it after
 * GAMES_READ and GAMES_CUT, and only then. After GAMES_BAD the next call reads the game after it. A
 * file of unknown format counts as one bad game. */
GamesResult games_next(Games *games, StoredGame *stored, Error *error);

/* Reads game number `number`, from 1, of a file of any format; "-" and `chosen` are as in
 * games_open. On failure sets *error and returns false; otherwise the caller frees the game. One
 * that is cut is a failure. */
bool games_load(const char *path, const Ruleset *chosen, int number, StoredGame *stored,
                Error *error);

/* The same, but of a game that is cut it keeps the first part, and sets *cut to the reason. */
bool games_load_part(const char *path, const Ruleset *chosen, int number, StoredGame *stored,
                     Error *cut, Error *error);

/* Reads the game of a file in one of the course's formats, XML or a 1994 board; any other is
 * refused. "-" is a file, not standard input. On failure sets *error and returns false; otherwise
 * the caller frees the game. */
bool games_load_for_course(const char *path, StoredGame *stored, Error *error);

#endif
