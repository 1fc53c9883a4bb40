#include "base/os/regular_file.h"

#include "base/os/windows/win32.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

/* Turns a handle into a stream. On failure closes the handle, sets errno and returns NULL. */
static FILE *stream_of(HANDLE handle) {
    int fd = _open_osfhandle((intptr_t)handle, _O_RDONLY | _O_BINARY);
    FILE *file = fd >= 0 ? _fdopen(fd, "rb") : NULL;
    if (!file && fd >= 0)
        _close(fd);
    else if (!file)
        CloseHandle(handle);
    return file;
}

FILE *regular_file_open(const char *path, size_t *size, Error *error) {
    LARGE_INTEGER length;
    HANDLE handle = win32_open_file(path, GENERIC_READ, OPEN_EXISTING);
    if (handle && !GetFileSizeEx(handle, &length)) {
        win32_fail();
        CloseHandle(handle);
        handle = NULL;
    }
    FILE *file = handle ? stream_of(handle) : NULL;
    if (file)
        *size = (size_t)length.QuadPart;
    else if (errno == EISDIR || errno == EINVAL)
        error_set(error, "not a regular file");
    else
        error_set(error, "%s", strerror(errno));
    return file;
}

FILE *regular_file_append(const char *path, Error *error) {
    wchar_t wide[PATH_MAX];
    FILE *file = NULL;
    HANDLE there = win32_open_file(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING);
    if (there)
        CloseHandle(there);
    /* For a folder, _wfopen() would say that permission is denied. "N" in the mode: subprocesses do
     * not inherit the file. */
    if ((there || errno != EISDIR) && win32_path(path, wide))
        file = _wfopen(wide, L"abN");
    if (!file)
        error_set_errno(error, path);
    return file;
}

/* --- whole files --- */

/* Reads the whole file. Returns NULL on success, else the reason for the failure. */
static const char *read_all(FILE *file, size_t size, char **bytes) {
    char *buffer = malloc(size + 1);
    if (!buffer)
        return strerror(errno);
    bool is_read = fread(buffer, 1, size, file) == size;
    if (is_read && getc(file) == EOF) {
        buffer[size] = '\0';
        *bytes = buffer;
        return NULL;
    }
    free(buffer);
    return ferror(file) ? strerror(EIO) : "the file is still being written";
}

bool regular_file_read(const char *path, size_t max, char **bytes, size_t *size, Error *error) {
    FILE *file = regular_file_open(path, size, error);
    if (!file)
        return error_wrap(error, "%s", path);
    const char *reason = *size > max ? "the file is too large" : read_all(file, *size, bytes);
    fclose(file);
    return !reason || error_set_at(error, path, 0, reason);
}
