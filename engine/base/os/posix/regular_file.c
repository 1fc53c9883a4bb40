#include "base/os/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

FILE *regular_file_open(const char *path, size_t *size, Error *error) {
    /* O_NONBLOCK: otherwise opening a FIFO waits for a writer. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat status;
    FILE *file = NULL;
    if (fd < 0 || fstat(fd, &status) != 0)
        error_set(error, "%s", strerror(errno));
    else if (!S_ISREG(status.st_mode))
        error_set(error, "not a regular file");
    else if (!(file = fdopen(fd, "rb")))
        error_set(error, "%s", strerror(errno));
    else
        *size = (size_t)status.st_size;
    if (!file && fd >= 0)
        close(fd);
    return file;
}
