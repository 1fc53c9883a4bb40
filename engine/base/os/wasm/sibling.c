/* The WebAssembly build has no sibling programs. */
#include "base/os/sibling.h"

bool sibling_own_folder(char path[PATH_MAX]) {
    (void)path;
    return false;
}
