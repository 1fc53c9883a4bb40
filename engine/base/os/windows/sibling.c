#include "base/os/sibling.h"

#include <stdlib.h>
#include <string.h>
#include <windows.h>

const char *sibling_own_name(void) {
    const char *name = __argv[0];
    for (const char *end; (end = strpbrk(name, "/\\:"));)
        name = end + 1;
    return name;
}

bool sibling_own_folder(char path[PATH_MAX]) {
    wchar_t wide[PATH_MAX];
    DWORD length = GetModuleFileNameW(NULL, wide, PATH_MAX);
    if (length == 0 || length == PATH_MAX ||
        WideCharToMultiByte(CP_UTF8, 0, wide, -1, path, PATH_MAX, NULL, NULL) == 0)
        return false;
    for (char *c = path; *c; c++)
        if (*c == '\\')
            *c = '/';
    strrchr(path, '/')[1] = '\0';
    return true;
}
