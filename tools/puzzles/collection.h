/* collection: writes the puzzles of a family to a JSON file. Thread-safe. */
#ifndef MISERE_PUZZLES_COLLECTION_H
#define MISERE_PUZZLES_COLLECTION_H

#include "base/error.h"
#include "puzzles/finder.h"

/* Would collection_write be able to open its file? On failure sets *error and returns false. */
bool collection_check(const char *folder, Family family, Error *error);

/* Writes FOLDER/FAMILY.json, one puzzle per line. An existing file is replaced atomically. On
 * failure sets *error and returns false. */
bool collection_write(const char *folder, Family family, const FoundPuzzles *puzzles, Error *error);

#endif
