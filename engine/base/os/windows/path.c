#include "base/os/path.h"

#include "base/os/windows/win32.h"

#include <errno.h>
#include <windows.h>

char path_list_separator(void) {
    return ';';
}

bool path_exists(const char *path) {
    wchar_t wide[PATH_MAX];
    return win32_path(path, wide) &&
           (GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES || win32_fail());
}

bool path_create(const char *path) {
    HANDLE file = win32_open_file(path, GENERIC_WRITE, CREATE_NEW);
    return file ? CloseHandle(file) : errno == EEXIST;
}
