/* file_lock: advisory locks on files, between processes. Any thread; one thread at a time may use a
 * FileLock. */
#ifndef MISERE_BASE_OS_FILE_LOCK_H
#define MISERE_BASE_OS_FILE_LOCK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    intptr_t handle; /* a file descriptor */
} FileLock;

typedef enum {
    FILE_LOCK_TAKEN,
    FILE_LOCK_BUSY,   /* timeout: another process holds the lock */
    FILE_LOCK_FAILED, /* see errno */
} FileLockResult;

/* Locks the file `path`, and creates it empty if it is missing; waits up to `timeout_ms`. The
 * holder may replace the file (see atomic_file.h): whoever waits then locks the new one. A lock
 * ends with its process. */
FileLockResult file_lock_take(FileLock *lock, const char *path, int64_t timeout_ms);

/* Releases a lock that was taken. */
void file_lock_release(FileLock *lock);

#endif
