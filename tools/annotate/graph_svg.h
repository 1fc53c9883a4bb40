/* graph_svg: the scores of a game's positions as a graph. Any thread, if the streams differ. */
#ifndef MISERE_ANNOTATE_GRAPH_SVG_H
#define MISERE_ANNOTATE_GRAPH_SVG_H

#include "annotate/annotation.h"

#include <stdio.h>

/* Writes the graph: White's share light, from below; one point for each position, which is a link
 * to the element `turn-N`, N turns having been played. It is as wide as what surrounds it. */
void graph_svg_write(FILE *out, const Annotation *annotation);

#endif
