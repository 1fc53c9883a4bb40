/* atomic_file: replaces files atomically. Thread-safe, but only one thread at a time may use an
 * AtomicFile. Functions that take an `error` set it on failure and return false. */
#ifndef MISERE_BASE_OS_ATOMIC_FILE_H
#define MISERE_BASE_OS_ATOMIC_FILE_H

#include "base/error.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>

/* A file being written under a temporary name. */
typedef struct {
    FILE *file;            /* the stream to write to */
    char target[PATH_MAX]; /* its final path */
    char name[PATH_MAX];   /* its temporary path, in the same folder */
} AtomicFile;

/* Opens a new file for writing. An existing file stays unchanged until the new one is committed,
 * and the new file gets the permissions of the old one. If `path` is a symbolic link, its target
 * is replaced. On Windows, the new file gets the folder's default permissions, and the link itself
 * is replaced. Fails if `path` exists but is not a writable regular file. */
bool atomic_file_open(AtomicFile *atomic, const char *path, Error *error);

/* Like atomic_file_open, but with the fixed temporary name PATH.new, so that a writer that is
 * killed repeatedly leaves only one temporary file. Nobody else may write the same file at the same
 * time. Fails if PATH.new exists and is not a regular file. */
bool atomic_file_open_sole_writer(AtomicFile *atomic, const char *path, Error *error);

/* Would atomic_file_open, or atomic_file_open_sole_writer, succeed? To be asked before long work,
 * so that an output that cannot be written is reported at once. Leaves the folder as it was, except
 * that an abandoned PATH.new is removed. */
bool atomic_file_check(const char *path, Error *error);
bool atomic_file_check_sole_writer(const char *path, Error *error);

/* Closes the file, waits until it is on disk, and renames it to its final path. Write errors from
 * before this call are reported here. On failure the temporary file is removed. */
bool atomic_file_commit(AtomicFile *atomic, Error *error);

/* Closes and removes the temporary file. */
void atomic_file_discard(AtomicFile *atomic);

/* Atomically replaces the contents of the file `path` with these bytes. */
bool atomic_file_write(const char *path, const char *bytes, size_t size, Error *error);

#endif
