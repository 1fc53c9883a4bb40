/* pieces_svg: the drawn pieces. Each is a shape with the id that position_letter gives its black
 * piece, on a square of PIECES_SVG_SQUARE units whose upper left corner is the origin. Fill and
 * stroke are inherited, so that one shape serves both colours. Any thread. */
#ifndef MISERE_ANNOTATE_PIECES_SVG_H
#define MISERE_ANNOTATE_PIECES_SVG_H

#include <stdio.h>

enum { PIECES_SVG_SQUARE = 40 };

/* Writes the shapes, to stand in <defs>. */
void pieces_svg_define(FILE *out);

#endif
