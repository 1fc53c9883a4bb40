/* terminal_view: shows the game to the people at the terminal. */
#ifndef MISERE_TEXTUI_TERMINAL_VIEW_H
#define MISERE_TEXTUI_TERMINAL_VIEW_H

#include "textui/terminal_state.h"

/* Shows the board with the players, and who is to move or how the game ended. */
void terminal_view_board(const Terminal *terminal);

/* Lists the turns of the game. */
void terminal_view_turns(const Terminal *terminal);

/* Prints a heading and words after it, in lines that fit into the terminal. */
typedef char TerminalWord[TURN_TEXT_SIZE];
void terminal_view_words(FILE *out, const char *heading, const TerminalWord *words, int count);

/* How a clock is shown: "4:59", or "unlimited". */
enum { CLOCK_TEXT_SIZE = 32 };
const char *terminal_view_clock(int64_t ms, char text[CLOCK_TEXT_SIZE]);

/* How the clocks of the next game are shown: "5:00", "5:00 + 3 s a turn" or "unlimited". */
enum { TIME_CONTROL_TEXT_SIZE = 64 };
const char *terminal_view_time_control(const GameSettings *settings,
                                       char text[TIME_CONTROL_TEXT_SIZE]);

#endif
