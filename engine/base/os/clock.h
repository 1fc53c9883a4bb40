/* clock: time on a clock that never jumps. Any thread. */
#ifndef MISERE_BASE_OS_CLOCK_H
#define MISERE_BASE_OS_CLOCK_H

#include <stdint.h>

/* Milliseconds and microseconds since some moment in the past. */
int64_t clock_now_ms(void);
int64_t clock_now_us(void);

#endif
