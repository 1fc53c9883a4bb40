/* extended: the commands that `--extended` adds, for people. Each answers with at least one
 * line. What Help prints is in textui.c, with the table. */
#ifndef MISERE_TEXTUI_EXTENDED_H
#define MISERE_TEXTUI_EXTENDED_H

#include "textui/args.h"
#include "textui/state.h"

/* Takes back the last pair of turns, so that the same player is to move again. */
void extended_undo(TextUi *ui, const CommandArg *args);

/* What the engine would play for the human, at full strength, after at most two seconds. */
void extended_hint(TextUi *ui, const CommandArg *args);

/* How well the computer plays from now on: 20 is as well as it can, 0 as badly. */
void extended_level(TextUi *ui, const CommandArg *args);

/* A player's name in this game, at most PLAYER_NAME_SIZE - 1 bytes of UTF-8. */
void extended_name(TextUi *ui, const CommandArg *args);

/* What a player has left. */
void extended_set_time(TextUi *ui, const CommandArg *args);

/* The board in text, the players, their clocks, the last turn and who is to move. Of a game that
 * is over too. */
void extended_board(TextUi *ui, const CommandArg *args);

#endif
