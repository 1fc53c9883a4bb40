/* lessons: a queue of finished games to be added to the experience file. A game that cannot be
 * added, because another program has locked the file or the disk is full, waits for the next
 * attempt. One thread at a time may use a Lessons. */
#ifndef MISERE_CORE_LESSONS_H
#define MISERE_CORE_LESSONS_H

#include "core/experience_file.h"

enum { LESSONS_MAX = 16 };

typedef struct {
    Game game;        /* owns its turns */
    int white_points; /* see experience_learn */
} Lesson;

/* Initialise to zeros. */
typedef struct {
    Lesson waiting[LESSONS_MAX]; /* oldest first */
    int count;
    int64_t patient_ms; /* until this time a locked file is not waited for */
} Lessons;

/* Copies the game to the end of the queue; if that is full, the oldest game is dropped. Returns
 * false if out of memory. */
bool lessons_add(Lessons *lessons, const Game *game, int white_points);

/* Adds all waiting games to the file, and replaces *experience with its contents. Waits for a lock
 * for up to two seconds; after a failure it does so again only twenty seconds later. On failure
 * sets *error and returns false; the games that are left keep waiting. */
bool lessons_learn(Lessons *lessons, const char *path, size_t max_bytes, Experience *experience,
                   Error *error);

/* Lets the next call wait for a locked file again, even if an earlier one has failed. */
void lessons_be_patient(Lessons *lessons);

/* Drops all waiting games. */
void lessons_free(Lessons *lessons);

#endif
