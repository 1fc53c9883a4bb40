/* The WebAssembly build has no files. */
#include "base/os/path.h"

#include <errno.h>

char path_list_separator(void) {
    return ':';
}

bool path_exists(const char *path) {
    (void)path;
    errno = ENOENT;
    return false;
}

bool path_create(const char *path) {
    (void)path;
    errno = EROFS;
    return false;
}
