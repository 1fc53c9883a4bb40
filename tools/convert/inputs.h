/* inputs: the files to convert, including those in folders. Not thread-safe. */
#ifndef MISERE_CONVERT_INPUTS_H
#define MISERE_CONVERT_INPUTS_H

#include "base/error.h"
#include "base/os/path.h"

#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *path;       /* owned; "-" is standard input */
    size_t name;      /* index in `path` where the name relative to the given folder begins */
    bool from_folder; /* found in a folder, so perhaps not a game file */
    uint64_t bytes;
    PathId id;
} ConvertInput;

/* Initialise to zeros; free with convert_inputs_free. */
typedef struct {
    ConvertInput *files;
    size_t count;
    uint64_t bytes; /* total size of all files */
    PathId *ids;    /* identities of all files, sorted */
    int unreadable; /* number of files and folders reported as unreadable */
} ConvertInputs;

/* Adds a file, or all files in a folder and its subfolders, sorted by name, except those whose
 * names begin with a dot. Files and subfolders that cannot be read are reported on standard error
 * and counted. Sets *error and returns false if there is no such file or folder, or if out of
 * memory. */
bool convert_inputs_add(ConvertInputs *inputs, const char *path, Error *error);

/* Sorts the identities. Call after all inputs have been added. Returns false if out of memory. */
bool convert_inputs_complete(ConvertInputs *inputs);

/* Is the file at this path one of the inputs? Call only after convert_inputs_complete. */
bool convert_inputs_has(const ConvertInputs *inputs, const char *path);

void convert_inputs_free(ConvertInputs *inputs);

#endif
