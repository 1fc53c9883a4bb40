/* command_line: reads a program's command line according to its table of options, and answers
 * --help and --version. Errors are printed on standard error, in one line that begins with the
 * program's name. Call only from the main thread. */
#ifndef MISERE_CLI_COMMAND_LINE_H
#define MISERE_CLI_COMMAND_LINE_H

#include "cli/option_table.h"

/* Reads main's arguments into the settings, and moves the operands to argv[1] and up. Returns the
 * number of operands, or -1 after printing an error. If --help or --version is given, prints the
 * answer and ends the program. */
int command_line_read(const CliTable *table, void *settings, int argc, char **argv);

/* Is each option that was noted among the rows? If one is not, prints that `what` has no such
 * option, and returns false. */
bool command_line_check(const CliGiven *given, const char *what, const CliOption *rows);

/* If the result is CLI_HELP or CLI_VERSION, prints the answer and ends the program, with status 1
 * if standard output cannot be written, else 0. Otherwise does nothing. */
void command_line_answer(const CliTable *table, CliResult result);

/* The exit status of a program whose work ended with `status`: EXIT_FAILURE, after printing an
 * error, if not all of standard output could be written. Call after the last output. */
int command_line_status(int status);

/* Prints what went wrong. Always returns false. */
bool command_line_report(const char *reason);

/* Prints an error about the command line, and a hint to try --help. Always returns false. */
bool command_line_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
