#include "fuzz/support/file.h"

#include "fuzz/support/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

const char *fuzz_file(const void *bytes, size_t size) {
    static int fd = -1;
    static char path[32];
    if (fd < 0) {
        fd = memfd_create("fuzz", MFD_CLOEXEC);
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    }
    FUZZ_CHECK(ftruncate(fd, 0) == 0 && pwrite(fd, bytes, size, 0) == (ssize_t)size,
               "cannot write a file in memory");
    return path;
}

void fuzz_path(char path[FUZZ_PATH_SIZE], const char *ending) {
    const char *folder = getenv("FUZZ_FOLDER");
    int length = snprintf(path, FUZZ_PATH_SIZE, "%s/misere-fuzz-%d%s", folder ? folder : "/dev/shm",
                          (int)getpid(), ending);
    FUZZ_CHECK(length > 0 && length < FUZZ_PATH_SIZE, "FUZZ_FOLDER is too long");
}

void fuzz_write_file(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    FUZZ_CHECK(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, "cannot write %s",
               path);
}

char *fuzz_read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    FUZZ_CHECK(fseek(file, 0, SEEK_END) == 0, "cannot read %s", path);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*size + 1);
    FUZZ_CHECK(bytes && fread(bytes, 1, *size, file) == *size, "cannot read %s", path);
    fclose(file);
    return bytes;
}
