/* limits: what the system lets a process have. One thread, at the start. */
#ifndef MISERE_BASE_OS_LIMITS_H
#define MISERE_BASE_OS_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

/* Allows as many open files (with pipes and sockets) as the system lets us. */
void limits_raise_open_files(void);

/* How many may be open. False if there is no telling, or no limit to speak of. */
bool limits_open_files(uint64_t *count);

#endif
