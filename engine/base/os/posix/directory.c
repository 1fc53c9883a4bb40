#include "base/os/directory.h"

#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
