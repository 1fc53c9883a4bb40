/* terminal_demo: games in which the computer plays itself. */
#ifndef MISERE_TEXTUI_TERMINAL_DEMO_H
#define MISERE_TEXTUI_TERMINAL_DEMO_H

#include "textui/textui.h"

enum { DEMO_THINK_MS = 40 };

/* Lets the computer play one game of each family against itself, with the tournament draw rules,
 * and prints the games to config->out. Returns false if the engine failed or an answer could not be
 * written. */
bool terminal_demo_play(const TextUiConfig *config);

#endif
