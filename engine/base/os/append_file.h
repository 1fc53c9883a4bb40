/* append_file: a file that one process adds to, in pieces that are on disk or not there at all,
 * while others may read it. One thread at a time may use an AppendFile.
 *
 * What fails says why in errno. */
#ifndef MISERE_BASE_OS_APPEND_FILE_H
#define MISERE_BASE_OS_APPEND_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    intptr_t handle; /* the system's */
} AppendFile;

/* A closed one. */
#define APPEND_FILE_CLOSED ((AppendFile){-1})

typedef enum {
    APPEND_FILE_OPEN,
    APPEND_FILE_FAILED,      /* errno says why */
    APPEND_FILE_NOT_REGULAR, /* a folder, a device, ...; never waited for */
    APPEND_FILE_LOCKED,      /* another process adds to it, or has just put another in its place */
} AppendFileResult;

/* Opens a file to read. Unless the result is APPEND_FILE_OPEN it is closed. */
AppendFileResult append_file_open(AppendFile *file, const char *path);

/* Opens a file to add to it and to read, and makes it if it is not there. Other processes cannot
 * open it so until it is closed. */
AppendFileResult append_file_open_to_write(AppendFile *file, const char *path);

/* May be closed already. */
void append_file_close(AppendFile *file);

/* Adds bytes at the end, and waits until they are on disk. On failure some may be there. */
bool append_file_add(AppendFile *file, const char *bytes, size_t size);

/* Cuts the file to that many bytes. */
bool append_file_truncate(AppendFile *file, int64_t size);

/* Reads `size` bytes from an offset on. Returns how many there are, or -1. */
int64_t append_file_read(const AppendFile *file, char *bytes, size_t size, int64_t offset);

/* A stream to read the file from its beginning, once. NULL on failure; the caller closes it. */
FILE *append_file_stream(const AppendFile *file);

#endif
