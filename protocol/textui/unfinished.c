#include "textui/unfinished.h"

#include "base/os/directory.h"
#include "base/os/path.h"

#include <errno.h>

enum {
    FILES_MAX = 9,   /* so many programs can keep a game at the same time */
    KEPT_MAX = 9999, /* games set aside */
};

static bool make_path(char path[PATH_MAX], const char *folder, int number, const char *ending) {
    char suffix[16] = "";
    if (number > 1)
        snprintf(suffix, sizeof suffix, "-%d", number);
    return snprintf(path, PATH_MAX, "%s/unfinished%s.%s", folder, suffix, ending) < PATH_MAX;
}

/* Takes the file with this number, if it is free and, with `needs_game`, has a game. */
static bool take_file(Unfinished *unfinished, const char *folder, int number, bool needs_game) {
    char lock[PATH_MAX];
    if (!make_path(unfinished->path, folder, number, "xml") ||
        !make_path(lock, folder, number, "lock") || (needs_game && !path_exists(unfinished->path)))
        return false;
    return file_lock_take(&unfinished->lock, lock, 0) == FILE_LOCK_TAKEN;
}

bool unfinished_open(Unfinished *unfinished, Error *error) {
    char folder[PATH_MAX];
    *unfinished = (Unfinished){.path = ""};
    if (!path_state_folder(folder))
        return error_set(error, "there is no home folder");
    if (!directory_create_all(folder, error))
        return false;
    for (int pass = 0; pass < 2; pass++)
        for (int number = 1; number <= FILES_MAX; number++)
            if (take_file(unfinished, folder, number, pass == 0))
                return true;
    unfinished->path[0] = '\0';
    return error_set_errno(error, folder);
}

bool unfinished_exists(const Unfinished *unfinished) {
    return *unfinished->path && path_exists(unfinished->path);
}

bool unfinished_save(const Unfinished *unfinished, const StoredGame *stored, Error *error) {
    return !*unfinished->path || gamefile_save(unfinished->path, stored, error);
}

bool unfinished_set_aside(const Unfinished *unfinished, char kept[PATH_MAX], Error *error) {
    char folder[PATH_MAX];
    if (!path_state_folder(folder))
        return error_set(error, "there is no home folder");
    errno = EEXIST;
    for (int number = 1; number <= KEPT_MAX && errno == EEXIST; number++)
        if ((size_t)snprintf(kept, PATH_MAX, "%s/kept-%d.xml", folder, number) >= PATH_MAX)
            errno = ENAMETOOLONG;
        else if (path_rename_new(unfinished->path, kept))
            return true;
    return error_set_errno(error, kept);
}

void unfinished_remove(const Unfinished *unfinished) {
    if (*unfinished->path)
        remove(unfinished->path);
}

void unfinished_close(Unfinished *unfinished) {
    if (*unfinished->path)
        file_lock_release(&unfinished->lock);
    unfinished->path[0] = '\0';
}
