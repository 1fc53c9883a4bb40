/* terminal_setup: the choices for a new game, and how games begin. */
#ifndef MISERE_TEXTUI_TERMINAL_SETUP_H
#define MISERE_TEXTUI_TERMINAL_SETUP_H

#include "textui/terminal_state.h"

/* Reads the clock and the increment: minutes, minutes with seconds, either with an increment in
 * seconds, or `none`: "5", "1:30", "5+3". On failure sets *error, which says what is allowed, and
 * returns false. */
bool terminal_setup_read_clock(const char *text, GameSettings *settings, Error *error);

/* Reads the chips of both players, "2", or of White and Black, "2/0". Failures are as above. */
bool terminal_setup_read_chips(const char *text, int chips[COLOURS], Error *error);

/* Shows the settings of the next game. */
void terminal_setup_show(const Terminal *terminal);

/* Lists the rulesets, with what distinguishes each; the one of the next game is marked. */
void terminal_setup_list_rulesets(const Terminal *terminal);

/* Starts a game with the settings, in place of the one in progress, which is kept. `start` is a
 * position of the ruleset chosen; NULL: its own. */
void terminal_setup_start(Terminal *terminal, const Position *start);

/* Prints what is particular to a ruleset. */
void terminal_setup_describe(FILE *out, const Ruleset *rules);

/* Loads the first game of a file of any format in place of the one in progress, which is kept; it
 * is played by the people or the computer that the file names, if the terminal has written it. On
 * failure sets *error, changes nothing and returns false. */
bool terminal_setup_load(Terminal *terminal, const char *path, Error *error);

#endif
