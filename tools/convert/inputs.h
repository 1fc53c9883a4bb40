/* inputs: the files that are to be converted, those in folders too. One thread. */
#ifndef MISERE_CONVERT_INPUTS_H
#define MISERE_CONVERT_INPUTS_H

#include "base/error.h"
#include "base/os/path.h"

#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *path;       /* owned; "-" is standard input */
    size_t name;      /* where in `path` begins what tells it from the others of its folder */
    bool from_folder; /* found in a folder: it may be no game file at all */
    uint64_t bytes;
    PathId id;
} ConvertInput;

/* All zero at first. */
typedef struct {
    ConvertInput *files;
    size_t count;
    size_t capacity;
    uint64_t bytes;
    PathId *ids;    /* sorted */
    int unreadable; /* files and folders that were complained of */
} ConvertInputs;

/* Adds a file, or all files in a folder and the folders in it, sorted by name; not those whose
 * name begins with a dot. What is found in a folder and cannot be read is complained of on standard
 * error, and counted. False if there is no such file or folder, or no memory. */
bool convert_inputs_add(ConvertInputs *inputs, const char *path, Error *error);

/* All have been added. False without memory. */
bool convert_inputs_complete(ConvertInputs *inputs);

/* Is the file of this path one of them? They must be complete. */
bool convert_inputs_has(const ConvertInputs *inputs, const char *path);

void convert_inputs_free(ConvertInputs *inputs);

#endif
