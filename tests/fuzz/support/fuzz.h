/* fuzz: what all fuzz targets share: taking an input apart, and failing. */
#ifndef MISERE_FUZZ_FUZZ_H
#define MISERE_FUZZ_FUZZ_H

#include "base/error.h"
#include "rules/ruleset.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What a target defines: it checks one input, and returns 0. libFuzzer, AFL++ and replay.c call
 * it. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Prints what is wrong, and aborts. */
_Noreturn void fuzz_fail(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Fails unless the condition is true; the other arguments are as for printf(). */
#define FUZZ_CHECK(condition, ...)                                                                 \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fuzz_fail(__FILE__, __LINE__, __VA_ARGS__);                                            \
    } while (0)

/* Fails unless the texts are equal; `what` names them. */
void fuzz_check_equal(const char *what, const char *actual, const char *expected);

/* Fails unless the text is UTF-8. */
void fuzz_check_utf8(const char *text);

/* Fails unless an error says something, in one line of UTF-8 that begins with `prefix`. Call after
 * a refusal. */
void fuzz_check_error(const Error *error, const char *prefix);

/* --- the input --- */

/* The part of an input that has not been taken. */
typedef struct {
    const uint8_t *bytes;
    size_t size;
} FuzzInput;

/* Returns the next byte of the input; 0 at its end. */
uint8_t fuzz_byte(FuzzInput *input);

/* Takes a byte that chooses a ruleset: 'a' is the first one of the table. */
const Ruleset *fuzz_ruleset(FuzzInput *input);

/* Takes a line without its newline, or the rest of the input, as text: up to the first NUL. The
 * caller frees it. NULL at the end of the input. */
char *fuzz_line(FuzzInput *input);

/* Takes the rest of the input, with a NUL after it; the caller frees it. It is a
 * copy, so that AddressSanitizer notices reads beyond the NUL. */
char *fuzz_rest(FuzzInput *input, size_t *size);

#endif
