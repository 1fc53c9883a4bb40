/* directory: creates folders, flushes directory entries, and visits all files below a folder.
 * Thread-safe. */
#ifndef MISERE_BASE_OS_DIRECTORY_H
#define MISERE_BASE_OS_DIRECTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/os/directory.h"
#include "base/os/path.h"

typedef struct {
    const char *path; /* begins with the walked folder's path; valid during the visit */
    int reason;       /* 0, or an errno if the file or folder cannot be read */
    PathInfo info;    /* valid if reason is 0 */
} DirectoryEntry;

/* Called for each file, and for each file or folder that cannot be read. To end the walk with
 * failure, the callback sets errno and returns false. */
typedef bool DirectoryVisit(void *context, const DirectoryEntry *entry);

/* Visits the regular files below a folder, in byte order of their names at each level. Names that
 * begin with a dot are skipped. A symbolic link to a file is visited; a link to a folder, which
 * could form a cycle, is followed only if it is `path` itself. A path that is too long cannot be
 * read, which bounds the depth. On failure, for example if out of memory, sets errno and
 * returns false. */
bool directory_walk(const char *path, DirectoryVisit *visit, void *context);

/* Flushes the directory entry of `path` to disk, if the file system can. On failure sets errno and
 * returns false. */
bool directory_sync(const char *path);

/* Creates a folder and its missing parents, like `mkdir -p`. On failure sets *error and returns
 * false. */
bool directory_create_all(const char *path, Error *error);

#endif
