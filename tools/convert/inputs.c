#include "convert/inputs.h"

#include "base/array.h"
#include "base/os/directory.h"
#include "cli/command_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool add_file(ConvertInputs *inputs, const char *path, size_t name, bool from_folder,
                     const PathInfo *info) {
    ConvertInput *files = array_grow(inputs->files, inputs->count, sizeof *files);
    if (!files)
        return false;
    inputs->files = files;
    char *copy = strdup(path);
    if (!copy)
        return false;
    inputs->files[inputs->count++] = (ConvertInput){.path = copy,
                                                    .name = name,
                                                    .from_folder = from_folder,
                                                    .bytes = info->size,
                                                    .id = info->id};
    inputs->bytes += info->size;
    return true;
}

/* --- folders --- */

static void complain(ConvertInputs *inputs, const char *path, int reason) {
    Error error;
    error_set_at(&error, path, 0, strerror(reason));
    command_line_report(error.text);
    inputs->unreadable++;
}

/* A folder whose files are being added. */
typedef struct {
    ConvertInputs *inputs;
    size_t name; /* the value of ConvertInput.name for the folder's files */
} Folder;

/* A DirectoryVisit. Returns false if out of memory. */
static bool take_entry(void *context, const DirectoryEntry *entry) {
    const Folder *folder = context;
    if (entry->reason == 0)
        return add_file(folder->inputs, entry->path, folder->name, true, &entry->info);
    complain(folder->inputs, entry->path, entry->reason);
    return true;
}

static bool add_folder(ConvertInputs *inputs, const char *path, Error *error) {
    Folder folder = {inputs, strlen(path) + !path_ends_as_folder(path)};
    return directory_walk(path, take_entry, &folder) || error_set_errno(error, path);
}

/* --- adding inputs --- */

bool convert_inputs_add(ConvertInputs *inputs, const char *path, Error *error) {
    PathInfo info = {.kind = PATH_OTHER};
    if (strcmp(path, "-") != 0 && !path_info(path, &info))
        return error_set_errno(error, path);
    if (info.kind == PATH_FOLDER)
        return add_folder(inputs, path, error);
    size_t name = (size_t)(path_base_name(path) - path);
    return add_file(inputs, path, name, false, &info) || error_set(error, "out of memory");
}

static int compare_ids(const void *a, const void *b) {
    return path_compare_ids(a, b);
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
    PathInfo info;
    return path_info(path, &info) && inputs->count > 0 &&
           bsearch(&info.id, inputs->ids, inputs->count, sizeof *inputs->ids, compare_ids);
}

void convert_inputs_free(ConvertInputs *inputs) {
    for (size_t i = 0; i < inputs->count; i++)
        free(inputs->files[i].path);
    free(inputs->files);
    free(inputs->ids);
}
