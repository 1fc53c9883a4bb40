/* journal: the referee's log of a tournament: a file of JSON lines, first the header and then one
 * line per game. A game's line is written whole or not at all, and is on disk before the game
 * counts; so the log of a killed referee is intact except for a last line without a newline, which
 * is dropped. One thread at a time may use a Journal; the file is locked against other referees. */
#ifndef MISERE_FILES_LOG_JOURNAL_H
#define MISERE_FILES_LOG_JOURNAL_H

#include "files/log/log_header.h"

#include <stdbool.h>

typedef struct Journal Journal;

typedef enum { JOURNAL_READ, JOURNAL_WRITE } JournalMode;

/* Reads the first line of a log; the caller frees the header. On failure sets *error and returns
 * NULL. */
LogHeader *journal_header(const char *path, Error *error);

/* Is there no log at the path, or only one whose first line is incomplete? */
bool journal_is_new(const char *path);

/* Opens a log of games numbered from 0 to size - 1. For writing, a new file begins with `header`,
 * and an existing file is refused unless it begins with the same header. For reading, `header` may
 * be NULL. On failure sets *error and returns NULL. */
Journal *journal_open(const char *path, JournalMode mode, const LogHeader *header, int size,
                      Error *error);

/* NULL is allowed. */
void journal_close(Journal *journal);

/* Is the game in the log? */
bool journal_has(const Journal *journal, int number);

/* Writes a game's line, given without its newline (see log_entry_write), and waits until it is on
 * disk. On failure the log is unchanged. If what was written could not be removed again, all later
 * appends fail, and whoever opens the log next drops an incomplete line. */
bool journal_append(Journal *journal, int number, const char *line, Error *error);

/* The line, without its newline, of a game that is in the log; the caller frees it. On failure sets
 * *error and returns NULL. */
char *journal_line(const Journal *journal, int number, Error *error);

/* What journal_merge writes. */
typedef struct {
    const LogHeader *header;
    Journal *const *journals; /* all of the same size */
    int count;
} JournalSources;

/* Writes a log with the games of all journals, ordered by number, to `path`, replacing an older
 * file atomically. A game that is in several journals must have the same line in each. */
bool journal_merge(const char *path, const JournalSources *sources, Error *error);

#endif
