/* terminal_players: who plays in a game at the terminal: people, or the computer at some level. The
 * names in the game's file say so, and a loaded game continues with the same players. */
#ifndef MISERE_TEXTUI_TERMINAL_PLAYERS_H
#define MISERE_TEXTUI_TERMINAL_PLAYERS_H

#include "textui/terminal_state.h"

/* Gives the game the players of the settings, from now on. */
void terminal_players_apply(Terminal *terminal);

/* Writes names into the game that say who is a person and who the computer, and its level. Names
 * that are not ours stay. Returns false if out of memory. */
bool terminal_players_write_names(Terminal *terminal);

/* Takes the players and the level from the names of a loaded game, if they are ours. */
void terminal_players_read_names(Terminal *terminal);

/* Does the name come from terminal_players_write_names, or is it empty? */
bool terminal_players_is_our_name(const char *name);

#endif
