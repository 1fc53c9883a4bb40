/* experience_file: experience on disk, in a file that several engines may share. Thread-safe. */
#ifndef MISERE_CORE_EXPERIENCE_FILE_H
#define MISERE_CORE_EXPERIENCE_FILE_H

#include "knowledge/experience.h"

/* Replaces *experience with the contents of the file. A missing file is created; an empty one means
 * no experience. If the file is not an experience file, or cannot be read or created, sets *error,
 * leaves both *experience and the file unchanged, and returns false. */
bool experience_file_load(const char *path, Experience *experience, Error *error);

/* Adds a finished game to the file (see experience_learn; `white_points` is 2 if White won, 1 for a
 * draw, else 0), and replaces *experience with the file's new contents, which include what other
 * engines have added. Locks the file, waiting for at most 10 s, and replaces it atomically; the new
 * file has at most `max_bytes`. On failure sets *error, leaves *experience and the file unchanged,
 * and returns false. */
bool experience_file_learn(const char *path, Experience *experience, const Game *game,
                           int white_points, size_t max_bytes, Error *error);

#endif
