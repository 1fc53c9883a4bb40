/* prose: a game in words: plain ASCII that needs no escaping in HTML. Any thread, if the streams
 * differ. */
#ifndef MISERE_ANNOTATE_PROSE_H
#define MISERE_ANNOTATE_PROSE_H

#include "rules/game.h"

#include <stdio.h>

enum { PROSE_TURN_SIZE = TURN_TEXT_SIZE + 32 };

/* Writes a turn that is legal in `position`: `12. White e2-e4`, `12. Black (pass)`. */
void prose_turn(const Position *position, Turn turn, char text[PROSE_TURN_SIZE]);

/* Writes turns, legal one after the other from `position`, in the course's notation, each a
 * <span>. */
void prose_line(FILE *out, Position position, const Turn *turns, int count);

/* Writes sentences on what a turn did that its notation does not say: captures, castling, passes,
 * a pawn's promotion. A blank follows each. */
void prose_notes(FILE *out, const Position *before, Turn turn);

/* Writes a sentence for each king in check and each anti-king in anticheck, a blank after each. */
void prose_checks(FILE *out, const Position *position);

/* Writes what wins in that ruleset. */
void prose_rules(FILE *out, const Ruleset *rules);

/* Writes how the game ended and why, or who is to play. */
void prose_result(FILE *out, const Game *game);

#endif
