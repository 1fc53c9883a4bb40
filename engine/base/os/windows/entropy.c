#include "base/os/entropy.h"

#include "base/random.h"

#include <windows.h>

uint64_t entropy_seed(void) {
    LARGE_INTEGER now;
    QueryPerformanceCounter(&now);
    return random_seed((uint64_t)now.QuadPart, GetCurrentProcessId());
}
