/* pieces_svg: the shapes of the pieces, tools/pieces.svg. A shape's id is the letter of the black
 * piece (position_letter). It fits a square of PIECES_SVG_SQUARE units with the origin at the upper
 * left corner. Fill and stroke are inherited, so one shape serves both colours. */
#ifndef MISERE_ANNOTATE_PIECES_SVG_H
#define MISERE_ANNOTATE_PIECES_SVG_H

enum { PIECES_SVG_SQUARE = 40 };

/* An <svg> to be placed in <defs>. */
extern const char PIECES_SVG[];

#endif
