#include "base/os/clock.h"

#include <time.h>

int64_t clock_now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t clock_now_ms(void) {
    return clock_now_us() / 1000;
}

void clock_sleep_ms(int ms) {
    struct timespec pause = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
    nanosleep(&pause, NULL);
}

ClockDate clock_today(void) {
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    return (ClockDate){local.tm_year + 1900, local.tm_mon + 1, local.tm_mday};
}
