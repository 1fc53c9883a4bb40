#include "base/os/sibling.h"

#include <string.h>
#include <unistd.h>

const char *sibling_program_find(const char *name, char path[PATH_MAX]) {
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    if (length <= 0)
        return name;
    path[length] = '\0';
    char *last = strrchr(path, '/') + 1;
    if ((size_t)(path + PATH_MAX - last) <= strlen(name))
        return name;
    strcpy(last, name);
    return access(path, X_OK) == 0 ? path : name;
}
