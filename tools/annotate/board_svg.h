/* board_svg: a drawn board, White at the bottom. Colours are the style sheet's (page_style.h).
 * Any thread, if the streams differ. */
#ifndef MISERE_ANNOTATE_BOARD_SVG_H
#define MISERE_ANNOTATE_BOARD_SVG_H

#include "rules/turn.h"

#include <stdio.h>

/* Writes what every board refers to, once in a page. */
void board_svg_define(FILE *out);

/* Draws the position. If it came about by a turn, `before` is the position in which that was
 * played, and its squares are marked, in another colour for each side's half-move; where it took
 * something, there is a ring. Kings in check and anti-kings in anticheck are marked. */
void board_svg_write(FILE *out, const Position *position, const Position *before, Turn turn);

#endif
