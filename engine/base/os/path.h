/* path: what is there under a name. Symbolic links are followed. Any thread.
 *
 * What fails says why in errno, as the C library does. */
#ifndef MISERE_BASE_OS_PATH_H
#define MISERE_BASE_OS_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    PATH_FILE, /* a regular one */
    PATH_FOLDER,
    PATH_OTHER, /* a device, a pipe, ... */
} PathKind;

/* Tells a file from all others, by whatever name it goes. */
typedef struct {
    uint64_t volume, file;
} PathId;

typedef struct {
    PathKind kind;
    uint64_t size; /* of a file, in bytes */
    PathId id;
} PathInfo;

/* False, with errno (ENOENT: there is nothing), if there is no telling. */
bool path_info(const char *path, PathInfo *info);

/* Is there anything of that name? */
bool path_exists(const char *path);

/* Do both names lead to the same file, which is there? */
bool path_is_same(const char *a, const char *b);

/* Orders as memcmp() does. */
int path_compare_ids(const PathId *a, const PathId *b);

/* Makes an empty file unless there is one; false with errno. */
bool path_create(const char *path);

/* The folder that the file of this name is in, "." if the name does not say. The caller frees it;
 * NULL without memory. */
char *path_folder(const char *path);

/* The part of a name behind the last folder's; "" if it ends in a separator. */
const char *path_base_name(const char *path);

/* Does the name end in a separator, as only a folder's does? */
bool path_ends_as_folder(const char *path);

/* Makes a folder for temporary files that nobody else can enter, and puts its name, without
 * blanks, into `path`, which has room for `size` bytes, at least 64. False with errno; then `path`
 * is about where it would have been. path_remove_folder() removes it when it is empty. */
bool path_make_temporary(char *path, size_t size);

/* Removes an empty folder; false with errno. For a file there is remove(). */
bool path_remove_folder(const char *path);

#endif
