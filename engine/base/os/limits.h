/* limits: the system's limit on open files. Call these from one thread, at program start. */
#ifndef MISERE_BASE_OS_LIMITS_H
#define MISERE_BASE_OS_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

/* Raises the limit on open files (including pipes and sockets) as far as the system allows. */
void limits_raise_open_files(void);

/* Sets *count to the limit; returns false if it is unknown or there is no limit. */
bool limits_open_files(uint64_t *count);

#endif
