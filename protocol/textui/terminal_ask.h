/* terminal_ask: reads what the person types, and asks questions. */
#ifndef MISERE_TEXTUI_TERMINAL_ASK_H
#define MISERE_TEXTUI_TERMINAL_ASK_H

#include "textui/terminal_state.h"

/* Sets the text of the next prompt, and returns it. */
const char *terminal_ask_prompt(Terminal *terminal);

/* Prints the prompt and reads a line, which is valid until the next call. At the end of the input,
 * or if out of memory, returns false, and the terminal must end. */
bool terminal_ask_line(Terminal *terminal, const char *prompt, char **line);

/* Reads an answer: 1 for yes or an empty line, 0 for no, -1 for anything else. */
int terminal_ask_read_answer(const char *line);

/* Asks a question, which ends in a blank, until the answer is yes or no, and returns whether it is
 * yes. An empty line is no, and so is the end of the input. */
bool terminal_ask_confirm(Terminal *terminal, const char *question);

#endif
