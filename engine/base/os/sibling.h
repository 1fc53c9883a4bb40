/* sibling: where the running program lies, and what is installed beside it. Any thread. */
#ifndef MISERE_BASE_OS_SIBLING_H
#define MISERE_BASE_OS_SIBLING_H

#include <limits.h>
#include <stdbool.h>

/* The program of that name in the folder of the running program, if there is one: then its path is
 * put into `path`, which is returned. Else `name`, which is then looked up in PATH. */
const char *sibling_program_find(const char *name, char path[PATH_MAX]);

/* The file name by which the running program was started. */
const char *sibling_own_name(void);

/* The folder of the running program, with a slash at its end. False if it is not known. */
bool sibling_own_folder(char path[PATH_MAX]);

#endif
