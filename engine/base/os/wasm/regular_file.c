/* The WebAssembly build has no files. */
#include "base/os/regular_file.h"

#include <errno.h>
#include <string.h>

FILE *regular_file_open(const char *path, size_t *size, Error *error) {
    (void)path;
    *size = 0;
    error_set(error, "%s", strerror(ENOENT));
    return NULL;
}

bool regular_file_read(const char *path, size_t max, char **bytes, size_t *size, Error *error) {
    (void)max;
    *bytes = NULL;
    *size = 0;
    return error_set_at(error, path, 0, strerror(ENOENT));
}

FILE *regular_file_append(const char *path, Error *error) {
    error_set_at(error, path, 0, strerror(ENOENT));
    return NULL;
}
