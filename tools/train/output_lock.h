/* output_lock: keeps other processes of misere-train from writing the same file, and the files that
 * belong to it. Thread-safe. */
#ifndef MISERE_TRAIN_OUTPUT_LOCK_H
#define MISERE_TRAIN_OUTPUT_LOCK_H

#include "base/error.h"
#include "base/os/file_lock.h"

#include <limits.h>

typedef struct {
    FileLock lock;
    char path[PATH_MAX]; /* FILE.lock */
} OutputLock;

/* Locks the file `out`, which need not exist. Fails if another process has locked it; the error
 * names the file. The lock is on FILE.lock, since FILE itself may be replaced meanwhile. */
bool output_lock_take(OutputLock *lock, const char *out, Error *error);

/* Releases the lock and removes FILE.lock, which only a process that is killed leaves there. */
void output_lock_release(OutputLock *lock);

#endif
