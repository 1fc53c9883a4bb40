/* inputs: the files to convert, including those in folders. Not thread-safe. */
#ifndef MISERE_CONVERT_INPUTS_H
#define MISERE_CONVERT_INPUTS_H

#include "base/error.h"
#include "base/os/path.h"

#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *path;       /* owned; "-" is standard input */
    size_t name;      /* offset in `path` of the name relative to the given folder */
    bool from_folder; /* found in a folder, so perhaps not a game file */
    uint64_t bytes;
    PathId id;
} ConvertInput;

/* Must be all zero before the first use. Free with convert_inputs_free. */
typedef struct {
    ConvertInput *files;
    size_t count;
    size_t capacity;
    uint64_t bytes; /* total size of all files */
    PathId *ids;    /* identities of all files, sorted */
    int unreadable; /* number of files and folders reported as unreadable */
} ConvertInputs;

/* Adds a file, or all files in a folder and its subfolders, sorted by name, except those whose
 * names begin with a dot. Files in a folder that cannot be read are reported on standard error and
 * counted. False, with the reason, if there is no such file or folder, or if out of memory. */
bool convert_inputs_add(ConvertInputs *inputs, const char *path, Error *error);

/* Call after all inputs have been added. False if out of memory. */
bool convert_inputs_complete(ConvertInputs *inputs);

/* Is the file at this path one of the inputs? Call only after convert_inputs_complete. */
bool convert_inputs_has(const ConvertInputs *inputs, const char *path);

void convert_inputs_free(ConvertInputs *inputs);

#endif
