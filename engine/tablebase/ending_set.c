#include "tablebase/ending_set.h"

EndingSet ending_set_sorted(EndingSet set) {
    bool is_sorted = set.white[0] == set.white[1] ? set.squares[0] < set.squares[1]
                                                  : set.white[0] < set.white[1];
    if (set.count == 1 || is_sorted)
        return set;
    return (EndingSet){.count = 2,
                       .white = {set.white[1], set.white[0]},
                       .squares = {set.squares[1], set.squares[0]},
                       .black = set.black};
}

/* --- indices --- */

EndingSet ending_set_at(int index) {
    int pieces = index / ENDING_SQUARES, material = pieces / ENDING_TYPES, high = 0;
    EndingSet set = {.count = material < ENDING_TYPES ? 1 : 2,
                     .squares = {index % SQUARES, index / SQUARES % SQUARES},
                     .black = (PieceType)(pieces % ENDING_TYPES)};
    while (set.count == 2 && material >= ending_first_pair(high + 1))
        high++;
    set.white[0] = (PieceType)(set.count == 1 ? material : material - ending_first_pair(high));
    set.white[1] = (PieceType)high;
    return set;
}

static bool may_stand(PieceType type, Square square) {
    return (ending_squares_for(type) & bit(square)) != 0;
}

bool ending_set_is_valid(const EndingSet *set) {
    Square first = set->squares[0], second = set->squares[1];
    if (set->count == 1)
        return may_stand(set->white[0], first) && second == 0;
    bool in_order = set->white[0] != set->white[1] || first < second;
    return may_stand(set->white[0], first) && may_stand(set->white[1], second) && first != second &&
           in_order;
}

/* --- symmetries --- */

/* Delta swap: swaps the bits of the mask with those `shift` higher (Warren, "Hacker's Delight"). */
static Bitboard delta_swap(Bitboard set, int shift, Bitboard mask) {
    Bitboard differ = (set ^ (set >> shift)) & mask;
    return set ^ differ ^ (differ << shift);
}

Bitboard symmetry_of_squares(int symmetry, Bitboard squares) {
    if (symmetry & MIRROR_FILES) {
        squares = delta_swap(squares, 1, 0x5555555555555555ULL);
        squares = delta_swap(squares, 2, 0x3333333333333333ULL);
        squares = delta_swap(squares, 4, 0x0f0f0f0f0f0f0f0fULL);
    }
    if (symmetry & MIRROR_RANKS)
        squares = __builtin_bswap64(squares);
    if (symmetry & SWAP_FILES_AND_RANKS) {
        squares = delta_swap(squares, 7, 0x00aa00aa00aa00aaULL);
        squares = delta_swap(squares, 14, 0x0000cccc0000ccccULL);
        squares = delta_swap(squares, 28, 0x00000000f0f0f0f0ULL);
    }
    return squares;
}

EndingSet ending_set_image(EndingSet set, int symmetry) {
    for (int i = 0; i < set.count; i++)
        set.squares[i] = symmetry_of_square(symmetry, set.squares[i]);
    return ending_set_sorted(set);
}

/* --- canonical sets --- */

static int kind_of(const EndingSet *set) {
    if (set->count == 1)
        return 0;
    int kind = set->white[0] == PAWN ? 1 : set->black == PAWN ? 3 : 5;
    return set->white[0] == set->white[1] ? kind + 1 : kind;
}

/* Finds a set's canonical set, but does not number it yet. */
static Canonical find_canonical(const EndingSet *set) {
    Canonical canonical = {.squares = ENDING_SQUARES};
    for (int symmetry = 0; symmetry < ending_set_symmetries(set); symmetry++) {
        int squares = ending_set_image_index(set, symmetry) % ENDING_SQUARES;
        if (squares < canonical.squares)
            canonical = (Canonical){.squares = (uint16_t)squares, .symmetry = (uint8_t)symmetry};
    }
    return canonical;
}

/* Fills in a kind of pieces, of which `pieces` is an example. Returns the number of canonical
 * sets. */
static int init_kind(Canonical kind[ENDING_SQUARES], EndingSet pieces) {
    int count = 0;
    for (int index = 0; index < ENDING_SQUARES; index++) {
        EndingSet set = pieces;
        set.squares[0] = index % SQUARES;
        set.squares[1] = index / SQUARES;
        kind[index] = find_canonical(&set);
        if (kind[index].squares != index)
            kind[index].number = kind[kind[index].squares].number;
        else if (ending_set_is_valid(&set) || set.count == 1) /* pawns are another kind */
            kind[index].number = (uint16_t)count++;
    }
    return count;
}

void canonical_sets_init(CanonicalSets *sets) {
    int counts[ENDING_KINDS] = {0};
    sets->count = 0;
    for (int i = 0; i < ENDING_PIECES; i++) {
        EndingSet pieces = ending_set_at(i * ENDING_SQUARES);
        int kind = kind_of(&pieces);
        if (counts[kind] == 0)
            counts[kind] = init_kind(sets->canonical[kind], pieces);
        sets->first[i] = sets->count;
        sets->count += counts[kind];
    }
}

const Canonical *canonical_sets_of(const CanonicalSets *sets, const EndingSet *pieces) {
    return sets->canonical[kind_of(pieces)];
}

const Canonical *canonical_sets_find(const CanonicalSets *sets, const EndingSet *set) {
    return &canonical_sets_of(sets, set)[ending_set_squares(set, set->squares[0], set->squares[1])];
}

int canonical_sets_number(const CanonicalSets *sets, const EndingSet *set) {
    return sets->first[ending_set_pieces(set)] + canonical_sets_find(sets, set)->number;
}
