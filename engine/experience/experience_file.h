/* experience_file: experience on disk, in a file that several engines may share. Thread-safe. */
#ifndef MISERE_EXPERIENCE_EXPERIENCE_FILE_H
#define MISERE_EXPERIENCE_EXPERIENCE_FILE_H

#include "experience/experience.h"

/* Replaces *experience with the contents of the file. A missing file is created; an empty one means
 * no experience. If the file is not an experience file, or cannot be read or created, sets *error,
 * leaves both *experience and the file unchanged, and returns false. */
bool experience_file_load(const char *path, Experience *experience, Error *error);

enum { EXPERIENCE_LOCK_WAIT_MS = 2000 };

/* The experience file, and how to open it. */
typedef struct {
    const char *path;
    size_t max_bytes;     /* at least EXPERIENCE_BYTES_MIN */
    int64_t lock_wait_ms; /* how long to wait while another program has locked it */
} ExperienceFile;

/* Adds a finished game to the file (see experience_learn; `white_points` is 2 if White won, 1 for a
 * draw, else 0), and replaces *experience with the file's new contents, which include what other
 * engines have added. Locks the file and replaces it atomically; the new file has at most
 * `max_bytes`. On failure sets *error, leaves *experience and the file unchanged, and returns
 * false. */
bool experience_file_learn(const ExperienceFile *file, Experience *experience, const Game *game,
                           int white_points, Error *error);

/* If the file has more than `max_bytes`, makes it smaller in the same way (see experience_shrink).
 */
bool experience_file_shrink(const ExperienceFile *file, Experience *experience, Error *error);

#endif
