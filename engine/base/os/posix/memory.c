#include "base/os/memory.h"

#include <sys/mman.h>
#include <unistd.h>

void *memory_reserve(size_t size) {
    void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED)
        return NULL;
    madvise(block, size, MADV_HUGEPAGE); /* only a hint to the kernel, so failure does not matter */
    return block;
}

void memory_release(void *block, size_t size) {
    munmap(block, size);
}

void memory_discard(void *block, size_t size) {
    madvise(block, size, MADV_DONTNEED);
}

int64_t memory_available(void) {
    return (int64_t)sysconf(_SC_AVPHYS_PAGES) * sysconf(_SC_PAGESIZE);
}
