/* directory: visits all files below a folder. Any thread. */
#ifndef MISERE_BASE_OS_DIRECTORY_H
#define MISERE_BASE_OS_DIRECTORY_H

#include <stdbool.h>
#include <stdint.h>

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
 * begin with a dot are skipped. Symbolic links to files are visited; links to folders are not
 * followed, as they could form cycles, except for `path` itself. On failure sets errno and returns
 * false. */
bool directory_walk(const char *path, DirectoryVisit *visit, void *context);

#endif
