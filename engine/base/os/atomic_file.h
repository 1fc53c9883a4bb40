/* atomic_file: replaces files atomically. Any thread; one thread at a time may use an AtomicFile.
 * Functions with `error` set it on failure and return false. */
#ifndef MISERE_BASE_OS_ATOMIC_FILE_H
#define MISERE_BASE_OS_ATOMIC_FILE_H

#include "base/error.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>

/* A file being written under a temporary name. */
typedef struct {
    FILE *file;            /* to write to */
    char target[PATH_MAX]; /* its final path */
    char name[PATH_MAX];   /* its temporary path, in the same folder */
} AtomicFile;

/* Opens a new file for writing. An existing file stays unchanged until the new one is committed;
 * the new one gets its permissions. If `path` is a symbolic link, its target is replaced. Fails if
 * `path` exists but is not a writable regular file. */
bool atomic_file_open(AtomicFile *atomic, const char *path, Error *error);

/* The same with the fixed temporary name PATH.new, so that a writer killed again and again leaves
 * only one temporary file. Nobody else may write the same file at that time. */
bool atomic_file_open_sole_writer(AtomicFile *atomic, const char *path, Error *error);

/* Closes the file, waits until it is on disk, and renames it to its final path. Earlier write
 * errors are reported here, too. On failure the temporary file is removed. */
bool atomic_file_commit(AtomicFile *atomic, Error *error);

/* Closes and removes the temporary file. */
void atomic_file_discard(AtomicFile *atomic);

/* Replaces the file `path` by these bytes: opens, writes and commits. */
bool atomic_file_write(const char *path, const char *bytes, size_t size, Error *error);

/* Flushes the directory entry of `path` to disk, if the file system can. On failure sets errno and
 * returns false. */
bool folder_sync(const char *path);

/* Creates a folder and its parents, as `mkdir -p`. */
bool folder_create_all(const char *path, Error *error);

#endif
