/* graph_svg: a graph of the scores over a game. Thread-safe if the streams differ. */
#ifndef MISERE_ANNOTATE_GRAPH_SVG_H
#define MISERE_ANNOTATE_GRAPH_SVG_H

#include "annotate/annotation.h"

#include <stdio.h>

/* Writes the graph: the area below the curve is White's. Each position has a column, with a point
 * if its score is known; the column links to the element `turn-N`, where N is the number of turns
 * before that position. The graph is as wide as its parent element. */
void graph_svg_write(FILE *out, const Annotation *annotation);

#endif
