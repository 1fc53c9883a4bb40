/* The clock never goes back, and goes on during a sleep; the calendar agrees with the C library's.
 */
#include "unit/testing.h"

#include "base/os/clock.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static void test_time(void **state) {
    int64_t start_ms = clock_now_ms(), start_us = clock_now_us();
    assert_true(start_us / 1000 >= start_ms);
    clock_sleep_ms(1);
    assert_true(clock_now_us() > start_us);
    assert_true(clock_now_ms() > start_ms);
}

static void write_date(char date[64]) {
    time_t now = time(NULL);
    struct tm local;
    assert_true(strftime(date, 64, "%Y-%m-%d", localtime_r(&now, &local)) > 0);
}

static void test_date(void **state) {
    char date[64], before[64], after[64];
    write_date(before);
    ClockDate today = clock_today();
    write_date(after); /* midnight may have passed */
    snprintf(date, sizeof date, "%d-%02d-%02d", today.year, today.month, today.day);
    assert_true(strcmp(date, before) == 0 || strcmp(date, after) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_date),
    };
    return test_run("clock", tests);
}
