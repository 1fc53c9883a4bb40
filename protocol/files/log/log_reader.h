/* log_reader: reads the games in the logs of misere-referee: JSON lines, the first of which says
 * what is played. One thread at a time may use a LogReader. */
#ifndef MISERE_FILES_LOG_LOG_READER_H
#define MISERE_FILES_LOG_LOG_READER_H

#include "rules/game.h"

typedef struct LogReader LogReader;

/* A game of a log. */
typedef struct {
    Game game;         /* without clocks; turns are legal */
    int opening_turns; /* the first turns, which no player chose */
    int white_points;  /* 2 for a win, 1 for a draw */
} LoggedGame;

typedef enum { LOG_READER_GAME, LOG_READER_END, LOG_READER_BAD } LogReaderResult;

/* Opens a log and reads its first line. NULL, with the reason, if it is none. */
LogReader *log_reader_open(const char *path, Error *error);

void log_reader_close(LogReader *log);

/* The ruleset of all its games. */
const Ruleset *log_reader_rules(const LogReader *log);

/* Reads the next game, which the caller frees with game_free(&logged->game); there is one only if
 * the result is LOG_READER_GAME. A last line without end, as a referee that was killed leaves it,
 * is the log's end. After LOG_READER_BAD, for which `error` has file and line, the log can be
 * closed and nothing else. */
LogReaderResult log_reader_next(LogReader *log, LoggedGame *logged, Error *error);

#endif
