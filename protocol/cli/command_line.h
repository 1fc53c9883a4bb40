/* command_line: what the command lines of programs have in common, for getopt reads the rest. What
 * is wrong is told on standard error, in one line that begins with the program's name. For the
 * first thread of a program. */
#ifndef MISERE_CLI_COMMAND_LINE_H
#define MISERE_CLI_COMMAND_LINE_H

#include "rules/ruleset.h"

#include <stdbool.h>
#include <stdint.h>

/* Says what is wrong, with the word if there is one. False. */
bool command_line_error(const char *what, const char *word);

/* The option's value as a whole number in a range. False, and refused: it is none. */
bool command_line_number(const char *option, const char *value, int64_t least, int64_t most,
                         int64_t *number);
bool command_line_int(const char *option, const char *value, int least, int most, int *number);

/* The ruleset of that name. False, and refused: there is none. */
bool command_line_ruleset(const char *name, const Ruleset **rules);

/* Ends the program, which has failed if its output cannot be written; the others, for --help and
 * --version, print first. */
_Noreturn void command_line_exit(void);
_Noreturn void command_line_print(const char *text);
_Noreturn void command_line_print_version(void);

#endif
