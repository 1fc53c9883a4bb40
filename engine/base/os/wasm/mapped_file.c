/* The WebAssembly build has no files. */
#include "base/os/mapped_file.h"

#include <errno.h>
#include <string.h>

bool mapped_file_open(MappedFile *file, const char *path, Error *error) {
    *file = (MappedFile){0};
    return error_set_at(error, path, 0, strerror(ENOENT));
}

void mapped_file_close(MappedFile *file) {
    (void)file;
}
