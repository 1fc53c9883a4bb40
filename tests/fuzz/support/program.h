/* program: stands in for base/os/subprocess and base/os/clock: a "program" whose output is the
 * fuzzer's input, and a clock that goes on only when somebody waits. Link it by calling
 * fuzz_program_set. */
#ifndef MISERE_FUZZ_PROGRAM_H
#define MISERE_FUZZ_PROGRAM_H

#include "fuzz/support/fuzz.h"

/* From now on, every program that is started prints this input, a line whenever somebody waits for
 * its output, and then ends. A line "~" stands for silence until the deadline. Several programs
 * share the input. Lines that are sent to a program must be complete, without control characters.
 */
void fuzz_program_set(FuzzInput input);

#endif
