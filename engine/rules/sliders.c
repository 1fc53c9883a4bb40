#include "rules/sliders.h"

#include <string.h>

enum { RAYS = 4 };

static const Step STEPS[SLIDERS][RAYS] = {
    [SLIDER_ROOK] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}},
    [SLIDER_BISHOP] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}},
};

Square sliders_step(Square square, Step step) {
    int file = square_file(square) + step.file;
    int rank = square_rank(square) + step.rank;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? NO_SQUARE : square_of(file, rank);
}

static Bitboard ray(Square square, Step step, Bitboard occupied) {
    Bitboard set = 0;
    for (Square to = sliders_step(square, step); to != NO_SQUARE; to = sliders_step(to, step)) {
        set |= bit(to);
        if (occupied & bit(to))
            break;
    }
    return set;
}

Bitboard sliders_attacks(Slider slider, Square square, Bitboard occupied) {
    Bitboard set = 0;
    for (int i = 0; i < RAYS; i++)
        set |= ray(square, STEPS[slider][i], occupied);
    return set;
}

Bitboard sliders_mask(Slider slider, Square square) {
    Bitboard mask = 0;
    for (int i = 0; i < RAYS; i++)
        for (Bitboard rest = ray(square, STEPS[slider][i], 0); rest;) {
            Square to = pop_lsb(&rest);
            if (sliders_step(to, STEPS[slider][i]) != NO_SQUARE)
                mask |= bit(to);
        }
    return mask;
}

bool sliders_fill(Slider slider, Square square, const Magic *magic, Bitboard *sets) {
    memset(sets, 0, sizeof *sets << popcount(magic->mask));
    Bitboard blockers = 0;
    do {
        Bitboard attacks = sliders_attacks(slider, square, blockers);
        Bitboard *slot = &sets[(blockers * magic->magic) >> magic->shift];
        if (*slot && *slot != attacks)
            return false;
        *slot = attacks;
        blockers = (blockers - magic->mask) & magic->mask; /* the next subset of mask */
    } while (blockers);
    return true;
}
