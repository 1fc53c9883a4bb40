/* clock: time on a clock that never jumps, and the calendar's. Any thread. */
#ifndef MISERE_BASE_OS_CLOCK_H
#define MISERE_BASE_OS_CLOCK_H

#include <stdint.h>

/* Milliseconds and microseconds since some moment in the past. */
int64_t clock_now_ms(void);
int64_t clock_now_us(void);

/* Sleeps for so many milliseconds, or less if a signal comes. */
void clock_sleep_ms(int ms);

typedef struct {
    int year;
    int month; /* 1 to 12 */
    int day;   /* 1 to 31 */
} ClockDate;

/* Today, in the time zone of whoever runs us. */
ClockDate clock_today(void);

#endif
