/* pieces_svg: the shapes of the pieces. A shape's id is the letter of the black piece
 * (position_letter). It fits a square of PIECES_SVG_SQUARE units with the origin at the upper left
 * corner. Fill and stroke are inherited, so one shape serves both colours. Thread-safe. */
#ifndef MISERE_ANNOTATE_PIECES_SVG_H
#define MISERE_ANNOTATE_PIECES_SVG_H

#include <stdio.h>

enum { PIECES_SVG_SQUARE = 40 };

/* Writes the shapes. Call while the <defs> element is open. */
void pieces_svg_define(FILE *out);

#endif
