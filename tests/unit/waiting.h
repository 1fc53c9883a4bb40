/* waiting: assertions about durations and errors, for tests of other programs. */
#ifndef MISERE_UNIT_WAITING_H
#define MISERE_UNIT_WAITING_H

#include "unit/testing.h"

#include "base/error.h"
#include "base/os/clock.h"

#include <string.h>
#include <time.h>

/* A time limit for reading 32 MiB, which takes a few tenths of a second without sanitizers. */
#ifdef __SANITIZE_THREAD__
enum { FLOOD_MS = 40000 };
#else
enum { FLOOD_MS = 10000 };
#endif

/* The processor time that this test program has used, in seconds: unlike the time on the clock, it
 * does not depend on what else the machine is doing. */
static inline double cpu_seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

/* Asserts that from min_ms to max_ms have passed since start_ms, a time given by clock_now_ms. */
static inline void assert_took(int64_t start_ms, int64_t min_ms, int64_t max_ms) {
    int64_t took = clock_now_ms() - start_ms;
    if (took < min_ms || took > max_ms)
        fail_msg("took %d ms, not %d to %d", (int)took, (int)min_ms, (int)max_ms);
}

/* Asserts that the error contains the words. */
static inline void assert_says(const Error *error, const char *words) {
    if (!strstr(error->text, words))
        fail_msg("'%s' does not say '%s'", error->text, words);
}

/* Fails with the error's message unless `done`. */
static inline void check(bool done, const Error *error) {
    if (!done)
        fail_msg("%s", error->text);
}

#endif
