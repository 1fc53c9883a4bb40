/* highlight: the squares that a piece may move to, as CECP's `highlight` line. Thread-safe. */
#ifndef MISERE_CECP_HIGHLIGHT_H
#define MISERE_CECP_HIGHLIGHT_H

#include "rules/position.h"
#include "server/transcript.h"

/* Parses a square such as "e4". Returns false for any other text. */
bool cecp_highlight_read_square(const char *text, Square *square);

/* Prints a `highlight` line with the target squares of the piece on `from`: R for a capture, Y for
 * any other half-move. GUIs then allow only marked squares. If the piece has no legal move, prints
 * nothing: the GUI then allows any move, and the engine's answer tells the user why the move is
 * illegal. */
void cecp_highlight_print(Transcript *out, const Position *pos, Square from);

#endif
