/* output: a program's result, written to a file or to standard output. Thread-safe. */
#ifndef MISERE_BASE_OS_OUTPUT_H
#define MISERE_BASE_OS_OUTPUT_H

#include "base/error.h"

/* Can the file, or standard output if `path` is NULL, be written? To be asked before long work. If
 * not, sets *error and returns false. */
bool output_check(const char *path, Error *error);

#endif
