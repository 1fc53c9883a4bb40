#include "base/os/sibling.h"

#include <errno.h> /* program_invocation_short_name */
#include <string.h>
#include <unistd.h>

const char *sibling_own_name(void) {
    return program_invocation_short_name;
}

bool sibling_own_folder(char path[PATH_MAX]) {
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    if (length <= 0)
        return false;
    path[length] = '\0';
    strrchr(path, '/')[1] = '\0';
    return true;
}

const char *sibling_program_find(const char *name, char path[PATH_MAX]) {
    if (!sibling_own_folder(path) || strlen(path) + strlen(name) >= PATH_MAX)
        return name;
    strcat(path, name);
    return access(path, X_OK) == 0 ? path : name;
}
