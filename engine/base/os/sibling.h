/* sibling: the running program's name and folder, and other programs in the same folder.
 * Thread-safe. */
#ifndef MISERE_BASE_OS_SIBLING_H
#define MISERE_BASE_OS_SIBLING_H

#include <limits.h>
#include <stdbool.h>

/* Finds a program in the running program's folder, and returns its path, which is written to
 * `path`. If there is none, returns `name`, to be looked up in PATH. */
const char *sibling_program_find(const char *name, char path[PATH_MAX]);

/* The file name of the running program, without its folder. */
const char *sibling_own_name(void);

/* The running program's folder, with a slash at its end. Returns false if it is unknown. */
bool sibling_own_folder(char path[PATH_MAX]);

#endif
