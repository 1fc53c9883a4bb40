/* help: prints a table of options for --help, in the form that help2man reads. Thread-safe. */
#ifndef MISERE_CLI_HELP_H
#define MISERE_CLI_HELP_H

#include "cli/option_table.h"

/* Prints the usage, the description and all groups, in lines of at most 80 columns; only a long
 * word, a usage line or the output of a group's `print` may be wider. */
void help_print(FILE *out, const CliTable *table);

#endif
