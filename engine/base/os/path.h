/* path: what a path names, and the parts of paths. Symbolic links are followed. Thread-safe.
 * Functions that can fail set errno and return false or NULL. */
#ifndef MISERE_BASE_OS_PATH_H
#define MISERE_BASE_OS_PATH_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    PATH_FILE, /* a regular file */
    PATH_FOLDER,
    PATH_OTHER, /* a device, a pipe, ... */
} PathKind;

/* What stands between the paths of a list: ':', on Windows ';'. */
char path_list_separator(void);

/* Identifies a file by its device and inode, whatever its path. */
typedef struct {
    uint64_t volume, file;
} PathId;

typedef struct {
    PathKind kind;
    uint64_t size; /* a file's size in bytes */
    PathId id;
} PathInfo;

/* Describes what `path` names. If it names nothing, errno is ENOENT. */
bool path_info(const char *path, PathInfo *info);

/* Does `path` exist? */
bool path_exists(const char *path);

/* Do both paths exist and name the same file? */
bool path_is_same(const char *a, const char *b);

/* Compares two file ids in an arbitrary but fixed order. The result is negative, 0 or positive, as
 * for memcmp(). */
int path_compare_ids(const PathId *a, const PathId *b);

/* Creates an empty file unless `path` exists. */
bool path_create(const char *path);

/* Renames a file within its file system. If `to` exists, leaves it alone and sets errno to EEXIST.
 */
bool path_rename_new(const char *from, const char *to);

/* The folder part of a path, "." if it has none. The caller frees it. */
char *path_folder(const char *path);

/* The part after the last separator; "" if the path ends in one. Points into `path`. */
const char *path_base_name(const char *path);

/* Does the path end in a separator, so that it can only name a folder? */
bool path_ends_as_folder(const char *path);

/* Writes the path that a person typed as in a shell: a leading "~/" stands for the home folder, a
 * backslash escapes the next character, and the whole path may be quoted. Returns false if the path
 * is too long. */
bool path_read_typed(const char *typed, char path[PATH_MAX]);

/* Writes the path of the folder for files that the programs keep from one run to the next,
 * according to the XDG Base Directory Specification: $XDG_STATE_HOME/misere, or
 * ~/.local/state/misere. The folder may not exist yet. Returns false if neither XDG_STATE_HOME nor
 * HOME is an absolute path, or if the result is too long. */
bool path_state_folder(char path[PATH_MAX]);

/* Creates a private folder for temporary files, and writes its path, which has no spaces, to `path`
 * (`size` bytes, at least 64). On failure `path` says where the folder would have been. Remove the
 * folder with path_remove_folder(). */
bool path_make_temporary(char *path, size_t size);

/* Removes an empty folder. For files use remove(). */
bool path_remove_folder(const char *path);

#endif
