/* counts: for tests with processes that end without exit(), whose branches `make coverage` counts.
 */
#ifndef MISERE_UNIT_COUNTS_H
#define MISERE_UNIT_COUNTS_H

/* libgcov's; absent without --coverage. */
extern void __gcov_dump(void) __attribute__((weak));
extern void __gcov_reset(void) __attribute__((weak));

/* Call before the process ends. If it goes on, so does the counting. */
static inline void write_counts(void) {
    if (!__gcov_dump || !__gcov_reset)
        return;
    __gcov_dump();
    __gcov_reset();
}

#endif
