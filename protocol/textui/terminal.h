/* terminal: two programs for people over the TextUI's commands: a game against the computer at
 * a prompt, and a show of the computer playing itself. */
#ifndef MISERE_TEXTUI_TERMINAL_H
#define MISERE_TEXTUI_TERMINAL_H

#include "textui/textui.h"

enum { PLAY_THINK_MS = 1500, DEMO_THINK_MS = 40 };

/* Plays games of the ruleset against the person who types lines into `in`, until it ends or they
 * quit. `ui` is new, extended and of the spring 2007 dialect. False if an answer could not be
 * written. */
bool terminal_play_games(TextUi *ui, const Ruleset *rules, FILE *in);

/* Plays one game of each family against itself, with the tournament's draws, and prints it to
 * config->out. False if anything went wrong. */
bool terminal_play_demo(const TextUiConfig *config);

/* Prints what may be typed. */
void terminal_print_help(FILE *out);

#endif
