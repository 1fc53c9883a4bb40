/* entropy: what differs from run to run. Any thread. */
#ifndef MISERE_BASE_OS_ENTROPY_H
#define MISERE_BASE_OS_ENTROPY_H

#include <stdint.h>

/* A seed for random numbers: another one for each process, and each time. No secret. */
uint64_t entropy_seed(void);

#endif
