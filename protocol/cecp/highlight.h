/* highlight: where a piece may go, as CECP marks squares. Pure but for what is printed; any
 * thread. */
#ifndef MISERE_CECP_HIGHLIGHT_H
#define MISERE_CECP_HIGHLIGHT_H

#include "rules/position.h"

#include <stdio.h>

/* Reads the name of a square. False if the text is something else. */
bool cecp_highlight_read_square(const char *text, Square *square);

/* Prints the line that marks where what stands on the square may go: R a capture, Y another
 * half-move. GUIs let a user move to marked squares only. None if it may go nowhere: then they let
 * the user move it anyhow, and the move is refused with its reason. */
void cecp_highlight_print(FILE *out, const Position *pos, Square from);

#endif
