/* win32: shared by the modules of this folder: UTF-16 paths, and Windows errors as errno values.
 * Thread-safe. */
#ifndef MISERE_BASE_OS_WINDOWS_WIN32_H
#define MISERE_BASE_OS_WINDOWS_WIN32_H

#include <limits.h>
#include <stdbool.h>
#include <wchar.h>

/* Converts a path to UTF-16. A path that is not valid UTF-8 is read in the system's code page,
 * which some GUIs use. On failure sets errno and returns false. */
bool win32_path(const char *path, wchar_t wide[PATH_MAX]);

/* Sets errno to the closest equivalent of GetLastError(). Returns false. */
bool win32_fail(void);

/* Opens a regular file, even if other programs have it open. `access` and `disposition` are those
 * of CreateFileW(). Returns a HANDLE, which the caller closes. On failure sets errno and returns
 * NULL; errno is EISDIR for a folder, and EINVAL for anything else that is not a regular file. */
void *win32_open_file(const char *path, unsigned long access, unsigned long disposition);

#endif
