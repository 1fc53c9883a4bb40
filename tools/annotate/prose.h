/* prose: sentences about a game, in ASCII that needs no escaping in HTML. Thread-safe if the
 * streams differ. */
#ifndef MISERE_ANNOTATE_PROSE_H
#define MISERE_ANNOTATE_PROSE_H

#include "rules/game.h"

#include <stdio.h>

enum { PROSE_TURN_SIZE = TURN_TEXT_SIZE + 32 };

/* Writes a legal turn with its number and player: `12. White e4`, `12. Black (pass)`. */
void prose_turn(const Position *position, Turn turn, char text[PROSE_TURN_SIZE]);

/* Writes a line of play from `position` in standard algebraic notation, each turn in a <span>. */
void prose_line(FILE *out, Position position, const Turn *turns, int count);

/* Writes sentences, each followed by a space, about what the notation of a turn does not show:
 * captures, castling, passes, promotions. */
void prose_notes(FILE *out, const Position *before, Turn turn);

/* Writes a sentence, followed by a space, for each king in check and each anti-king in anticheck.
 */
void prose_checks(FILE *out, const Position *position);

/* Describes how a game is won under the ruleset, and the ruleset's other main rules. */
void prose_rules(FILE *out, const Ruleset *rules);

/* Writes the result and its reason; or, if the game is not over, who is to play. */
void prose_result(FILE *out, const Game *game);

#endif
