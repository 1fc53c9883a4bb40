/* experience_file: experience on disk, in a file that several engines may share. Any thread. */
#ifndef MISERE_CORE_EXPERIENCE_FILE_H
#define MISERE_CORE_EXPERIENCE_FILE_H

#include "knowledge/experience.h"

/* Replaces *experience with the contents of the file. A missing file is created; an empty one means
 * no experience. If the file has other contents, or cannot be read or created, sets *error, leaves
 * both *experience and the file unchanged, and returns false. */
bool experience_file_load(const char *path, Experience *experience, Error *error);

/* Adds a finished game to the file (see experience_learn; `white_points` is 2 for a win of White, 1
 * for a draw, 0 for a loss), and reads all of it into *experience, including what other engines
 * have added. Locks the file, waiting up to 10 s, and replaces it atomically; the new file has at
 * most `max_bytes`. On failure sets *error, leaves *experience and the file unchanged, and returns
 * false. */
bool experience_file_learn(const char *path, Experience *experience, const Game *game,
                           int white_points, size_t max_bytes, Error *error);

#endif
