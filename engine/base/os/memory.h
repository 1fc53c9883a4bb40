/* memory: large blocks of memory, directly from the operating system. Thread-safe. */
#ifndef MISERE_BASE_OS_MEMORY_H
#define MISERE_BASE_OS_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* Reserves `size` zeroed bytes, aligned to at least 64 bytes, in large pages if the system has
 * them. A page takes up physical memory only once it is written, except in WebAssembly. NULL on
 * failure. */
void *memory_reserve(size_t size);

/* Releases a block whose reserved size is `size`. */
void memory_release(void *block, size_t size);

/* Sets a whole block to zero again; on Linux also returns its physical memory to the system. */
void memory_discard(void *block, size_t size);

/* The machine's free memory in bytes. */
int64_t memory_available(void);

#endif
