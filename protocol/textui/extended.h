/* extended: the commands that `--extended` adds for people, with their arguments as read for the
 * command table. Each prints at least one line. All but extended_set_level() and
 * extended_draw_board() need a game in progress. */
#ifndef MISERE_TEXTUI_EXTENDED_H
#define MISERE_TEXTUI_EXTENDED_H

#include "textui/args.h"
#include "textui/state.h"

/* Takes back the last turn of each player, so the same player is to move again. */
void extended_undo(TextUi *ui, const CommandArg *args);

/* Prints what the engine, at full strength, would play for the human. Takes at most two seconds. */
void extended_hint(TextUi *ui, const CommandArg *args);

/* Sets how well the computer plays: 0, the weakest, to LEVEL_MAX. A level above that is refused. */
void extended_set_level(TextUi *ui, const CommandArg *args);

/* Is this a valid name: at most PLAYER_NAME_SIZE - 1 bytes of UTF-8, without control characters and
 * without U+FFFE and U+FFFF, which XML cannot hold? */
bool extended_is_name(const char *text);

/* Sets the name of a player in this game: at most PLAYER_NAME_SIZE - 1 bytes of UTF-8. Blanks at
 * its end are cut off. */
void extended_set_name(TextUi *ui, const CommandArg *args);

/* Sets the time that a player has left; 0: unlimited. */
void extended_set_clock(TextUi *ui, const CommandArg *args);

/* Prints the board, the players, their clocks and the last turn, and then who is to move or how the
 * game ended. `args` may be NULL. */
void extended_draw_board(TextUi *ui, const CommandArg *args);

#endif
