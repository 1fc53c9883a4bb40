/* unfinished: the file in which the terminal keeps its game in progress, so that a lost terminal
 * loses nothing. Each running program has a file of its own. Only one thread at a time may use an
 * Unfinished. */
#ifndef MISERE_TEXTUI_UNFINISHED_H
#define MISERE_TEXTUI_UNFINISHED_H

#include "base/os/file_lock.h"
#include "files/gamefile.h"

#include <limits.h>

typedef struct {
    char path[PATH_MAX]; /* of the game; empty: nothing can be kept */
    FileLock lock;
} Unfinished;

/* Finds a file that no other program uses, if possible one with a game. Initialises *unfinished in
 * any case. On failure sets *error and returns false; then nothing is kept. */
bool unfinished_open(Unfinished *unfinished, Error *error);

/* Is there a game of an earlier session in the file? */
bool unfinished_exists(const Unfinished *unfinished);

/* Keeps the game. On failure sets *error and returns false. */
bool unfinished_save(const Unfinished *unfinished, const StoredGame *stored, Error *error);

/* Renames the file of an earlier session's game to kept-N.xml in the same folder, which is not
 * offered again, and writes its new path to `kept`. On failure sets *error and returns false. */
bool unfinished_set_aside(const Unfinished *unfinished, char kept[PATH_MAX], Error *error);

/* Removes the game. */
void unfinished_remove(const Unfinished *unfinished);

void unfinished_close(Unfinished *unfinished);

#endif
