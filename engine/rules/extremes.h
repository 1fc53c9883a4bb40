/* extremes: the smaller and the larger of two numbers. Pure; any thread. */
#ifndef MISERE_EXTREMES_H
#define MISERE_EXTREMES_H

#include <stdint.h>

static inline int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}
static inline int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

#endif
