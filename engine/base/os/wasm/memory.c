#include "base/os/memory.h"

#include <emscripten/heap.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

void *memory_reserve(size_t size) {
    if (size > SIZE_MAX - ALIGNMENT)
        return NULL;
    size_t rounded = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void *block = aligned_alloc(ALIGNMENT, rounded);
    return block ? memset(block, 0, rounded) : NULL;
}

void memory_release(void *block, size_t size) {
    (void)size;
    free(block);
}

void memory_discard(void *block, size_t size) {
    memset(block, 0, size);
}

int64_t memory_available(void) {
    return (int64_t)emscripten_get_heap_max() - (int64_t)emscripten_get_heap_size();
}
