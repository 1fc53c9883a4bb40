#include "base/os/memory.h"

#include <string.h>
#include <windows.h>

void *memory_reserve(size_t size) {
    return VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void memory_release(void *block, size_t size) {
    (void)size;
    VirtualFree(block, 0, MEM_RELEASE);
}

/* Zeroes the memory without decommitting it, as committing it again could fail. */
void memory_discard(void *block, size_t size) {
    memset(block, 0, size);
}

int64_t memory_available(void) {
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    return GlobalMemoryStatusEx(&status) ? (int64_t)status.ullAvailPhys : 0;
}
