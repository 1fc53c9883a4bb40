#include "base/os/directory.h"

#include "base/array.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- walking --- */

/* An entry to be visited. */
typedef struct {
    char *name;    /* owned */
    size_t parent; /* length of its folder's path in DirectoryWalk.path, with the slash */
} Pending;

/* A stack of entries still to be visited takes the place of recursion. */
typedef struct {
    DirectoryVisit *visit;
    void *context;
    char path[PATH_MAX + NAME_MAX +
              1];     /* the current entry's path, which may be too long to be read */
    Pending *pending; /* a stack: the entry to be visited next is the last */
    size_t count;
} DirectoryWalk;

static bool push(DirectoryWalk *walk, const char *name, size_t parent) {
    Pending *pending = array_grow(walk->pending, walk->count, sizeof *pending);
    if (!pending)
        return false;
    walk->pending = pending;
    char *copy = strdup(name);
    if (copy)
        walk->pending[walk->count++] = (Pending){copy, parent};
    return copy != NULL;
}

static void drop_to(DirectoryWalk *walk, size_t count) {
    while (walk->count > count)
        free(walk->pending[--walk->count].name);
}

static int compare_names_reversed(const void *a, const void *b) {
    return strcmp(((const Pending *)b)->name, ((const Pending *)a)->name);
}

/* If memory runs out, the walk ends. */
static bool report(const DirectoryWalk *walk, int reason) {
    DirectoryEntry entry = {.path = walk->path, .reason = reason};
    errno = reason;
    return reason != ENOMEM && walk->visit(walk->context, &entry);
}

static DIR *open_folder(const char *path, int flags) {
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags);
    DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
    int reason = errno;
    if (fd >= 0 && !folder)
        close(fd);
    errno = reason;
    return folder;
}

/* Adds the entries of the folder at walk->path to the pending ones. `flags` are for open(). */
static bool enter_folder(DirectoryWalk *walk, int flags) {
    DIR *folder = open_folder(walk->path, flags);
    if (!folder)
        return report(walk, errno);
    size_t length = strlen(walk->path), first = walk->count;
    int reason = 0;
    if (walk->path[length - 1] != '/')
        length++;
    for (struct dirent *found; reason == 0;) {
        errno = 0;
        found = readdir(folder);
        if (!found && errno == 0)
            break;
        if (!found || (found->d_name[0] != '.' && !push(walk, found->d_name, length)))
            reason = errno;
    }
    closedir(folder);
    if (reason) {
        drop_to(walk, first);
        return report(walk, reason);
    }
    if (walk->count > first)
        qsort(walk->pending + first, walk->count - first, sizeof *walk->pending,
              compare_names_reversed);
    return true;
}

static bool take_entry(DirectoryWalk *walk) {
    DirectoryEntry entry = {.path = walk->path};
    struct stat status;
    if (lstat(walk->path, &status) != 0)
        return report(walk, errno);
    if (S_ISDIR(status.st_mode))
        return enter_folder(walk, O_NOFOLLOW);
    if (!S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode))
        return true;
    if (!path_info(walk->path, &entry.info)) /* dangling links are skipped */
        return errno == ENOENT || report(walk, errno);
    return entry.info.kind != PATH_FILE || walk->visit(walk->context, &entry);
}

/* Takes the last of the pending entries. */
static bool take_next(DirectoryWalk *walk) {
    Pending next = walk->pending[--walk->count];
    walk->path[next.parent - 1] = '/';
    snprintf(walk->path + next.parent, sizeof walk->path - next.parent, "%s", next.name);
    free(next.name);
    return take_entry(walk);
}

bool directory_walk(const char *path, DirectoryVisit *visit, void *context) {
    DirectoryWalk walk = {.visit = visit, .context = context};
    snprintf(walk.path, sizeof walk.path, "%s", path);
    bool going = enter_folder(&walk, 0);
    while (going && walk.count > 0)
        going = take_next(&walk);
    int reason = errno;
    drop_to(&walk, 0);
    free(walk.pending);
    errno = reason;
    return going;
}

/* --- flushing and creating --- */

bool directory_sync(const char *path) {
    char folder[PATH_MAX] = ".";
    const char *slash = strrchr(path, '/');
    if (slash)
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path) + 1, path);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return errno == EACCES; /* a folder may be writable but not readable */
    bool synced = fsync(fd) == 0 || errno == EINVAL;
    int reason = errno;
    close(fd);
    errno = reason;
    return synced;
}

bool directory_create_all(const char *path, Error *error) {
    char part[PATH_MAX];
    if ((size_t)snprintf(part, sizeof part, "%s", path) >= sizeof part)
        return error_set_at(error, path, 0, strerror(ENAMETOOLONG));
    for (char *end = part; *end;) {
        end += 1 + strcspn(end + 1, "/");
        char next = *end;
        *end = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return error_set_errno(error, part);
        *end = next;
    }
    PathInfo info;
    if (!path_info(path, &info))
        return error_set_errno(error, path);
    return info.kind == PATH_FOLDER || error_set_at(error, path, 0, strerror(ENOTDIR));
}
