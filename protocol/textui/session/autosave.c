#include "textui/session/autosave.h"

#include "base/os/directory.h"
#include "base/os/path.h"

#include <errno.h>

enum {
    FILES_MAX = 9,   /* number of programs that can have an autosaved game at the same time */
    KEPT_MAX = 9999, /* maximum number of games set aside */
};

static bool make_path(char path[PATH_MAX], const char *folder, int number, const char *ending) {
    char suffix[16] = "";
    if (number > 1)
        snprintf(suffix, sizeof suffix, "-%d", number);
    return snprintf(path, PATH_MAX, "%s/unfinished%s.%s", folder, suffix, ending) < PATH_MAX;
}

/* Locks autosave file `number`, if no other program has locked it and, with `needs_game`, if it
 * holds a game. */
static bool take_file(Autosave *autosave, const char *folder, int number, bool needs_game) {
    char lock[PATH_MAX];
    if (!make_path(autosave->path, folder, number, "xml") ||
        !make_path(lock, folder, number, "lock") || (needs_game && !path_exists(autosave->path)))
        return false;
    return file_lock_take(&autosave->lock, lock, 0) == FILE_LOCK_TAKEN;
}

bool autosave_open(Autosave *autosave, Error *error) {
    char folder[PATH_MAX];
    *autosave = (Autosave){.path = ""};
    if (!path_state_folder(folder))
        return error_set(error, "there is no home folder");
    if (!directory_create_all(folder, error))
        return false;
    for (int pass = 0; pass < 2; pass++)
        for (int number = 1; number <= FILES_MAX; number++)
            if (take_file(autosave, folder, number, pass == 0))
                return true;
    autosave->path[0] = '\0';
    return error_set_errno(error, folder);
}

bool autosave_exists(const Autosave *autosave) {
    return *autosave->path && path_exists(autosave->path);
}

bool autosave_save(const Autosave *autosave, const StoredGame *stored, Error *error) {
    return !*autosave->path || gamefile_save(autosave->path, stored, error);
}

bool autosave_set_aside(const Autosave *autosave, char kept[PATH_MAX], Error *error) {
    char folder[PATH_MAX];
    if (!path_state_folder(folder))
        return error_set(error, "there is no home folder");
    errno = EEXIST;
    for (int number = 1; number <= KEPT_MAX && errno == EEXIST; number++)
        if ((size_t)snprintf(kept, PATH_MAX, "%s/kept-%d.xml", folder, number) >= PATH_MAX)
            errno = ENAMETOOLONG;
        else if (path_rename_new(autosave->path, kept))
            return true;
    return error_set_errno(error, kept);
}

void autosave_remove(const Autosave *autosave) {
    if (*autosave->path)
        remove(autosave->path);
}

void autosave_close(Autosave *autosave) {
    if (*autosave->path)
        file_lock_release(&autosave->lock);
    autosave->path[0] = '\0';
}
