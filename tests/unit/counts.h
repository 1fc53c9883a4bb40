/* counts: the counts of branches that `make coverage` collects, in processes that end without
 * exit(). */
#ifndef MISERE_UNIT_COUNTS_H
#define MISERE_UNIT_COUNTS_H

/* libgcov's; absent without --coverage. */
extern void __gcov_dump(void) __attribute__((weak));
extern void __gcov_reset(void) __attribute__((weak));

/* Writes the counts so far. Call before the process ends; it may also go on. */
static inline void write_counts(void) {
    if (!__gcov_dump || !__gcov_reset)
        return;
    __gcov_dump();
    __gcov_reset();
}

#endif
