#include "base/os/clock.h"

#include <emscripten/emscripten.h>
#include <time.h>

int64_t clock_now_us(void) {
    return (int64_t)(emscripten_get_now() * 1000);
}

int64_t clock_now_ms(void) {
    return (int64_t)emscripten_get_now();
}

void clock_sleep_ms(int ms) {
    for (int64_t end = clock_now_ms() + ms; clock_now_ms() < end;)
        ;
}

ClockDate clock_today(void) {
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    return (ClockDate){local.tm_year + 1900, local.tm_mon + 1, local.tm_mday};
}
