/* ticks: where the axis of a plot has its ticks. Thread-safe. */
#ifndef MISERE_BASE_TICKS_H
#define MISERE_BASE_TICKS_H

#include <math.h>

/* The distance between two ticks: the smallest 1, 2 or 5 times a power of ten that divides `span`,
 * which is more than 0, into at most `parts` steps. (Heckbert, "Nice numbers for graph labels",
 * Graphics Gems, 1990.) */
static inline double tick_step(double span, int parts) {
    double least = span / parts, power = pow(10, floor(log10(least)));
    if (power >= least)
        return power;
    if (2 * power >= least)
        return 2 * power;
    return 5 * power >= least ? 5 * power : 10 * power;
}

#endif
