#include "train/output_lock.h"

#include <stdio.h>

bool output_lock_take(OutputLock *lock, const char *out, Error *error) {
    if ((size_t)snprintf(lock->path, sizeof lock->path, "%s.lock", out) >= sizeof lock->path)
        return error_set_at(error, out, 0, "the path is too long");
    switch (file_lock_take(&lock->lock, lock->path, 0)) {
    case FILE_LOCK_TAKEN:
        return true;
    case FILE_LOCK_BUSY:
        return error_set_at(error, out, 0, "another misere-train is writing it");
    default:
        return error_set_errno(error, lock->path);
    }
}

void output_lock_release(OutputLock *lock) {
    /* Removed before it is unlocked, so that a process that has opened the file meanwhile sees that
     * it is gone. */
    remove(lock->path);
    file_lock_release(&lock->lock);
}
