#include "base/os/directory.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int compare_names(const FTSENT **a, const FTSENT **b) {
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static bool visit_file(const FTSENT *found, DirectoryVisit *visit, void *context) {
    const struct stat *status = found->fts_statp;
    DirectoryEntry entry = {.path = found->fts_path,
                            .info = {.kind = PATH_FILE,
                                     .size = (uint64_t)status->st_size,
                                     .id = {(uint64_t)status->st_dev, (uint64_t)status->st_ino}}};
    return visit(context, &entry);
}

static bool visit_link(const FTSENT *found, DirectoryVisit *visit, void *context) {
    DirectoryEntry entry = {.path = found->fts_path};
    return !path_info(found->fts_accpath, &entry.info) || entry.info.kind != PATH_FILE ||
           visit(context, &entry);
}

static bool take_entry(FTS *tree, FTSENT *found, DirectoryVisit *visit, void *context) {
    DirectoryEntry entry = {.path = found->fts_path, .reason = found->fts_errno};
    if (found->fts_level > FTS_ROOTLEVEL && found->fts_name[0] == '.') {
        fts_set(tree, found, FTS_SKIP);
        return true;
    }
    switch (found->fts_info) {
    case FTS_F:
        return visit_file(found, visit, context);
    case FTS_SL:
        return visit_link(found, visit, context);
    case FTS_DNR:
    case FTS_ERR:
    case FTS_NS:
        return visit(context, &entry);
    default:
        return true;
    }
}

bool directory_walk(const char *path, DirectoryVisit *visit, void *context) {
    char *folder = strdup(path);
    char *const paths[] = {folder, NULL};
    FTS *tree =
        folder ? fts_open(paths, FTS_COMFOLLOW | FTS_PHYSICAL | FTS_NOCHDIR, compare_names) : NULL;
    bool going = tree != NULL;
    for (FTSENT *found; going && (found = fts_read(tree));)
        going = take_entry(tree, found, visit, context);
    int reason = errno; /* fts_read() sets it to 0 after the last entry */
    if (tree)
        fts_close(tree);
    free(folder);
    errno = reason;
    return going && reason == 0;
}

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
    for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return error_set_errno(error, part);
        *slash = '/';
    }
    return mkdir(path, 0777) == 0 || errno == EEXIST || error_set_errno(error, path);
}
