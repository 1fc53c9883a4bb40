/* help: prints a table of options as --help does, in the form that help2man reads. Any thread. */
#ifndef MISERE_CLI_HELP_H
#define MISERE_CLI_HELP_H

#include "cli/options.h"

/* Prints the usage, the description and all groups, in lines of at most 80 columns as long as no
 * single word, usage line or printed group is wider. */
void help_print(FILE *out, const CliTable *table);

#endif
