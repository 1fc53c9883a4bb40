#include "base/os/atomic_file.h"

#include "base/os/directory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Creates a file with a unique name in the folder of `target`. Returns a descriptor, or -1. */
static int create_temporary(const char *target, char name[PATH_MAX]) {
    const char *slash = strrchr(target, '/');
    int folder = slash ? (int)(slash - target) + 1 : 0;
    for (int i = 0; i < 1000; i++) {
        int length =
            snprintf(name, PATH_MAX, "%.*s.misere-%ld-%d", folder, target, (long)getpid(), i);
        if (length >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return -1;
        }
        int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

/* Creates the file TARGET.new, in place of a regular file that a killed writer has left. Anything
 * else there, such as a symbolic link, stays, and errno is EEXIST. Returns a descriptor, or -1. */
static int create_dot_new(const char *target, char name[PATH_MAX]) {
    struct stat left;
    if ((size_t)snprintf(name, PATH_MAX, "%s.new", target) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    if (lstat(name, &left) == 0 && S_ISREG(left.st_mode))
        unlink(name);
    return open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

/* Sets `target` to the path with all symbolic links followed, or to the path itself if nothing
 * exists there. Returns false with errno on failure. */
static bool resolve(const char *path, char target[PATH_MAX]) {
    struct stat status;
    if (realpath(path, target))
        return true;
    if (errno != ENOENT || lstat(path, &status) == 0)
        return false;
    if ((size_t)snprintf(target, PATH_MAX, "%s", path) < PATH_MAX)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

/* Creates the temporary file: create_temporary or create_dot_new. */
typedef int Creator(const char *target, char name[PATH_MAX]);

/* Opens the temporary file, with the permissions of `old` unless that is NULL. Returns false with
 * errno on failure. */
static bool begin(AtomicFile *atomic, const struct stat *old, Creator *create) {
    int fd = create(atomic->target, atomic->name);
    if (fd < 0)
        return false;
    if (!old || fchmod(fd, old->st_mode & 0777) == 0)
        atomic->file = fdopen(fd, "w");
    if (atomic->file)
        return true;
    int reason = errno;
    close(fd);
    unlink(atomic->name);
    errno = reason;
    return false;
}

static bool open_atomic(AtomicFile *atomic, const char *path, Creator *create, Error *error) {
    struct stat status;
    atomic->file = NULL;
    if (!resolve(path, atomic->target))
        return error_set_errno(error, path);
    bool exists = stat(atomic->target, &status) == 0;
    if (!exists && errno != ENOENT)
        return error_set_errno(error, path);
    if (exists && !S_ISREG(status.st_mode))
        return error_set_at(error, path, 0, "not a regular file");
    if (exists && access(atomic->target, W_OK) != 0)
        return error_set_errno(error, path);
    return begin(atomic, exists ? &status : NULL, create) ||
           error_set_errno(error, errno == EEXIST ? atomic->name : path);
}

bool atomic_file_open(AtomicFile *atomic, const char *path, Error *error) {
    return open_atomic(atomic, path, create_temporary, error);
}

bool atomic_file_open_sole_writer(AtomicFile *atomic, const char *path, Error *error) {
    return open_atomic(atomic, path, create_dot_new, error);
}

static bool check(const char *path, Creator *create, Error *error) {
    AtomicFile atomic;
    bool opened = open_atomic(&atomic, path, create, error);
    if (opened)
        atomic_file_discard(&atomic);
    return opened;
}

bool atomic_file_check(const char *path, Error *error) {
    return check(path, create_temporary, error);
}

bool atomic_file_check_sole_writer(const char *path, Error *error) {
    return check(path, create_dot_new, error);
}

bool atomic_file_commit(AtomicFile *atomic, Error *error) {
    bool written =
        fflush(atomic->file) == 0 && !ferror(atomic->file) && fsync(fileno(atomic->file)) == 0;
    int reason = errno;
    if (fclose(atomic->file) != 0 && written) {
        written = false;
        reason = errno;
    }
    atomic->file = NULL;
    errno = reason;
    if (!written || rename(atomic->name, atomic->target) != 0) {
        error_set_errno(error, atomic->target);
        unlink(atomic->name);
        return false;
    }
    return directory_sync(atomic->target) || error_set_errno(error, atomic->target);
}

void atomic_file_discard(AtomicFile *atomic) {
    fclose(atomic->file);
    unlink(atomic->name);
    atomic->file = NULL;
}

bool atomic_file_write(const char *path, const char *bytes, size_t size, Error *error) {
    AtomicFile atomic;
    if (!atomic_file_open(&atomic, path, error))
        return false;
    fwrite(bytes, 1, size, atomic.file);
    return atomic_file_commit(&atomic, error);
}
