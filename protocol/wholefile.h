/* wholefile: files read whole within a bound, and replaced whole or not at all. Any thread. */
#ifndef MISERE_WHOLEFILE_H
#define MISERE_WHOLEFILE_H

#include "error.h"

#include <stddef.h>

/* Says "PATH:LINE: REASON", or "PATH: REASON" if `line` is 0; of a long path only the end.
 * Always returns false. */
bool wholefile_error(Error *error, const char *path, long line, const char *reason);

/* Reads a regular file of at most `max` bytes into *bytes, which the caller frees; a NUL follows
 * the *size bytes. Whatever else `path` names (a directory, a FIFO, a device) is refused, and
 * never waited for. */
bool wholefile_read(const char *path, size_t max, char **bytes, size_t *size, Error *error);

/* Makes `path` a file of these bytes. They are on disk before an older file of that name gives
 * way; on failure it stays as it was, and nothing is left behind. The new file keeps the older
 * one's permissions. A symbolic link stays one: the file it leads to is replaced. What is no
 * regular file, or may not be written, is never replaced. */
bool wholefile_replace(const char *path, const char *bytes, size_t size, Error *error);

#endif
