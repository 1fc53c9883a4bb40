/* The WebAssembly build has no files. */
#include "base/os/atomic_file.h"

#include <errno.h>
#include <string.h>

bool atomic_file_open(AtomicFile *atomic, const char *path, Error *error) {
    atomic->file = NULL;
    return error_set_at(error, path, 0, strerror(ENOENT));
}

bool atomic_file_open_sole_writer(AtomicFile *atomic, const char *path, Error *error) {
    return atomic_file_open(atomic, path, error);
}

bool atomic_file_commit(AtomicFile *atomic, Error *error) {
    return error_set_at(error, atomic->target, 0, strerror(ENOENT));
}

void atomic_file_discard(AtomicFile *atomic) {
    (void)atomic;
}
