#include "convert_output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool system_error(Error *error, const char *path) {
    return error_set(error, "%.150s: %s", path, strerror(errno));
}

static bool make_folders_of(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made)
            return false;
    }
    return true;
}

/* Sets output->path to where the bytes go, behind any symbolic link, and *mode to the permissions
 * they get. False, with the reason, if they must not go there. */
static bool find_target(ConvertOutput *output, const char *path, mode_t *mode, Error *error) {
    struct stat status;
    if (lstat(path, &status) != 0 && errno == ENOENT) {
        mode_t mask = umask(0);
        umask(mask);
        *mode = 0666 & ~mask;
        return true;
    }
    if (stat(path, &status) != 0)
        return system_error(error, path);
    *mode = status.st_mode & 0777;
    if (!S_ISREG(status.st_mode))
        return error_set(error, "%.150s: not a regular file", path);
    return (access(path, W_OK) == 0 && realpath(path, output->path)) || system_error(error, path);
}

/* A new file in the folder of output->path. */
static FILE *create_beside(ConvertOutput *output, mode_t mode) {
    const char *slash = strrchr(output->path, '/');
    int folder = slash ? (int)(slash - output->path) + 1 : 0;
    int length = snprintf(output->temporary, PATH_MAX, "%.*s.misere-XXXXXX", folder, output->path);
    if (length >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    int fd = mkostemp(output->temporary, O_CLOEXEC);
    FILE *file = fd < 0 || fchmod(fd, mode) != 0 ? NULL : fdopen(fd, "wb");
    if (!file && fd >= 0) {
        unlink(output->temporary);
        close(fd);
    }
    return file;
}

bool convert_output_open(ConvertOutput *output, const char *path, bool make_folders, Error *error) {
    mode_t mode = 0;
    output->temporary[0] = '\0';
    if (strcmp(path, "-") == 0) {
        strcpy(output->path, "standard output");
        output->file = stdout;
        return true;
    }
    output->file = NULL;
    if ((size_t)snprintf(output->path, PATH_MAX, "%s", path) >= PATH_MAX)
        return error_set(error, "%.150s: the path is too long", path);
    if (make_folders && !make_folders_of(output->path))
        return system_error(error, path);
    if (!find_target(output, path, &mode, error))
        return false;
    output->file = create_beside(output, mode);
    return output->file || system_error(error, path);
}

bool convert_output_commit(ConvertOutput *output, Error *error) {
    FILE *file = output->file;
    bool is_file = output->temporary[0] != '\0';
    bool written = !ferror(file) && fflush(file) == 0 && (!is_file || fsync(fileno(file)) == 0);
    output->file = NULL;
    if (!is_file)
        return written || system_error(error, output->path);
    int reason = errno;
    written = fclose(file) == 0 && written;
    if (written && rename(output->temporary, output->path) == 0)
        return true;
    errno = written ? errno : reason;
    system_error(error, output->path);
    unlink(output->temporary);
    return false;
}

void convert_output_abandon(ConvertOutput *output) {
    if (output->file && output->temporary[0]) {
        fclose(output->file);
        unlink(output->temporary);
    }
    output->file = NULL;
}
