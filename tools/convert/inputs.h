/* inputs: the files to convert, including those in folders. One thread. */
#ifndef MISERE_CONVERT_INPUTS_H
#define MISERE_CONVERT_INPUTS_H

#include "base/error.h"
#include "base/os/path.h"

#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *path;       /* owned; "-" is standard input */
    size_t name;      /* where in `path` its name begins, relative to the folder that was given */
    bool from_folder; /* found in a folder, so perhaps not a game file */
    uint64_t bytes;
    PathId id;
} ConvertInput;

/* All zero at first; freed by convert_inputs_free. */
typedef struct {
    ConvertInput *files;
    size_t count;
    size_t capacity;
    uint64_t bytes; /* of all files */
    PathId *ids;    /* of all files, sorted */
    int unreadable; /* files and folders that were reported */
} ConvertInputs;

/* Adds a file, or all files in a folder and its subfolders, sorted by name, except those whose
 * names begin with a dot. Files in a folder that cannot be read are reported on standard error and
 * counted. False, with the reason, if there is no such file or folder, or if out of memory. */
bool convert_inputs_add(ConvertInputs *inputs, const char *path, Error *error);

/* To be called once all are added. False if out of memory. */
bool convert_inputs_complete(ConvertInputs *inputs);

/* Is the file at this path one of them? Only after convert_inputs_complete. */
bool convert_inputs_has(const ConvertInputs *inputs, const char *path);

void convert_inputs_free(ConvertInputs *inputs);

#endif
