/* file_lock: keeps other processes that ask for the same lock from a file. Any thread; a lock
 * belongs to one at a time. */
#ifndef MISERE_BASE_OS_FILE_LOCK_H
#define MISERE_BASE_OS_FILE_LOCK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    intptr_t handle; /* the system's */
} FileLock;

typedef enum {
    FILE_LOCK_TAKEN,
    FILE_LOCK_BUSY,   /* another kept it all the time */
    FILE_LOCK_FAILED, /* errno says why */
} FileLockResult;

/* Locks the file of that name, which is made empty if there is none, within `timeout_ms`. Whoever
 * has the lock may put another file there (see wholefile): that is then his, too. A lock ends with
 * its process. */
FileLockResult file_lock_take(FileLock *lock, const char *path, int64_t timeout_ms);

/* Gives a taken lock back. */
void file_lock_release(FileLock *lock);

#endif
