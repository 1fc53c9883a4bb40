/* journal: the log of a tournament: a file of JSON lines, the first of which says what is played,
 * each other one game. A game is on disk before it counts, in one piece or not at all, so that the
 * log of a referee that was killed is whole but for a last line without end, which is dropped.
 * One thread at a time may use a Journal; the file is locked against other referees. */
#ifndef MISERE_REFEREE_JOURNAL_H
#define MISERE_REFEREE_JOURNAL_H

#include "base/error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct Journal Journal;

typedef enum { JOURNAL_READ, JOURNAL_WRITE } JournalMode;

/* Reads the first line of a log. NULL on failure; else the caller gives the reference back. */
json_t *journal_header(const char *path, Error *error);

/* Is there no log, or one whose first line was not finished? */
bool journal_is_new(const char *path);

/* Opens a log of games numbered below `size`. To write, a file that is new begins with
 * `header`; one that is there must begin with the same, or it is refused. In a log that is only
 * read, a last line without end is passed over. NULL on failure. */
Journal *journal_open(const char *path, JournalMode mode, const json_t *header, int size,
                      Error *error);

void journal_close(Journal *journal);

/* Is the game in the log? */
bool journal_has(const Journal *journal, int number);

/* Writes a game's line, which must have its number plus one as "game", and waits until it is on
 * disk. */
bool journal_append(Journal *journal, int number, const json_t *game, Error *error);

/* The game's line, which is in the log. NULL on failure; else the caller gives it back. */
json_t *journal_game(const Journal *journal, int number, Error *error);

/* Writes a log with these games, in order of their numbers, in place of `path`, whole or not at
 * all. A game that is in several logs must be the same in each. */
bool journal_merge(const char *path, const json_t *header, Journal *const *journals, int count,
                   int size, Error *error);

#endif
