#include "base/os/mapped_file.h"

#include "base/os/windows/win32.h"

#include <errno.h>
#include <stdint.h>
#include <windows.h>

/* Maps the file. On failure sets errno and returns false. */
static bool map(HANDLE handle, MappedFile *file) {
    LARGE_INTEGER size;
    if (!GetFileSizeEx(handle, &size))
        return win32_fail();
    if (size.QuadPart == 0 || (uint64_t)size.QuadPart > SIZE_MAX) {
        errno = EINVAL;
        return false;
    }
    HANDLE mapping = CreateFileMappingW(handle, NULL, PAGE_READONLY, 0, 0, NULL);
    if (!mapping)
        return win32_fail();
    void *bytes = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
    if (!bytes)
        win32_fail();
    CloseHandle(mapping); /* the view keeps it */
    *file = (MappedFile){.bytes = bytes, .size = (size_t)size.QuadPart};
    return bytes != NULL;
}

bool mapped_file_open(MappedFile *file, const char *path, Error *error) {
    HANDLE handle = win32_open_file(path, GENERIC_READ, OPEN_EXISTING);
    if (!handle)
        return error_set_errno(error, path);
    bool is_mapped = map(handle, file) || error_set_errno(error, path);
    CloseHandle(handle);
    return is_mapped;
}

void mapped_file_close(MappedFile *file) {
    UnmapViewOfFile(file->bytes);
}
