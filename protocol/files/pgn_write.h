/* pgn_write: games as PGN (Edwards, "Portable Game Notation Specification", 1994), with the
 * ruleset's name in the `Variant` tag. */
#ifndef MISERE_FILES_PGN_WRITE_H
#define MISERE_FILES_PGN_WRITE_H

#include "files/model/stored_game.h"

#include <stdio.h>

/* Writes a game and an empty line, with turns in STYLE_SAN or STYLE_UCI. If the game has no time
 * control tag, its initial clocks give one. If it has no termination tag, it gets one that says how
 * it ended. Each turn is followed by its glyphs; by its evaluation, clock and time as the commands
 * of pgn_commands.h; by PGN_OPENING_COMMENT if it is an opening turn; by its comments; and by its
 * variations. The reason of a forfeit becomes a comment at the end; if it begins with "illegal
 * move" or "adjudication", the termination is "rules infraction" or "adjudication"; that of a
 * resignation is "normal", else it is "abandoned".
 *
 * In comments each run of white space becomes one blank; one with a closing brace is written after
 * a ';', to the end of the line. In tags each control character becomes a blank. Lines of moves and
 * comments in braces have at most 80 columns, unless a single word is longer.
 *
 * Fails if the game starts in the middle of a turn, for which there is no FEN, if memory runs out,
 * or if writing fails. Unless writing fails, a game is then not written at all. */
bool pgn_write(FILE *out, const StoredGame *stored, Style style, Error *error);

#endif
