#include "base/os/mapped_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool map(int fd, MappedFile *file, const char *path, Error *error) {
    struct stat status;
    if (fstat(fd, &status) != 0)
        return error_set_errno(error, path);
    if (!S_ISREG(status.st_mode))
        return error_set_at(error, path, 0, "not a regular file");
    if (status.st_size == 0 || (uintmax_t)status.st_size > SIZE_MAX)
        return error_set_at(error, path, 0, "the file is empty or too large");
    size_t size = (size_t)status.st_size;
    void *bytes = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);
    if (bytes == MAP_FAILED)
        return error_set_errno(error, path);
    *file = (MappedFile){.bytes = bytes, .size = size};
    return true;
}

bool mapped_file_open(MappedFile *file, const char *path, Error *error) {
    /* O_NONBLOCK: otherwise opening a FIFO waits for a writer. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return error_set_errno(error, path);
    bool is_mapped = map(fd, file, path, error);
    close(fd);
    return is_mapped;
}

void mapped_file_close(MappedFile *file) {
    munmap((void *)(uintptr_t)file->bytes, file->size);
}
