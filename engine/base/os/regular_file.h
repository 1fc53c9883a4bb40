/* regular_file: opens and reads files named by users, and refuses anything but regular files.
 * Thread-safe. */
#ifndef MISERE_BASE_OS_REGULAR_FILE_H
#define MISERE_BASE_OS_REGULAR_FILE_H

#include "base/error.h"

#include <stddef.h>
#include <stdio.h>

/* Opens a regular file for reading, and sets *size to its size in bytes. Anything else is refused
 * without blocking. On failure sets *error, without the path, and returns NULL. The caller closes
 * the file. */
FILE *regular_file_open(const char *path, size_t *size, Error *error);

/* Reads a regular file of at most `max` bytes into *bytes, which the caller frees; a NUL follows
 * the *size bytes. Anything else (a directory, a FIFO, a device) is refused without blocking.
 * On failure sets *error, which names the path, and returns false. */
bool regular_file_read(const char *path, size_t max, char **bytes, size_t *size, Error *error);

/* Opens a file for appending, and creates it if it is missing: a regular file, or a device such as
 * a terminal. Anything else (a directory, a FIFO, a socket) is refused without blocking.
 * Subprocesses do not inherit the file. On failure sets *error, which names the path, and returns
 * NULL. The caller closes the file. */
FILE *regular_file_append(const char *path, Error *error);

#endif
