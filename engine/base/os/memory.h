/* memory: large blocks of memory straight from the operating system. Any thread. */
#ifndef MISERE_BASE_OS_MEMORY_H
#define MISERE_BASE_OS_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* `size` bytes of zeros, in large pages where there are some; they take up memory only as they are
 * written to. NULL without memory. */
void *memory_reserve(size_t size);

void memory_release(void *block, size_t size);

/* Makes the whole block zeros again, and gives the memory it took up back to the system. */
void memory_discard(void *block, size_t size);

/* How many bytes of the machine's memory are free. */
int64_t memory_available(void);

#endif
