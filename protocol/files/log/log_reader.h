/* log_reader: reads the games of a referee's log one after another, in bounded memory. One thread
 * at a time may use a LogReader. */
#ifndef MISERE_FILES_LOG_LOG_READER_H
#define MISERE_FILES_LOG_LOG_READER_H

#include "files/model/stored_game.h"

typedef struct LogReader LogReader;

typedef enum { LOG_READER_GAME, LOG_READER_END, LOG_READER_BAD } LogReaderResult;

/* Opens a log and reads its first line. If it is not a log, sets *error and returns NULL. */
LogReader *log_reader_open(const char *path, Error *error);

/* NULL is allowed. */
void log_reader_close(LogReader *log);

/* Reads the next game as log_entry_read does; the caller frees it after LOG_READER_GAME, and only
 * then. A last line without a newline, left by a killed referee, is treated as the end of the log.
 * LOG_READER_BAD sets *error, which names the file and the line; after that the log can only be
 * closed. */
LogReaderResult log_reader_next(LogReader *log, StoredGame *stored, Error *error);

#endif
