#include "base/os/clock.h"

#include <windows.h>

int64_t clock_now_us(void) {
    LARGE_INTEGER frequency, now;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&now);
    return now.QuadPart / frequency.QuadPart * 1000000 +
           now.QuadPart % frequency.QuadPart * 1000000 / frequency.QuadPart;
}

int64_t clock_now_ms(void) {
    return clock_now_us() / 1000;
}
