/* testing: included by every unit test: cmocka with TAP output, and repeatable random numbers. */
#ifndef MISERE_UNIT_TESTING_H
#define MISERE_UNIT_TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"

/* Runs an array of tests and prints TAP; returns the exit status. */
#define test_run(name, tests)                                                                      \
    (cmocka_set_message_output(CM_OUTPUT_TAP), cmocka_run_group_tests_name(name, tests, NULL, NULL))

#endif
