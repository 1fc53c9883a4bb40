#include "base/os/output.h"

#include "base/os/atomic_file.h"
#include "base/os/stream.h"

bool output_check(const char *path, Error *error) {
    if (path)
        return atomic_file_check(path, error);
    return stream_is_writable(stdout) || error_set_errno(error, "standard output");
}
