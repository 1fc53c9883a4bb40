/* testing: what every unit test needs: cmocka with TAP output, and repeatable chance. */
#ifndef MISERE_TESTING_H
#define MISERE_TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Runs a table of tests and writes TAP; the result is main's. */
#define test_run(name, tests)                                                                      \
    (cmocka_set_message_output(CM_OUTPUT_TAP), cmocka_run_group_tests_name(name, tests, NULL, NULL))

/* The next number of a sequence that *seed begins (SplitMix64). */
static inline uint64_t test_random(uint64_t *seed) {
    uint64_t z = (*seed += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

#endif
