/* waiting: what tests need that talk to programs: how long it took, and what they said. */
#ifndef MISERE_WAITING_H
#define MISERE_WAITING_H

#include "testing.h"

#include "error.h"

#include <string.h>
#include <time.h>

/* To read 32 MiB: a few tenths of a second, but for a thread sanitizer. */
#ifdef __SANITIZE_THREAD__
enum { FLOOD_MS = 40000 };
#else
enum { FLOOD_MS = 10000 };
#endif

static inline int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static inline void assert_took(int64_t since, int64_t least_ms, int64_t most_ms) {
    int64_t took = now_ms() - since;
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
