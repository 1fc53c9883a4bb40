#include "base/os/file_lock.h"

#include <errno.h>

FileLockResult file_lock_take(FileLock *lock, const char *path, int64_t timeout_ms) {
    (void)path, (void)timeout_ms;
    lock->handle = -1;
    errno = ENOENT;
    return FILE_LOCK_FAILED;
}

void file_lock_release(FileLock *lock) {
    (void)lock;
}
