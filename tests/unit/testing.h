/* testing: what every unit test needs: cmocka with TAP output, and repeatable chance. */
#ifndef MISERE_UNIT_TESTING_H
#define MISERE_UNIT_TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"

/* Runs a table of tests and writes TAP; the result is main's. */
#define test_run(name, tests)                                                                      \
    (cmocka_set_message_output(CM_OUTPUT_TAP), cmocka_run_group_tests_name(name, tests, NULL, NULL))

#endif
