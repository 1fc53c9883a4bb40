/* terminal_moves: moves as people type and read them, in standard algebraic notation. In mind
 * control the halves of a turn may be typed one after the other. */
#ifndef MISERE_TEXTUI_TERMINAL_MOVES_H
#define MISERE_TEXTUI_TERMINAL_MOVES_H

#include "console/completion.h"
#include "textui/terminal_state.h"

/* Plays a typed turn, or takes it as the first half of one; if it is not legal, prints why, and
 * what is. There must be a game in progress, and a person must be to move. */
void terminal_moves_play(Terminal *terminal, const char *text);

/* Lists the legal moves: all, or those from a square ("e2"), or of a kind of piece ("N"). Prints an
 * error if `which` is none of these. */
void terminal_moves_list(const Terminal *terminal, const char *which);

/* Offers the legal moves that complete the word `begin`. */
void terminal_moves_offer(const Terminal *terminal, const char *begin, Completion *completion);

/* Prints a turn of the player to move. */
void terminal_moves_say(const Terminal *terminal, Turn turn);

#endif
