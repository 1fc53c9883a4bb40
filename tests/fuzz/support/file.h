/* file: files in memory, for code that wants a path. */
#ifndef MISERE_FUZZ_FILE_H
#define MISERE_FUZZ_FILE_H

#include <stddef.h>

/* Returns the path of the one file, which from now on has this content. */
const char *fuzz_file(const void *bytes, size_t size);

enum { FUZZ_PATH_SIZE = 128 };

/* The path of a file of this process's own, whose name ends so: for code that creates, replaces or
 * removes files. It is in the folder $FUZZ_FOLDER, which tests/fuzz/run removes at the end, else in
 * /dev/shm. The target removes the file. */
void fuzz_path(char path[FUZZ_PATH_SIZE], const char *ending);

/* Writes the file; returns its content, which the caller frees, or NULL if there is no file. */
void fuzz_write_file(const char *path, const void *bytes, size_t size);
char *fuzz_read_file(const char *path, size_t *size);

#endif
