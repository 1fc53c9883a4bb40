#include "base/os/windows/win32.h"

#include <errno.h>
#include <windows.h>

bool win32_path(const char *path, wchar_t wide[PATH_MAX]) {
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, PATH_MAX) > 0)
        return true;
    if (GetLastError() == ERROR_NO_UNICODE_TRANSLATION &&
        MultiByteToWideChar(CP_ACP, 0, path, -1, wide, PATH_MAX) > 0)
        return true;
    errno = GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : EILSEQ;
    return false;
}

static int errno_of(DWORD error) {
    switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_INVALID_DRIVE:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_NET_NAME:
        return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_WRITE_PROTECT:
        return EACCES;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        return EEXIST;
    case ERROR_FILENAME_EXCED_RANGE:
        return ENAMETOOLONG;
    case ERROR_HANDLE_DISK_FULL:
    case ERROR_DISK_FULL:
        return ENOSPC;
    case ERROR_TOO_MANY_OPEN_FILES:
        return EMFILE;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
        return ENOMEM;
    default:
        return EIO;
    }
}

bool win32_fail(void) {
    errno = errno_of(GetLastError());
    return false;
}

static bool is_folder(const wchar_t *path) {
    DWORD attributes = GetFileAttributesW(path);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY);
}

void *win32_open_file(const char *path, unsigned long access, unsigned long disposition) {
    wchar_t wide[PATH_MAX];
    if (!win32_path(path, wide))
        return NULL;
    if (is_folder(wide)) {
        errno = EISDIR;
        return NULL;
    }
    HANDLE file = CreateFileW(wide, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                              NULL, disposition, FILE_ATTRIBUTE_NORMAL, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        win32_fail();
        return NULL;
    }
    if (GetFileType(file) == FILE_TYPE_DISK)
        return file;
    CloseHandle(file);
    errno = EINVAL;
    return NULL;
}
