/* The lock on the file PATH is the file PATH.lock: it cannot be opened while it is open already,
 * and the system deletes it when its handle is closed. A lock on PATH itself would prevent the
 * holder from replacing the file. */
#include "base/os/file_lock.h"

#include "base/os/clock.h"
#include "base/os/path.h"
#include "base/os/windows/win32.h"

#include <errno.h>
#include <windows.h>

enum { PAUSE_MS = 5 };

static bool lock_path(const char *path, wchar_t name[PATH_MAX]) {
    static const wchar_t ENDING[] = L".lock";
    if (!win32_path(path, name))
        return false;
    if (wcslen(name) + wcslen(ENDING) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return false;
    }
    wcscat(name, ENDING);
    return true;
}

/* Tries to open the lock file until the timeout. On success lock->handle is its handle. If access
 * is denied, the lock file may just be being deleted; if that goes on until the timeout, the folder
 * must be one that cannot be written. */
static FileLockResult take(FileLock *lock, const wchar_t *name, int64_t timeout_ms) {
    int64_t started = clock_now_ms();
    for (;; Sleep(PAUSE_MS)) {
        HANDLE file = CreateFileW(name, GENERIC_WRITE, 0, NULL, OPEN_ALWAYS,
                                  FILE_ATTRIBUTE_HIDDEN | FILE_FLAG_DELETE_ON_CLOSE, NULL);
        lock->handle = (intptr_t)file;
        if (file != INVALID_HANDLE_VALUE)
            return FILE_LOCK_TAKEN;
        DWORD reason = GetLastError();
        bool may_change = reason == ERROR_SHARING_VIOLATION || reason == ERROR_ACCESS_DENIED;
        win32_fail();
        if (!may_change || clock_now_ms() - started >= timeout_ms)
            return reason == ERROR_SHARING_VIOLATION ? FILE_LOCK_BUSY : FILE_LOCK_FAILED;
    }
}

FileLockResult file_lock_take(FileLock *lock, const char *path, int64_t timeout_ms) {
    wchar_t name[PATH_MAX];
    if (!lock_path(path, name))
        return FILE_LOCK_FAILED;
    FileLockResult result = take(lock, name, timeout_ms);
    if (result != FILE_LOCK_TAKEN || path_create(path))
        return result;
    int reason = errno;
    file_lock_release(lock);
    errno = reason;
    return FILE_LOCK_FAILED;
}

void file_lock_release(FileLock *lock) {
    CloseHandle((HANDLE)lock->handle);
}
