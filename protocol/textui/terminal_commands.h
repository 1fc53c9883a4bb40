/* terminal_commands: what people can type at the terminal, other than moves: one table, which the
 * help and the completion read, too. */
#ifndef MISERE_TEXTUI_TERMINAL_COMMANDS_H
#define MISERE_TEXTUI_TERMINAL_COMMANDS_H

#include "textui/terminal_state.h"

/* Carries out a line: a command or a move. Modifies the line. */
void terminal_commands_execute(Terminal *terminal, char *line);

/* Completes a line; `context` is the Terminal. */
CompletionFinder terminal_commands_complete;

/* Prints the list of commands, for `help` and --help. */
void terminal_commands_print_help(FILE *out);

#endif
