/* output: a file that appears whole or not at all, or standard output. Not thread-safe. */
#ifndef MISERE_CONVERT_OUTPUT_H
#define MISERE_CONVERT_OUTPUT_H

#include "base/os/atomic_file.h"

#include <stdbool.h>

typedef struct {
    FILE *file; /* the stream to write to; NULL if none is open */
    AtomicFile atomic;
    bool is_stdout;
} ConvertOutput;

/* Begins the file; "-" is standard output. Creates missing folders if `make_folders` is set. Fails
 * if a folder cannot be created, or if atomic_file_open fails. */
bool convert_output_open(ConvertOutput *output, const char *path, bool make_folders, Error *error);

/* Completes the file as atomic_file_commit does, or flushes standard output. */
bool convert_output_commit(ConvertOutput *output, Error *error);

/* Discards the file, if one is open. */
void convert_output_abandon(ConvertOutput *output);

#endif
