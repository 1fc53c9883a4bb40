#include "base/os/append_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- opening --- */

/* Has another process replaced the file since we opened it? If so, our lock is on the old file. */
static bool was_replaced(int fd, const char *path) {
    struct stat opened, there;
    return fstat(fd, &opened) != 0 || stat(path, &there) != 0 || opened.st_dev != there.st_dev ||
           opened.st_ino != there.st_ino;
}

static AppendFileResult check(int fd, const char *path, bool to_write) {
    struct stat status;
    if (fd < 0 && (errno == EISDIR || errno == ENXIO)) /* a folder; a socket */
        return APPEND_FILE_NOT_REGULAR;
    if (fd < 0 || fstat(fd, &status) != 0)
        return APPEND_FILE_FAILED;
    if (!S_ISREG(status.st_mode))
        return APPEND_FILE_NOT_REGULAR;
    if (!to_write)
        return APPEND_FILE_OPEN;
    if (flock(fd, LOCK_EX | LOCK_NB) != 0)
        return errno == EWOULDBLOCK ? APPEND_FILE_LOCKED : APPEND_FILE_FAILED;
    return was_replaced(fd, path) ? APPEND_FILE_LOCKED : APPEND_FILE_OPEN;
}

static AppendFileResult open_file(AppendFile *file, const char *path, int flags) {
    int fd = open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
    AppendFileResult result = check(fd, path, flags & O_APPEND);
    int reason = errno;
    file->handle = fd;
    if (result != APPEND_FILE_OPEN)
        append_file_close(file);
    errno = reason;
    return result;
}

AppendFileResult append_file_open(AppendFile *file, const char *path) {
    return open_file(file, path, O_RDONLY);
}

AppendFileResult append_file_open_to_write(AppendFile *file, const char *path) {
    return open_file(file, path, O_RDWR | O_CREAT | O_APPEND);
}

void append_file_close(AppendFile *file) {
    if (file->handle >= 0)
        close((int)file->handle);
    *file = APPEND_FILE_CLOSED;
}

/* --- writing --- */

bool append_file_write(AppendFile *file, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t count = write((int)file->handle, bytes, size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        bytes += count;
        size -= (size_t)count;
    }
    return true;
}

bool append_file_sync(AppendFile *file) {
    return fdatasync((int)file->handle) == 0;
}

bool append_file_add(AppendFile *file, const char *bytes, size_t size) {
    return append_file_write(file, bytes, size) && append_file_sync(file);
}

bool append_file_truncate(AppendFile *file, int64_t size) {
    return ftruncate((int)file->handle, size) == 0;
}

/* --- reading --- */

int64_t append_file_read(const AppendFile *file, char *bytes, size_t size, int64_t offset) {
    size_t done = 0;
    while (done < size) {
        ssize_t count = pread((int)file->handle, bytes + done, size - done, offset + (int64_t)done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return -1;
        if (count == 0)
            break;
        done += (size_t)count;
    }
    return (int64_t)done;
}

FILE *append_file_stream(const AppendFile *file) {
    int copy = fcntl((int)file->handle, F_DUPFD_CLOEXEC, 0);
    FILE *stream = copy >= 0 ? fdopen(copy, "r") : NULL;
    if (!stream && copy >= 0) {
        int reason = errno;
        close(copy);
        errno = reason;
    }
    return stream;
}
