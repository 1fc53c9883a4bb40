/* waiting: what tests need that wait: how long it took, and what programs said. */
#ifndef MISERE_UNIT_WAITING_H
#define MISERE_UNIT_WAITING_H

#include "unit/testing.h"

#include "base/error.h"
#include "base/os/clock.h"

#include <string.h>

/* To read 32 MiB: a few tenths of a second, but for a thread sanitizer. */
#ifdef __SANITIZE_THREAD__
enum { FLOOD_MS = 40000 };
#else
enum { FLOOD_MS = 10000 };
#endif

/* Seconds since a moment by clock_now_us. */
static inline double seconds_since(int64_t moment) {
    return (double)(clock_now_us() - moment) / 1e6;
}

static inline void assert_took(int64_t since, int64_t least_ms, int64_t most_ms) {
    int64_t took = clock_now_ms() - since;
    if (took < least_ms || took > most_ms)
        fail_msg("took %d ms, not %d to %d", (int)took, (int)least_ms, (int)most_ms);
}

static inline void assert_says(const Error *error, const char *words) {
    if (!strstr(error->text, words))
        fail_msg("'%s' does not say '%s'", error->text, words);
}

static inline void check(bool done, const Error *error) {
    if (!done)
        fail_msg("%s", error->text);
}

#endif
