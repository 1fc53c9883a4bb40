/* gamelog: reads the games in the logs of misere-referee: JSON lines, the first of which says what
 * is played. One thread at a time may use a GameLog. */
#ifndef MISERE_FILES_LOG_LOG_READER_H
#define MISERE_FILES_LOG_LOG_READER_H

#include "rules/game.h"

typedef struct GameLog GameLog;

/* A game of a log. */
typedef struct {
    Game game;         /* without clocks; turns are legal */
    int opening_turns; /* the first turns, which no player chose */
    int white_points;  /* 2 for a win, 1 for a draw */
} LoggedGame;

typedef enum { GAMELOG_GAME, GAMELOG_END, GAMELOG_BAD } GameLogResult;

/* Opens a log and reads its first line. NULL, with the reason, if it is none. */
GameLog *gamelog_open(const char *path, Error *error);

void gamelog_close(GameLog *log);

/* The ruleset of all its games. */
const Ruleset *gamelog_rules(const GameLog *log);

/* Reads the next game, which the caller frees with game_free(&logged->game); there is one only if
 * the result is GAMELOG_GAME. A last line without end, as a referee that was killed leaves it, is
 * the log's end. After GAMELOG_BAD, for which `error` has file and line, the log can be closed and
 * nothing else. */
GameLogResult gamelog_next(GameLog *log, LoggedGame *logged, Error *error);

#endif
