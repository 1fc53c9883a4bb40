/* output: a file that appears whole or not at all, and that may be too big for memory; or
 * standard output. One thread. */
#ifndef MISERE_CONVERT_OUTPUT_H
#define MISERE_CONVERT_OUTPUT_H

#include "base/os/atomic_file.h"

#include <stdbool.h>

typedef struct {
    FILE *file; /* to write to; NULL while there is none */
    AtomicFile atomic;
    bool is_stdout;
} ConvertOutput;

/* Begins the file; "-" is standard output. Folders on the way are made if `make_folders`. What
 * atomic_file_open refuses is refused. */
bool convert_output_open(ConvertOutput *output, const char *path, bool make_folders, Error *error);

/* As atomic_file_commit. */
bool convert_output_commit(ConvertOutput *output, Error *error);

/* Leaves nothing of it. */
void convert_output_abandon(ConvertOutput *output);

#endif
