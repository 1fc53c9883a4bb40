#include "base/os/file_lock.h"

#include "base/os/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAUSE_MS = 5 };

/* Is the open file still the one at `path`? The previous holder may have replaced it. */
static bool is_current(int fd, const char *path) {
    struct stat opened, there;
    return fstat(fd, &opened) == 0 && stat(path, &there) == 0 && opened.st_dev == there.st_dev &&
           opened.st_ino == there.st_ino;
}

/* Opens and locks the file. Returns a descriptor, or -1 with errno: EWOULDBLOCK if it is locked. */
static int try_lock(const char *path) {
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
    if (fd < 0)
        return -1;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
        if (is_current(fd, path))
            return fd;
        errno = EWOULDBLOCK;
    }
    int reason = errno;
    close(fd);
    errno = reason;
    return -1;
}

FileLockResult file_lock_take(FileLock *lock, const char *path, int64_t timeout_ms) {
    int64_t started = clock_now_ms();
    for (;;) {
        int fd = try_lock(path);
        lock->handle = fd;
        if (fd >= 0)
            return FILE_LOCK_TAKEN;
        if (errno != EWOULDBLOCK && errno != EINTR)
            return FILE_LOCK_FAILED;
        if (clock_now_ms() - started >= timeout_ms)
            return FILE_LOCK_BUSY;
        clock_sleep_ms(PAUSE_MS);
    }
}

void file_lock_release(FileLock *lock) {
    close((int)lock->handle);
    lock->handle = -1;
}
