/* sliders: computes the squares that rooks and bishops attack, for the tables of bitboard.h.
 * Thread-safe. */
#ifndef MISERE_RULES_SLIDERS_H
#define MISERE_RULES_SLIDERS_H

#include "rules/bitboard.h"

typedef enum { SLIDER_ROOK, SLIDER_BISHOP, SLIDERS } Slider;

/* A displacement, in files and ranks. */
typedef struct {
    int file, rank;
} Step;

/* The square one step away, or NO_SQUARE if that is off the board. */
Square sliders_step(Square square, Step step);

/* The squares that the slider attacks, given the occupied squares. */
Bitboard sliders_attacks(Slider slider, Square square, Bitboard occupied);

/* The squares whose occupancy affects the attacks: all squares of each ray but the last, which is
 * attacked in any case. */
Bitboard sliders_mask(Slider slider, Square square);

/* Fills `sets`, an array of 2^popcount(magic->mask) sets, with the square's attack sets. Returns
 * false if the multiplier maps two different attack sets to the same index. */
bool sliders_fill(Slider slider, Square square, const Magic *magic, Bitboard *sets);

#endif
