/* errors: assertions about errors. */
#ifndef MISERE_UNIT_ERRORS_H
#define MISERE_UNIT_ERRORS_H

#include "unit/testing.h"

#include "base/error.h"

#include <string.h>

/* Asserts that the error contains the words. */
static inline void assert_says(const Error *error, const char *words) {
    if (!strstr(error->text, words))
        fail_msg("'%s' does not say '%s'", error->text, words);
}

/* Fails with the error's message unless `done`. */
static inline void assert_done(bool done, const Error *error) {
    if (!done)
        fail_msg("%s", error->text);
}

#endif
