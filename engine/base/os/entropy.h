/* entropy: seeds that differ from run to run. Thread-safe. */
#ifndef MISERE_BASE_OS_ENTROPY_H
#define MISERE_BASE_OS_ENTROPY_H

#include <stdint.h>

/* A seed for random numbers, different for each process and each call. Not for cryptography. */
uint64_t entropy_seed(void);

#endif
