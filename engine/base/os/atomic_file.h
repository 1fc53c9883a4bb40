/* atomic_file: files read whole within a bound, and replaced whole or not at all. Any thread. */
#ifndef MISERE_BASE_OS_ATOMIC_FILE_H
#define MISERE_BASE_OS_ATOMIC_FILE_H

#include "base/error.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>

/* Reads a regular file of at most `max` bytes into *bytes, which the caller frees; a NUL follows
 * the *size bytes. Whatever else `path` names (a directory, a FIFO, a device) is refused, and
 * never waited for. */
bool regular_file_read(const char *path, size_t max, char **bytes, size_t *size, Error *error);

/* A file that is being written and that appears whole or not at all. */
typedef struct {
    FILE *file;            /* to write to */
    char target[PATH_MAX]; /* where it will be */
    char name[PATH_MAX];   /* what it is called until then, in the same folder */
} AtomicFile;

/* Begins a file. An older one of that name stays as it is until the new one is committed, which
 * keeps its permissions. A symbolic link stays one: the file it leads to is replaced. What is no
 * regular file, or may not be written, is refused. */
bool atomic_file_open(AtomicFile *atomic, const char *path, Error *error);

/* The same in a folder to which nobody else writes: until it is committed the file is called
 * PATH.new, so that a writer that is killed again and again leaves no more than one. */
bool atomic_file_open_sole_writer(AtomicFile *atomic, const char *path, Error *error);

/* Gives the file its name, once its bytes are on disk; whether all of them could be written is
 * found out here. On failure nothing of it is left. */
bool atomic_file_commit(AtomicFile *atomic, Error *error);

/* Leaves nothing of it. */
void atomic_file_discard(AtomicFile *atomic);

/* Makes `path` a file of these bytes; the three above in one. */
bool atomic_file_write(const char *path, const char *bytes, size_t size, Error *error);

/* Puts on disk that there is a file of that name in its folder, where the file system can. False
 * with errno. */
bool folder_sync(const char *path);

/* Makes a folder, and those that it is in, if they are not there. */
bool folder_create_all(const char *path, Error *error);

#endif
