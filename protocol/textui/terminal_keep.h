/* terminal_keep: keeps unfinished games: that in progress, so that the program may end at any time,
 * and those that another game replaces. */
#ifndef MISERE_TEXTUI_TERMINAL_KEEP_H
#define MISERE_TEXTUI_TERMINAL_KEEP_H

#include "textui/terminal_state.h"

/* Takes the file for the game in progress, if there can be one, or says why not. Call once, before
 * the functions below; without it they do nothing. */
void terminal_keep_open(Terminal *terminal);

/* Autosaves the game in progress. */
void terminal_keep_game(Terminal *terminal);

/* The game is over: removes its file. */
void terminal_keep_forget(Terminal *terminal);

/* Another game is to replace the one in progress, which stays in a file of its own, whose name is
 * printed. Returns false if that is not possible, and the person wants to go on with it. */
bool terminal_keep_aside(Terminal *terminal);

/* The program ends: says where the game is. */
void terminal_keep_end(const Terminal *terminal);

#endif
