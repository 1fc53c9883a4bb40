/* directory: all files in a folder. One thread at a time may walk a folder; any thread. */
#ifndef MISERE_BASE_OS_DIRECTORY_H
#define MISERE_BASE_OS_DIRECTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/os/path.h"

typedef struct {
    const char *path; /* begins with that of the folder which is walked; gone after the visit */
    int reason;       /* not 0: the errno why it cannot be read */
    PathInfo info;    /* of the file, if it can */
} DirectoryEntry;

/* Is told of a file, or of what cannot be read. False ends the walk, which then fails; it must have
 * set errno. */
typedef bool DirectoryVisit(void *context, const DirectoryEntry *entry);

/* Visits the regular files in a folder and in those that it has, in the order of their names, byte
 * by byte; a folder's stand where its own name does. Left out is what begins with a dot. A symbolic
 * link counts if it leads to a file: folders are not followed, for they might go in circles. The
 * folder itself may be a link.
 * False with errno. */
bool directory_walk(const char *path, DirectoryVisit *visit, void *context);

#endif
