/* mapped_file: a file's bytes as memory that the operating system reads when they are needed. A
 * mapped file may be read by any thread; it must not be truncated while it is mapped. */
#ifndef MISERE_BASE_OS_MAPPED_FILE_H
#define MISERE_BASE_OS_MAPPED_FILE_H

#include "base/error.h"

#include <stddef.h>

typedef struct {
    const unsigned char *bytes;
    size_t size; /* at least 1 */
} MappedFile;

/* Maps a regular file that is not empty. On failure sets *error, which names the path, and returns
 * false. */
bool mapped_file_open(MappedFile *file, const char *path, Error *error);

void mapped_file_close(MappedFile *file);

#endif
