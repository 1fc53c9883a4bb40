#include "base/os/path.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char path_list_separator(void) {
    return ':';
}

bool path_info(const char *path, PathInfo *info) {
    struct stat status;
    if (stat(path, &status) != 0)
        return false;
    *info = (PathInfo){.kind = S_ISREG(status.st_mode)   ? PATH_FILE
                               : S_ISDIR(status.st_mode) ? PATH_FOLDER
                                                         : PATH_OTHER,
                       .size = (uint64_t)status.st_size,
                       .id = {(uint64_t)status.st_dev, (uint64_t)status.st_ino}};
    return true;
}

bool path_exists(const char *path) {
    return access(path, F_OK) == 0;
}

int path_compare_ids(const PathId *a, const PathId *b) {
    if (a->volume != b->volume)
        return a->volume < b->volume ? -1 : 1;
    return (a->file > b->file) - (a->file < b->file);
}

bool path_is_same(const char *a, const char *b) {
    PathInfo first, second;
    return path_info(a, &first) && path_info(b, &second) &&
           path_compare_ids(&first.id, &second.id) == 0;
}

bool path_create(const char *path) {
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
    return fd >= 0 && close(fd) == 0;
}

/* An empty file, which nobody else can create, holds the name: not every file system has links. */
bool path_rename_new(const char *from, const char *to) {
    int fd = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return false;
    close(fd);
    bool renamed = rename(from, to) == 0;
    int reason = errno;
    if (!renamed)
        unlink(to);
    errno = reason;
    return renamed;
}

char *path_folder(const char *path) {
    char *copy = strdup(path), *folder = copy ? strdup(dirname(copy)) : NULL;
    free(copy);
    return folder;
}

const char *path_base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool path_ends_as_folder(const char *path) {
    return *path && path[strlen(path) - 1] == '/';
}

bool path_read_typed(const char *typed, char path[PATH_MAX]) {
    const char *home = getenv("HOME");
    size_t rest = strlen(typed), length = 0;
    if (rest >= 2 && (*typed == '"' || *typed == '\'') && typed[rest - 1] == *typed) {
        rest -= 2;
        typed++;
    }
    if (rest >= 2 && typed[0] == '~' && typed[1] == '/' && home && strlen(home) < PATH_MAX) {
        length = strlen(strcpy(path, home));
        rest--;
        typed++;
    }
    for (; rest > 0 && length < PATH_MAX - 1; rest--) {
        if (*typed == '\\' && rest > 1) {
            rest--;
            typed++;
        }
        path[length++] = *typed++;
    }
    path[length] = '\0';
    return rest == 0;
}

bool path_state_folder(char path[PATH_MAX]) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int length = -1;
    if (state && *state == '/')
        length = snprintf(path, PATH_MAX, "%s/misere", state);
    else if (home && *home == '/')
        length = snprintf(path, PATH_MAX, "%s/.local/state/misere", home);
    return length > 0 && length < PATH_MAX;
}

bool path_make_temporary(char *path, size_t size) {
    const char *parent = getenv("TMPDIR");
    bool is_good = parent && *parent == '/' && strlen(parent) < size / 2 && !strpbrk(parent, " \t");
    snprintf(path, size, "%s/misere-XXXXXX", is_good ? parent : "/tmp");
    return mkdtemp(path) != NULL;
}

bool path_remove_folder(const char *path) {
    return rmdir(path) == 0;
}
