/* append_file: a file to which one process appends durably while others may read it. One thread at
 * a time may use an AppendFile.
 *
 * Failures set errno. */
#ifndef MISERE_BASE_OS_APPEND_FILE_H
#define MISERE_BASE_OS_APPEND_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    intptr_t handle; /* a file descriptor; -1: closed */
} AppendFile;

/* The value of an AppendFile that is not open. */
#define APPEND_FILE_CLOSED ((AppendFile){-1})

typedef enum {
    APPEND_FILE_OPEN,
    APPEND_FILE_FAILED,      /* see errno */
    APPEND_FILE_NOT_REGULAR, /* a folder, a device, ... */
    APPEND_FILE_LOCKED,      /* another process has it open for writing, or has just replaced it */
} AppendFileResult;

/* Opens a file for reading. Never blocks, even on a FIFO. Unless the result is APPEND_FILE_OPEN,
 * *file is closed. */
AppendFileResult append_file_open(AppendFile *file, const char *path);

/* Opens a file for appending and reading; creates it if it is missing. Until the file is closed,
 * other processes get APPEND_FILE_LOCKED from this function. */
AppendFileResult append_file_open_to_write(AppendFile *file, const char *path);

/* Closes the file; does nothing if it is already closed. */
void append_file_close(AppendFile *file);

/* Appends bytes and waits until they are on disk. On failure some of them may have been written. */
bool append_file_add(AppendFile *file, const char *bytes, size_t size);

/* The two steps of append_file_add: the first appends bytes, which other processes see at once but
 * a system crash may lose; the second waits until everything appended so far is on disk. */
bool append_file_write(AppendFile *file, const char *bytes, size_t size);
bool append_file_sync(AppendFile *file);

/* Truncates the file to `size` bytes. */
bool append_file_truncate(AppendFile *file, int64_t size);

/* Reads `size` bytes starting at `offset`. Returns the number of bytes read, which is less than
 * `size` only at the end of the file, or -1 on failure. */
int64_t append_file_read(const AppendFile *file, char *bytes, size_t size, int64_t offset);

/* Returns a stream that reads the file from its beginning, or NULL on failure. The caller closes
 * the stream. Call this at most once, before any other read. */
FILE *append_file_stream(const AppendFile *file);

#endif
