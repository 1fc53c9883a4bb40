/* autosave: the file in which the terminal saves an unfinished game, so that a lost terminal loses
 * nothing. Each running program has a file of its own. Only one thread at a time may use an
 * Autosave. */
#ifndef MISERE_TEXTUI_SESSION_AUTOSAVE_H
#define MISERE_TEXTUI_SESSION_AUTOSAVE_H

#include "base/os/file_lock.h"
#include "files/gamefile.h"

#include <limits.h>

typedef struct {
    char path[PATH_MAX]; /* path of the saved game; empty: no game can be saved */
    FileLock lock;
} Autosave;

/* Takes a file that no other running program uses, if possible one with a game. Initialises
 * *autosave in any case. On failure sets *error and returns false; then no game is saved. */
bool autosave_open(Autosave *autosave, Error *error);

/* Is there a game of an earlier session in the file? */
bool autosave_exists(const Autosave *autosave);

/* Saves the game. On failure sets *error and returns false. */
bool autosave_save(const Autosave *autosave, const StoredGame *stored, Error *error);

/* Renames the file of an earlier session's game to kept-N.xml in the same folder, which is not
 * offered again, and writes its new path to `kept`. On failure sets *error and returns false. */
bool autosave_set_aside(const Autosave *autosave, char kept[PATH_MAX], Error *error);

/* Removes the game. */
void autosave_remove(const Autosave *autosave);

void autosave_close(Autosave *autosave);

#endif
