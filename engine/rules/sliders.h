/* sliders: computes the squares that rooks and bishops attack, for the tables of bitboard.h. Any
 * thread. */
#ifndef MISERE_RULES_SLIDERS_H
#define MISERE_RULES_SLIDERS_H

#include "rules/bitboard.h"

typedef enum { SLIDER_ROOK, SLIDER_BISHOP, SLIDERS } Slider;

/* A number of files and of ranks. */
typedef struct {
    int file, rank;
} Step;

/* The square one step away, or NO_SQUARE if that is off the board. */
Square sliders_step(Square square, Step step);

/* The squares that the slider attacks if those in `occupied` block it. */
Bitboard sliders_attacks(Slider slider, Square square, Bitboard occupied);

/* The squares whose occupancy matters. The last square of a ray is attacked in any case. */
Bitboard sliders_mask(Slider slider, Square square);

/* Fills `sets`, 2^popcount(magic->mask) of them, with the square's attack sets. Returns false if
 * the multiplier maps two different ones to one index. */
bool sliders_fill(Slider slider, Square square, const Magic *magic, Bitboard *sets);

#endif
