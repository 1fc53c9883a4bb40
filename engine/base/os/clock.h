/* clock: a monotonic clock, and the calendar. Thread-safe. */
#ifndef MISERE_BASE_OS_CLOCK_H
#define MISERE_BASE_OS_CLOCK_H

#include <stdint.h>

/* The monotonic time, in milliseconds or microseconds since an arbitrary moment. */
int64_t clock_now_ms(void);
int64_t clock_now_us(void);

/* Sleeps for `ms` milliseconds, or less if a signal arrives. */
void clock_sleep_ms(int ms);

typedef struct {
    int year;
    int month; /* 1 to 12 */
    int day;   /* 1 to 31 */
} ClockDate;

/* Today's date in the local time zone. */
ClockDate clock_today(void);

#endif
