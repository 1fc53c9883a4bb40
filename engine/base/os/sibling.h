/* sibling: finds a program of ours that is installed beside the running one. Any thread. */
#ifndef MISERE_BASE_OS_SIBLING_H
#define MISERE_BASE_OS_SIBLING_H

#include <limits.h>

/* The program of that name in the folder of the running program, if there is one: then its path is
 * put into `path`, which is returned. Else `name`, which is then looked up in PATH. */
const char *sibling_program_find(const char *name, char path[PATH_MAX]);

#endif
