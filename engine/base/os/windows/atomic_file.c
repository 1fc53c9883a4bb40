#include "base/os/atomic_file.h"

#include "base/os/windows/win32.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <string.h>
#include <sys/stat.h>
#include <windows.h>

enum { RENAME_ATTEMPTS = 200, PAUSE_MS = 10 };

/* Checks that `path` is a regular file or does not exist. Does not check that the file can be
 * written: to open it for writing would fail while another program reads it. */
static bool check_target(const char *path, Error *error) {
    HANDLE file = win32_open_file(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING);
    if (file)
        return CloseHandle(file);
    if (errno == ENOENT)
        return true;
    if (errno == EISDIR || errno == EINVAL)
        return error_set_at(error, path, 0, "not a regular file");
    return error_set_errno(error, path);
}

bool atomic_file_open_sole_writer(AtomicFile *atomic, const char *path, Error *error) {
    wchar_t name[PATH_MAX];
    atomic->file = NULL;
    if (!check_target(path, error))
        return false;
    snprintf(atomic->target, PATH_MAX, "%s", path);
    if (snprintf(atomic->name, PATH_MAX, "%s.new", path) >= PATH_MAX)
        return error_set_at(error, path, 0, strerror(ENAMETOOLONG));
    if (win32_path(atomic->name, name))
        atomic->file = _wfopen(name, L"wbN");
    return atomic->file || error_set_errno(error, path);
}

/* Replacing a file fails while another program, such as a virus scanner, has it open. Retries for
 * two seconds or more. */
static bool replace(const wchar_t *name, const wchar_t *target) {
    for (int i = 1; !MoveFileExW(name, target, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH);
         i++) {
        DWORD reason = GetLastError();
        if (i == RENAME_ATTEMPTS ||
            (reason != ERROR_ACCESS_DENIED && reason != ERROR_SHARING_VIOLATION))
            return win32_fail();
        Sleep(PAUSE_MS);
    }
    return true;
}

/* Writes the file to disk and closes it. */
static bool finish(FILE *file) {
    bool written = fflush(file) == 0 && !ferror(file) && _commit(_fileno(file)) == 0;
    int reason = errno;
    if (fclose(file) != 0 && written)
        return false;
    errno = reason;
    return written;
}

bool atomic_file_commit(AtomicFile *atomic, Error *error) {
    wchar_t name[PATH_MAX], target[PATH_MAX];
    bool written = finish(atomic->file);
    atomic->file = NULL;
    /* These cannot fail: the same paths were converted when the file was opened. */
    win32_path(atomic->name, name);
    win32_path(atomic->target, target);
    if (written && replace(name, target))
        return true;
    error_set_errno(error, atomic->target);
    DeleteFileW(name);
    return false;
}
