#include "convert/inputs.h"

#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool add_file(ConvertInputs *inputs, const char *path, size_t name, bool from_folder,
                     const struct stat *status) {
    if (inputs->count == inputs->capacity) {
        size_t capacity = inputs->capacity ? 2 * inputs->capacity : 64;
        ConvertInput *files = realloc(inputs->files, capacity * sizeof *files);
        if (!files)
            return false;
        inputs->files = files;
        inputs->capacity = capacity;
    }
    char *copy = strdup(path);
    if (!copy)
        return false;
    inputs->files[inputs->count++] = (ConvertInput){.path = copy,
                                                    .name = name,
                                                    .from_folder = from_folder,
                                                    .bytes = (uint64_t)status->st_size,
                                                    .id = {status->st_dev, status->st_ino}};
    inputs->bytes += (uint64_t)status->st_size;
    return true;
}

/* --- folders --- */

static int compare_names(const FTSENT **a, const FTSENT **b) {
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static void complain(ConvertInputs *inputs, const char *path, int reason) {
    Error error;
    error_set(&error, "%.150s: %s", path, strerror(reason));
    fprintf(stderr, "misere-convert: %s\n", error.text);
    inputs->unreadable++;
}

/* Takes what was found. A link counts if it leads to a file: folders are not followed, for they
 * might go in circles. False without memory. */
static bool take_entry(ConvertInputs *inputs, FTS *tree, FTSENT *entry, size_t name) {
    struct stat status;
    if (entry->fts_level > FTS_ROOTLEVEL && entry->fts_name[0] == '.') {
        fts_set(tree, entry, FTS_SKIP);
        return true;
    }
    switch (entry->fts_info) {
    case FTS_F:
        return add_file(inputs, entry->fts_path, name, true, entry->fts_statp);
    case FTS_SL:
        return stat(entry->fts_accpath, &status) != 0 || !S_ISREG(status.st_mode) ||
               add_file(inputs, entry->fts_path, name, true, &status);
    case FTS_DNR:
    case FTS_ERR:
    case FTS_NS:
        complain(inputs, entry->fts_path, entry->fts_errno);
        return true;
    default:
        return true;
    }
}

static bool add_folder(ConvertInputs *inputs, const char *path, Error *error) {
    char *folder = strdup(path);
    char *const paths[] = {folder, NULL};
    FTS *tree =
        folder ? fts_open(paths, FTS_COMFOLLOW | FTS_PHYSICAL | FTS_NOCHDIR, compare_names) : NULL;
    size_t length = strlen(path);
    size_t name = length + (length > 0 && path[length - 1] != '/');
    bool added = tree != NULL;
    for (FTSENT *entry; added && (entry = fts_read(tree));)
        added = take_entry(inputs, tree, entry, name);
    int reason = errno; /* 0 after the last entry */
    if (tree)
        fts_close(tree);
    free(folder);
    return reason == 0 || error_set(error, "%.150s: %s", path, strerror(reason));
}

/* --- all --- */

bool convert_inputs_add(ConvertInputs *inputs, const char *path, Error *error) {
    struct stat status = {0};
    if (strcmp(path, "-") != 0 && stat(path, &status) != 0)
        return error_set(error, "%.150s: %s", path, strerror(errno));
    if (S_ISDIR(status.st_mode))
        return add_folder(inputs, path, error);
    const char *slash = strrchr(path, '/');
    size_t name = slash ? (size_t)(slash - path) + 1 : 0;
    return add_file(inputs, path, name, false, &status) || error_set(error, "out of memory");
}

static int compare_ids(const void *a, const void *b) {
    const FileId *x = a, *y = b;
    if (x->device != y->device)
        return x->device < y->device ? -1 : 1;
    return (x->inode > y->inode) - (x->inode < y->inode);
}

bool convert_inputs_complete(ConvertInputs *inputs) {
    inputs->ids = calloc(inputs->count + 1, sizeof *inputs->ids);
    if (!inputs->ids)
        return false;
    for (size_t i = 0; i < inputs->count; i++)
        inputs->ids[i] = inputs->files[i].id;
    qsort(inputs->ids, inputs->count, sizeof *inputs->ids, compare_ids);
    return true;
}

bool convert_inputs_has(const ConvertInputs *inputs, const char *path) {
    struct stat status;
    if (stat(path, &status) != 0)
        return false;
    FileId id = {status.st_dev, status.st_ino};
    return inputs->count > 0 &&
           bsearch(&id, inputs->ids, inputs->count, sizeof *inputs->ids, compare_ids);
}

void convert_inputs_free(ConvertInputs *inputs) {
    for (size_t i = 0; i < inputs->count; i++)
        free(inputs->files[i].path);
    free(inputs->files);
    free(inputs->ids);
}
