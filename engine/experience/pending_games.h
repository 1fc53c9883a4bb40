/* pending_games: a queue of finished games to be added to the experience file. A game that cannot
 * be added, because another program has locked the file or the disk is full, waits for the next
 * attempt. One thread at a time may use a PendingGames. */
#ifndef MISERE_EXPERIENCE_PENDING_GAMES_H
#define MISERE_EXPERIENCE_PENDING_GAMES_H

#include "experience/experience_file.h"

enum { PENDING_GAMES_MAX = 16 };

typedef struct {
    Game game;        /* owns its turns */
    int white_points; /* see experience_learn */
} PendingGame;

/* Initialise to zeros. */
typedef struct {
    PendingGame waiting[PENDING_GAMES_MAX]; /* oldest first */
    int count;
    int64_t patient_ms; /* until this time a locked file is not waited for */
} PendingGames;

/* Copies the game to the end of the queue; if that is full, the oldest game is dropped. Returns
 * false if out of memory. */
bool pending_games_add(PendingGames *pending, const Game *game, int white_points);

/* Adds all waiting games to the file, and replaces *experience with its contents. Waits for a lock
 * for up to two seconds; after a failure it does so again only twenty seconds later. On failure
 * sets *error and returns false; the games that are left keep waiting. */
bool pending_games_learn(PendingGames *pending, const char *path, size_t max_bytes,
                         Experience *experience, Error *error);

/* Lets the next call wait for a locked file again, even if an earlier one has failed. */
void pending_games_be_patient(PendingGames *pending);

/* Drops all waiting games. */
void pending_games_free(PendingGames *pending);

#endif
