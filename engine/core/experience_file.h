/* experience_file: experience on disk, where several engines may add to it at once. Any thread. */
#ifndef MISERE_CORE_EXPERIENCE_FILE_H
#define MISERE_CORE_EXPERIENCE_FILE_H

#include "knowledge/experience.h"

/* Reads what is in the file in place of what is known; a file that is not there is made, and an
 * empty one means that nothing was learned. If it is anything else than experience, or cannot be
 * read or made, says why, returns false and changes nothing, neither here nor there. */
bool experience_file_load(const char *path, Experience *experience, Error *error);

/* Adds a finished game (see experience_learn) to what is in the file, where others may have added
 * since, and gives back all of it. The file is replaced whole or not at all, while nobody else
 * writes it; waits for others no more than 10 s. On failure says why, returns false and changes
 * nothing, neither here nor there. */
bool experience_file_learn(const char *path, Experience *experience, const Game *game,
                           int white_points, size_t max_bytes, Error *error);

#endif
