#include "experience/experience_file.h"

#include "base/os/atomic_file.h"
#include "base/os/file_lock.h"
#include "base/os/path.h"
#include "base/os/regular_file.h"

#include <errno.h>
#include <stdlib.h>

/* --- the file --- */

static bool read_file(const char *path, Experience *experience, Error *error) {
    char *bytes;
    size_t size;
    if (!regular_file_read(path, EXPERIENCE_BYTES_MAX, &bytes, &size, error))
        return false;
    bool is_valid = size == 0 || experience_read(experience, (unsigned char *)bytes, size, error) ||
                    error_wrap(error, "%s", path);
    free(bytes);
    if (is_valid && size == 0)
        experience_free(experience);
    return is_valid;
}

/* Replaces the file, which the caller has locked. */
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
    if (!path_exists(path) && errno == ENOENT && !path_create(path))
        return error_set_errno(error, path);
    return read_file(path, experience, error);
}

/* Locks the file against other engines. */
static bool lock_file(const ExperienceFile *file, FileLock *lock, Error *error) {
    switch (file_lock_take(lock, file->path, file->lock_wait_ms)) {
    case FILE_LOCK_TAKEN:
        return true;
    case FILE_LOCK_BUSY:
        return error_set_at(error, file->path, 0, "locked by another program");
    default:
        return error_set_errno(error, file->path);
    }
}

/* --- learning --- */

/* A finished game, from which to learn. */
typedef struct {
    const Game *game;
    int white_points;
} FinishedGame;

/* Changes what the file holds; `finished` is NULL if it is only to become smaller. */
static bool change(const ExperienceFile *file, Experience *experience, const FinishedGame *finished,
                   Error *error) {
    if (!read_file(file->path, experience, error))
        return false;
    if (!finished)
        return !experience_shrink(experience, file->max_bytes) ||
               write_file(file->path, experience, error);
    return (experience_learn(experience, finished->game, finished->white_points, file->max_bytes) ||
            error_set(error, "out of memory")) &&
           write_file(file->path, experience, error);
}

static bool change_locked(const ExperienceFile *file, Experience *experience,
                          const FinishedGame *finished, Error *error) {
    Experience latest = {0};
    FileLock lock;
    if (!lock_file(file, &lock, error))
        return false;
    bool changed = change(file, &latest, finished, error);
    file_lock_release(&lock);
    experience_free(changed ? experience : &latest);
    if (changed)
        *experience = latest;
    return changed;
}

bool experience_file_learn(const ExperienceFile *file, Experience *experience, const Game *game,
                           int white_points, Error *error) {
    return change_locked(file, experience, &(FinishedGame){game, white_points}, error);
}

bool experience_file_shrink(const ExperienceFile *file, Experience *experience, Error *error) {
    return change_locked(file, experience, NULL, error);
}
