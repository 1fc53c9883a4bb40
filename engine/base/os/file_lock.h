/* file_lock: advisory locks on files, between processes. Thread-safe, but only one thread at a time
 * may use a FileLock. */
#ifndef MISERE_BASE_OS_FILE_LOCK_H
#define MISERE_BASE_OS_FILE_LOCK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    intptr_t handle; /* a file descriptor */
} FileLock;

typedef enum {
    FILE_LOCK_TAKEN,
    FILE_LOCK_BUSY,   /* timed out: another process holds the lock */
    FILE_LOCK_FAILED, /* see errno */
} FileLockResult;

/* Locks the file `path`, waiting for at most `timeout_ms`; creates an empty file if there is none.
 * The holder of the lock may replace the file (see atomic_file.h); a waiting process then locks
 * the new file. The lock is also released when the process that holds it ends. On Windows, a file
 * named PATH.lock exists as long as the lock is held. */
FileLockResult file_lock_take(FileLock *lock, const char *path, int64_t timeout_ms);

/* Releases a lock that was taken. */
void file_lock_release(FileLock *lock);

#endif
