/* pgn_commands: what comments of PGN tell programs about a turn. Written as the commands of Lichess
 * and python-chess:
 *
 *     [%eval -0.35,12]       the score in pawns, from White's point of view, and the depth;
 *                            [%eval #3]: White wins in three turns
 *     [%clk 0:01:23.4]       the player's clock after the turn
 *     [%emt 0:00:00.013]     the time that the turn took
 *
 * and read in that form, also where a score without a point is in centipawns, as Fritz writes it,
 * "[%eval -35,12]"; and in that of cutechess-cli, fastchess and XBoard: "+0.35/12 0.013s",
 * "+0.67/25 8" or "+0.67/25 1:05", from the player's point of view.
 * Pure; any thread. */
#ifndef MISERE_FILES_PGN_COMMANDS_H
#define MISERE_FILES_PGN_COMMANDS_H

#include "files/model/stored_game.h"

/* The comment on a turn of the opening, which the player did not choose; as cutechess-cli's. */
#define PGN_OPENING_COMMENT "book"

typedef struct {
    TurnEvaluation evaluation; /* without the nodes, for which there is no command */
    int64_t clock_ms;          /* GAME_NO_CLOCK: unknown */
} PgnTurnInfo;

/* Writes a command for each thing that is known about the player's turn, and returns how many.
 * Times are rounded to milliseconds, and left out if nothing remains. */
enum { PGN_COMMANDS_MAX = 3, PGN_COMMAND_SIZE = 48 };
int pgn_commands_print(const PgnTurnInfo *info, Colour player,
                       char commands[PGN_COMMANDS_MAX][PGN_COMMAND_SIZE]);

/* Takes the commands out of a comment on the player's turn, leaving the rest of the comment without
 * blanks at its ends. Sets the members of *info for which there is a command. Other commands, those
 * with values that make no sense, and a second one of a kind remain in the comment. */
void pgn_commands_take(char *comment, Colour player, PgnTurnInfo *info);

#endif
