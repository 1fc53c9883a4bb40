/* terminal: the TextUI for people, who play against the computer at a prompt, or watch a demo in
 * which it plays itself. A TextUi may be used by one thread only. */
#ifndef MISERE_TEXTUI_TERMINAL_H
#define MISERE_TEXTUI_TERMINAL_H

#include "textui/textui.h"

enum { PLAY_THINK_MS = 1500, DEMO_THINK_MS = 40 };

/* Plays games against a person until they quit or `in` ends. The first game is of `rules`. `ui` is
 * new, extended and of the spring 2007 dialect. Returns false if an answer could not be written. */
bool terminal_play_games(TextUi *ui, const Ruleset *rules, FILE *in);

/* Lets the computer play itself, one game of each family, with the tournament draw rules, and
 * prints the games to config->out. Returns false if the engine failed or an answer could not be
 * written. */
bool terminal_play_demo(const TextUiConfig *config);

/* Prints the commands of terminal_play_games(). */
void terminal_print_help(FILE *out);

#endif
