/* ending_set: sets of endings with one or two pieces against one, and the symmetries of the board.
 * Pure functions, hence thread-safe. */
#ifndef MISERE_TABLEBASE_ENDING_SET_H
#define MISERE_TABLEBASE_ENDING_SET_H

#include "rules/bitboard.h"

enum {
    ENDING_TYPES = KING + 1,
    /* A single white piece of each type, and each pair of types. */
    ENDING_MATERIALS = ENDING_TYPES + ENDING_TYPES * (ENDING_TYPES + 1) / 2,
    ENDING_SQUARES = SQUARES * SQUARES,
    ENDING_PIECES = ENDING_MATERIALS * ENDING_TYPES,
    ENDING_SETS = ENDING_PIECES * ENDING_SQUARES,
};

/* Endings that differ only in the square of the black piece. White is the colour that has two
 * pieces, if one has; otherwise either. The board is turned upside down if that was Black. */
typedef struct {
    int count;          /* number of white pieces, 1 or 2 */
    PieceType white[2]; /* their types, in ascending order */
    Square squares[2];  /* their squares; of two pieces of one type, in ascending order */
    PieceType black;
} EndingSet;

/* Where a piece of this type may stand. */
static inline Bitboard ending_squares_for(PieceType type) {
    return type == PAWN ? ~(RANK_1 | RANK_8) : ~0ULL;
}

/* The set with its white pieces sorted. */
EndingSet ending_set_sorted(EndingSet set);

/* Single pieces come before pairs, which are in the order of their higher type. */
static inline int ending_first_pair(int high) {
    return ENDING_TYPES + high * (high + 1) / 2;
}

/* A number for the pieces without their squares, below ENDING_PIECES. */
static inline int ending_set_pieces(const EndingSet *set) {
    int low = (int)set->white[0], high = (int)set->white[1];
    int white = set->count == 1 ? low : ending_first_pair(high) + low;
    return white * ENDING_TYPES + (int)set->black;
}

/* A number below ENDING_SQUARES for the squares of white pieces of these types. */
static inline int ending_set_squares(const EndingSet *pieces, Square first, Square second) {
    bool in_order = pieces->white[0] != pieces->white[1] || first < second;
    return pieces->count == 1 ? first
           : in_order         ? first + SQUARES * second
                              : second + SQUARES * first;
}

/* The same number after white piece `piece` has moved to `to`. */
static inline int ending_set_squares_moved(const EndingSet *set, int piece, Square to) {
    return ending_set_squares(set, piece == 0 ? to : set->squares[0],
                              piece == 0 ? set->squares[1] : to);
}

/* The number of a set, below ENDING_SETS, and the set with this number. */
static inline int ending_set_index(const EndingSet *set) {
    return ending_set_pieces(set) * ENDING_SQUARES +
           ending_set_squares(set, set->squares[0], set->squares[1]);
}
EndingSet ending_set_at(int index);

/* Are the pieces in order and on different squares, and is no pawn on the first or last rank? */
bool ending_set_is_valid(const EndingSet *set);

/* Symmetries of the board: sums of these, which are applied in this order; 0 is the identity. */
enum { MIRROR_FILES = 1, MIRROR_RANKS = 2, SWAP_FILES_AND_RANKS = 4, SYMMETRIES = 8 };

static inline Square symmetry_of_square(int symmetry, Square square) {
    square ^= (symmetry & MIRROR_FILES ? 7 : 0) ^ (symmetry & MIRROR_RANKS ? 56 : 0);
    return symmetry & SWAP_FILES_AND_RANKS ? square_of(square_rank(square), square_file(square))
                                           : square;
}
Bitboard symmetry_of_squares(int symmetry, Bitboard squares);

/* How many symmetries leave results unchanged: those with numbers below this. 1 for sets with one
 * white piece, which are so few that symmetries save nothing. */
static inline int ending_set_symmetries(const EndingSet *set) {
    if (set->count == 1)
        return 1;
    /* Pawns move along the files. */
    bool has_pawn = set->white[0] == PAWN || set->black == PAWN;
    return has_pawn ? MIRROR_FILES + 1 : SYMMETRIES;
}

EndingSet ending_set_image(EndingSet set, int symmetry);

/* The index of the set to which a symmetry maps a set. */
static inline int ending_set_image_index(const EndingSet *set, int symmetry) {
    return ending_set_pieces(set) * ENDING_SQUARES +
           ending_set_squares(set, symmetry_of_square(symmetry, set->squares[0]),
                              symmetry_of_square(symmetry, set->squares[1]));
}

/* Of a set and all sets to which symmetries map it, the one with the lowest index is called
 * canonical. Results are stored for canonical sets only. */
typedef struct {
    uint16_t squares; /* the index of the canonical set, modulo ENDING_SQUARES */
    uint16_t number;  /* the canonical set's number among those with the same pieces */
    uint8_t symmetry; /* turns the set into the canonical one */
} Canonical;

enum { ENDING_KINDS = 7 }; /* kinds of pieces that share the same symmetries */

typedef struct {
    /* Indexed by a set's index modulo ENDING_SQUARES. */
    Canonical canonical[ENDING_KINDS][ENDING_SQUARES];
    int first[ENDING_PIECES]; /* the number of the first canonical set with these pieces */
    int count;                /* number of all canonical sets */
} CanonicalSets;

void canonical_sets_init(CanonicalSets *sets);

/* The canonical set of each set with these pieces, by its index modulo ENDING_SQUARES. */
const Canonical *canonical_sets_of(const CanonicalSets *sets, const EndingSet *pieces);

/* The canonical set of one set. */
const Canonical *canonical_sets_find(const CanonicalSets *sets, const EndingSet *set);

/* The number, below sets->count, of the canonical set that stands for a set. */
int canonical_sets_number(const CanonicalSets *sets, const EndingSet *set);

#endif
