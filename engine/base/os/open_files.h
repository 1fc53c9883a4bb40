/* open_files: the system's limit on open files. Call these from one thread, at program start. */
#ifndef MISERE_BASE_OS_OPEN_FILES_H
#define MISERE_BASE_OS_OPEN_FILES_H

#include <stdbool.h>
#include <stdint.h>

/* Raises the limit on open files (including pipes and sockets) as far as the system allows. */
void open_files_raise_limit(void);

/* Sets *count to the limit; returns false if it is unknown or there is no limit. */
bool open_files_limit(uint64_t *count);

#endif
