/* convert_output: a file that appears whole or not at all, and that may be too big for memory. One
 * thread. */
#ifndef MISERE_CONVERT_OUTPUT_H
#define MISERE_CONVERT_OUTPUT_H

#include "error.h"

#include <limits.h>
#include <stdio.h>

typedef struct {
    FILE *file; /* to write to; NULL while there is none */
    char path[PATH_MAX];
    char temporary[PATH_MAX]; /* empty for standard output */
} ConvertOutput;

/* Begins the file, under a name of its own in the same folder; "-" is standard output. Folders on
 * the way are made if `make_folders`. What is there and is no regular file, or may not be written,
 * is refused. A symbolic link stays one. */
bool convert_output_open(ConvertOutput *output, const char *path, bool make_folders, Error *error);

/* Gives the file its name, once its bytes are on disk. On failure nothing of it is left. */
bool convert_output_commit(ConvertOutput *output, Error *error);

/* Leaves nothing of it. */
void convert_output_abandon(ConvertOutput *output);

#endif
