/* board_svg: a board diagram, White at the bottom, coloured by the style sheet (page_style.h).
 * Thread-safe if the streams differ. */
#ifndef MISERE_ANNOTATE_BOARD_SVG_H
#define MISERE_ANNOTATE_BOARD_SVG_H

#include "rules/turn.h"

#include <stdio.h>

/* Writes the shapes that all boards refer to. Call once per page. */
void board_svg_define(FILE *out);

/* Draws the position. `before` is the position in which `turn` was played, or NULL if there is no
 * last turn. The turn's squares are marked, in a different colour for each side; a ring marks a
 * capture. Kings in check and anti-kings in anticheck are marked too. */
void board_svg_write(FILE *out, const Position *position, const Position *before, Turn turn);

#endif
