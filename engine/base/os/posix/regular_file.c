#include "base/os/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
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

/* Opens the file without blocking; sets errno to EINVAL if it is not one to append to. */
static int open_to_append(const char *path) {
    struct stat status;
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
    if (fd < 0 && errno == ENXIO) /* a FIFO without a reader, or a socket */
        errno = EINVAL;
    if (fd < 0)
        return -1;
    errno = EINVAL;
    if (fstat(fd, &status) == 0 &&
        (S_ISREG(status.st_mode) || (S_ISCHR(status.st_mode) && fcntl(fd, F_SETFL, O_APPEND) == 0)))
        return fd;
    int reason = errno;
    close(fd);
    errno = reason;
    return -1;
}

FILE *regular_file_append(const char *path, Error *error) {
    int fd = open_to_append(path);
    FILE *file = fd >= 0 ? fdopen(fd, "a") : NULL;
    if (!file && errno == EINVAL)
        error_set_at(error, path, 0, "not a regular file");
    else if (!file)
        error_set_errno(error, path);
    if (!file && fd >= 0)
        close(fd);
    return file;
}

/* --- whole files --- */

/* Reads `room` bytes, or fewer at the end of the file. Returns how many, or -1. */
static ssize_t read_up_to(int fd, char *buffer, size_t room) {
    size_t size = 0;
    while (size < room) {
        ssize_t got = read(fd, buffer + size, room - size);
        if (got == 0)
            break;
        if (got > 0)
            size += (size_t)got;
        else if (errno != EINTR)
            return -1;
    }
    return (ssize_t)size;
}

static bool read_open(int fd, const char *path, size_t max, char **bytes, size_t *size,
                      Error *error) {
    struct stat status;
    if (fstat(fd, &status) != 0)
        return error_set_errno(error, path);
    if (!S_ISREG(status.st_mode))
        return error_set_at(error, path, 0, "not a regular file");
    /* Trying to read one extra byte detects files that are too large or still growing. */
    size_t room = status.st_size > 0 && (size_t)status.st_size < max ? (size_t)status.st_size : max;
    char *buffer = malloc(room + 2);
    if (!buffer)
        return error_set_errno(error, path);
    ssize_t got = read_up_to(fd, buffer, room + 1);
    if (got < 0 || (size_t)got > room) {
        if (got < 0)
            error_set_errno(error, path);
        else
            error_set_at(error, path, 0,
                         room < max ? "the file is still being written" : "the file is too large");
        free(buffer);
        return false;
    }
    buffer[got] = '\0';
    *bytes = buffer;
    *size = (size_t)got;
    return true;
}

bool regular_file_read(const char *path, size_t max, char **bytes, size_t *size, Error *error) {
    /* O_NONBLOCK: otherwise opening a FIFO waits for a writer. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return error_set_errno(error, path);
    bool read = read_open(fd, path, max, bytes, size, error);
    close(fd);
    return read;
}
