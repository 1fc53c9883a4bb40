/* programs: the tables of options of the programs that read their command line with
 * cli/option_table. Each is in the program's main.c, which a file of this folder includes. */
#ifndef MISERE_FUZZ_PROGRAMS_H
#define MISERE_FUZZ_PROGRAMS_H

#include "cli/option_table.h"

typedef struct {
    const char *name;
    const CliTable *table;
    size_t size; /* size of the settings, in bytes */
} FuzzProgram;

extern const FuzzProgram FUZZ_ANNOTATE, FUZZ_BOOK, FUZZ_CONVERT, FUZZ_ENGINE, FUZZ_PROVE,
    FUZZ_PUZZLES, FUZZ_TEXTUI, FUZZ_TRAIN;

#endif
