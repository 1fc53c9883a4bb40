#include "core/experience_file.h"

#include "base/os/atomic_file.h"
#include "base/os/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LOCK_TIMEOUT_MS = 10000, LOCK_RETRY_MS = 5 };

/* --- the file --- */

static bool read_file(const char *path, Experience *experience, Error *error) {
    char *bytes;
    size_t size;
    Error why;
    if (!regular_file_read(path, EXPERIENCE_BYTES_MAX, &bytes, &size, error))
        return false;
    bool sound = size == 0 || experience_read(experience, (unsigned char *)bytes, size, &why) ||
                 error_set_at(error, path, 0, why.text);
    free(bytes);
    if (sound && size == 0)
        experience_free(experience);
    return sound;
}

/* Replaces the file; for who has locked it. */
static bool write_file(const char *path, const Experience *experience, Error *error) {
    size_t size;
    AtomicFile atomic;
    unsigned char *bytes = experience_write(experience, &size);
    if (!bytes)
        return error_set(error, "out of memory");
    bool opened = atomic_file_open_sole_writer(&atomic, path, error);
    if (opened)
        fwrite(bytes, 1, size, atomic.file);
    free(bytes);
    return opened && atomic_file_commit(&atomic, error);
}

bool experience_file_load(const char *path, Experience *experience, Error *error) {
    if (access(path, F_OK) != 0 && errno == ENOENT) {
        int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
        if (fd < 0)
            return error_set_at(error, path, 0, strerror(errno));
        close(fd);
    }
    return read_file(path, experience, error);
}

/* --- the lock --- */

/* Is the open file still the one of that name? A writer puts another one there. */
static bool is_current(int fd, const char *path) {
    struct stat opened, there;
    return fstat(fd, &opened) == 0 && stat(path, &there) == 0 && opened.st_dev == there.st_dev &&
           opened.st_ino == there.st_ino;
}

/* Opens the file and locks it: the descriptor. -1 with errno: not at all; EWOULDBLOCK: not now. */
static int try_lock(const char *path) {
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
    if (fd < 0)
        return -1;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
        if (is_current(fd, path))
            return fd;
        errno = EWOULDBLOCK;
    }
    int reason = errno;
    close(fd);
    errno = reason;
    return -1;
}

/* The descriptor whose closing unlocks the file; -1 on failure. */
static int lock_file(const char *path, Error *error) {
    const struct timespec pause = {.tv_nsec = LOCK_RETRY_MS * 1000000L};
    int64_t started = clock_now_ms();
    for (;;) {
        int fd = try_lock(path);
        if (fd >= 0)
            return fd;
        if (errno != EWOULDBLOCK && errno != EINTR) {
            error_set_at(error, path, 0, strerror(errno));
            return -1;
        }
        if (clock_now_ms() - started >= LOCK_TIMEOUT_MS) {
            error_set_at(error, path, 0, "another program keeps it locked");
            return -1;
        }
        nanosleep(&pause, NULL);
    }
}

/* --- learning --- */

static bool learn(const char *path, Experience *experience, const Game *game, int white_points,
                  size_t max_bytes, Error *error) {
    return read_file(path, experience, error) &&
           (experience_learn(experience, game, white_points, max_bytes) ||
            error_set(error, "out of memory")) &&
           write_file(path, experience, error);
}

bool experience_file_learn(const char *path, Experience *experience, const Game *game,
                           int white_points, size_t max_bytes, Error *error) {
    Experience latest = {0};
    int fd = lock_file(path, error);
    if (fd < 0)
        return false;
    bool learned = learn(path, &latest, game, white_points, max_bytes, error);
    close(fd);
    experience_free(learned ? experience : &latest);
    if (learned)
        *experience = latest;
    return learned;
}
