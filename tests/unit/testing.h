/* testing: included by every unit test: cmocka with TAP output, and repeatable random numbers. */
#ifndef MISERE_UNIT_TESTING_H
#define MISERE_UNIT_TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"

/* Runs an array of tests and prints TAP; returns the exit status. */
#define test_run(name, tests)                                                                      \
    (cmocka_set_message_output(CM_OUTPUT_TAP), cmocka_run_group_tests_name(name, tests, NULL, NULL))

/* Do the tests run under sanitizers, which make them several times as slow? */
static inline bool is_sanitized(void) {
    return getenv("MISERE_SANITIZED") != NULL;
}

/* How many of `count` samples to test: under sanitizers a tenth, rounded up. */
static inline int fewer_if_sanitized(int count) {
    return is_sanitized() ? (count + 9) / 10 : count;
}

/* Does ThreadSanitizer watch? A test in which only one thread runs can then return at once.
 * (cmocka's skip() prints TAP that counts as a failure.) */
static inline bool watches_threads(void) {
    const char *build = getenv("MISERE_SANITIZED");
    return build && strcmp(build, "tsan") == 0;
}

#endif
