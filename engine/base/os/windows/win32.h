/* win32: what the modules of this folder share: paths in UTF-16, and errors as errno. Thread-safe.
 */
#ifndef MISERE_BASE_OS_WINDOWS_WIN32_H
#define MISERE_BASE_OS_WINDOWS_WIN32_H

#include <limits.h>
#include <stdbool.h>
#include <wchar.h>

/* Converts a path to UTF-16. What is not UTF-8 is taken to be in the system's code page, which some
 * GUIs use. On failure sets errno and returns false. */
bool win32_path(const char *path, wchar_t wide[PATH_MAX]);

/* Sets errno to what corresponds best to GetLastError(). Returns false. */
bool win32_fail(void);

/* Opens a file, even if other programs have it open. `access` and `disposition` are those of
 * CreateFileW(). Returns NULL on failure, with errno; that is EISDIR for a folder and EINVAL for
 * anything else that is not a regular file. The caller closes the handle. */
void *win32_open_file(const char *path, unsigned long access, unsigned long disposition);

#endif
