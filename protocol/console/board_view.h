/* board_view: draws a board for people on a terminal, nine lines high, with a column of texts
 * beside it. Thread-safe. */
#ifndef MISERE_CONSOLE_BOARD_VIEW_H
#define MISERE_CONSOLE_BOARD_VIEW_H

#include "base/os/tty.h"
#include "rules/position.h"

/* What the terminal can show. */
typedef struct {
    bool has_unicode; /* chess symbols instead of letters */
    TtyColours colours;
} BoardStyle;

enum { BOARD_SIDE_TEXT_SIZE = 128 };

typedef struct {
    BoardStyle style;
    Colour bottom;                        /* whose side of the board is at the bottom */
    Bitboard marked;                      /* squares to mark, such as those of the last turn */
    char beside[8][BOARD_SIDE_TEXT_SIZE]; /* the text beside each rank, from the top of the board */
} BoardView;

/* Draws the board. Without colours, marked squares are in brackets. */
void board_view_draw(FILE *out, const Position *pos, const BoardView *view);

#endif
