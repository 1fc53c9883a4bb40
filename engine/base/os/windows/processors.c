#include "base/os/thread.h"

#include <windows.h>

int thread_processors(void) {
    DWORD count = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    return count > 0 ? (int)count : 1;
}
