/* command_line: reads a program's command line by its table and answers --help and --version.
 * Errors are printed on standard error, in one line that begins with the program's name. For a
 * program's main thread. */
#ifndef MISERE_CLI_COMMAND_LINE_H
#define MISERE_CLI_COMMAND_LINE_H

#include "cli/options.h"

/* Reads main's arguments into the settings, and moves the operands to argv[1] and on. Returns their
 * number, or -1 after printing an error. --help and --version are printed and end the program. */
int command_line_read(const CliTable *table, void *settings, int argc, char **argv);

/* Prints --help or --version, if the result asks for it, and ends the program: with status 1 if
 * standard output cannot be written, else with 0. */
void command_line_answer(const CliTable *table, CliResult result);

/* Prints an error in the command line, and refers to --help. Always false. */
bool command_line_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
