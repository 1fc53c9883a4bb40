#include "tablebase/syzygy/layout.h"

enum { TRIANGLE_SQUARES = SYZYGY_TRIANGLE, FILES = 4, PAWN_SQUARES = 48, PAWN_RANKS = 6 };

/* The squares in an order in which those that mirroring exchanges stand together. */
static const uint8_t RINGS[SQUARES] = {
    15, 63, 55, 47, 40, 48, 56, 12, 62, 11, 39, 31, 24, 32, 8,  57, 54, 38, 7,  23, 16, 4,
    33, 49, 46, 30, 22, 3,  0,  17, 25, 41, 45, 29, 21, 2,  1,  18, 26, 42, 53, 37, 6,  20,
    19, 5,  34, 50, 61, 10, 36, 28, 27, 35, 9,  58, 14, 60, 52, 44, 43, 51, 59, 13};

/* The squares of the triangle a1-d1-d4 by number, those off the diagonal first. */
static const Square TRIANGLE[TRIANGLE_SQUARES] = {1, 2, 3, 10, 11, 19, 0, 9, 18, 27};

static uint64_t binomial(int n, int k) {
    uint64_t result = 1;
    if (n < k)
        return 0;
    for (int i = 1; i <= k; i++)
        result = result * (uint64_t)(n - k + i) / (uint64_t)i;
    return result;
}

/* --- squares --- */

static int mirrored(int file_or_rank) {
    return file_or_rank < 4 ? file_or_rank : 7 - file_or_rank;
}

/* The number of the square of the triangle that mirroring makes of this one. */
static int triangle_of(Square square) {
    static const uint8_t NUMBERS[4][4] = {{6, 0, 1, 2}, {0, 7, 3, 4}, {1, 3, 8, 5}, {2, 4, 5, 9}};
    return NUMBERS[mirrored(square_rank(square))][mirrored(square_file(square))];
}

/* How far the square is above the diagonal a1-h8; negative below it. */
static int above_diagonal(Square square) {
    return square_rank(square) - square_file(square);
}

/* The number, below 28, of a square below the diagonal. */
static int below_number(Square square) {
    int rank = square_rank(square), file = square_file(square);
    return 7 * rank - rank * (rank - 1) / 2 + file - rank - 1;
}

/* How the squares of leading pawns are numbered: by file from the edge, and by rank. */
static int pawn_number(Square square) {
    return mirrored(square_file(square)) * PAWN_RANKS + square_rank(square) - 1;
}

/* Another order, in which mirrored squares stand together, and the edges come last. */
static int pawn_ring(Square square) {
    int file = square_file(square);
    return 12 * (3 - mirrored(file)) + 11 - 2 * (square_rank(square) - 1) - (file >= 4);
}

static void flip(Square *squares, int count, int mask) {
    for (int i = 0; i < count; i++)
        squares[i] ^= mask;
}

static void flip_diagonally(Square *squares, int count) {
    for (int i = 0; i < count; i++)
        squares[i] = square_of(square_rank(squares[i]), square_file(squares[i]));
}

/* Mirrors the board so that the first piece stands in the quarter a1-d4. */
static void mirror_into_quarter(Square *squares, int count) {
    if (square_file(squares[0]) >= 4)
        flip(squares, count, 7);
    if (square_rank(squares[0]) >= 4)
        flip(squares, count, 56);
}

static void swap(Square *a, Square *b) {
    Square kept = *a;
    *a = *b;
    *b = kept;
}

/* --- leading pieces that differ --- */

/* The first of `leading` squares that is off the diagonal is to be below it. */
static void mirror_below_diagonal(Square *squares, int count, int leading) {
    int i = 0;
    while (i < leading - 1 && above_diagonal(squares[i]) == 0)
        i++;
    if (above_diagonal(squares[i]) > 0)
        flip_diagonally(squares, count);
}

static uint64_t two_index(const Square *s) {
    int second = s[1] - (s[1] > s[0]);
    if (above_diagonal(s[0]) != 0)
        return (uint64_t)(triangle_of(s[0]) * 63 + second);
    if (above_diagonal(s[1]) != 0)
        return (uint64_t)(6 * 63 + square_file(s[0]) * 28 + below_number(s[1]));
    return (uint64_t)(6 * 63 + 4 * 28 + square_file(s[0]) * 7 + square_file(s[1]) - (s[1] > s[0]));
}

static uint64_t three_index(const Square *s) {
    int less2 = s[1] > s[0], less3 = (s[2] > s[0]) + (s[2] > s[1]), index = 6 * 63 * 62;
    int file1 = square_file(s[0]), file2 = square_file(s[1]) - less2;
    if (above_diagonal(s[0]) != 0)
        return (uint64_t)(triangle_of(s[0]) * 63 * 62 + (s[1] - less2) * 62 + s[2] - less3);
    if (above_diagonal(s[1]) != 0)
        return (uint64_t)(index + file1 * 28 * 62 + below_number(s[1]) * 62 + s[2] - less3);
    index += 4 * 28 * 62;
    if (above_diagonal(s[2]) != 0)
        return (uint64_t)(index + file1 * 7 * 28 + file2 * 28 + below_number(s[2]));
    index += 4 * 7 * 28;
    return (uint64_t)(index + file1 * 7 * 6 + file2 * 6 + square_file(s[2]) - less3);
}

/* --- leading pieces that are equal --- */

/* Of two squares in the same square of the triangle: is the second one among those on or above the
 * other diagonal in the quarter a5-d8 whose mirror image is listed instead? */
static bool is_listed_mirrored(Square square) {
    const Bitboard listed = bit(32) | bit(40) | bit(48) | bit(33) | bit(41) | bit(34);
    return (listed & bit(square)) != 0;
}

/* Brings two equal leading pieces, and the board with them, into the form that is listed. */
static void normalise_pair(Square *squares, int count) {
    if (triangle_of(squares[0]) > triangle_of(squares[1]))
        swap(&squares[0], &squares[1]);
    mirror_into_quarter(squares, count);
    mirror_below_diagonal(squares, count, 2);
    if (is_listed_mirrored(squares[1]) && triangle_of(squares[0]) == triangle_of(squares[1])) {
        swap(&squares[0], &squares[1]);
        flip(squares, count, 56);
        flip_diagonally(squares, count);
    }
}

/* Is this pair, whose first piece is in the triangle, one of those that are listed? */
static bool is_listed(Square first, Square second) {
    Square pair[2] = {first, second};
    if (first == second)
        return false;
    normalise_pair(pair, 2);
    return pair[0] == first && pair[1] == second;
}

/* Numbers the pairs that are listed, by their first squares and then by their second ones; but of
 * the pairs whose first square is on the diagonal, those with both squares on it come before the
 * others. Returns how many there are. */
static uint16_t number_pairs(SyzygyLayout *layout) {
    uint16_t number = 0;
    for (int t = 0; t < TRIANGLE_SQUARES; t++)
        for (int off = 0; off < 2; off++)
            for (Square square = 0; square < SQUARES; square++) {
                bool is_off = above_diagonal(TRIANGLE[t]) != 0 || above_diagonal(square) != 0;
                if (is_off == off && is_listed(TRIANGLE[t], square))
                    layout->pairs[t][square] = number++;
            }
    return number;
}

/* The number of the first set of `count` equal leading pieces whose first is on this square of the
 * triangle; for TRIANGLE_SQUARES the number of all sets. */
static uint64_t first_of_equals(int count, int triangle) {
    uint64_t sum = 0;
    for (int i = 0; i < triangle; i++)
        sum += binomial(RINGS[TRIANGLE[i]], count - 1);
    return sum;
}

/* Three or more equal leading pieces. */
static uint64_t equals_index(Square *squares, int count, int leading) {
    for (int i = 1; i < leading; i++)
        if (triangle_of(squares[0]) > triangle_of(squares[i]))
            swap(&squares[0], &squares[i]);
    mirror_into_quarter(squares, count);
    if (above_diagonal(squares[0]) > 0)
        flip_diagonally(squares, count);
    for (int i = 1; i < leading; i++)
        for (int j = i + 1; j < leading; j++)
            if (RINGS[squares[i]] > RINGS[squares[j]])
                swap(&squares[i], &squares[j]);
    uint64_t index = first_of_equals(leading, triangle_of(squares[0]));
    for (int i = 1; i < leading; i++)
        index += binomial(RINGS[squares[i]], i);
    return index;
}

/* --- leading pawns --- */

/* The number of the first set of `count` leading pawns whose first is on this square of the file,
 * counted from rank 2; for PAWN_RANKS the number of all sets. */
static uint64_t first_of_pawns(int count, int file, int rank) {
    uint64_t sum = 0;
    for (int i = 0; i < rank; i++)
        sum += binomial(pawn_ring(square_of(file, i + 1)), count - 1);
    return sum;
}

/* Puts the leading pawn first: the one that is nearest to the edge, and of these the hindmost. */
static void put_leading_pawn_first(Square *squares, int pawns) {
    for (int i = 1; i < pawns; i++)
        if (pawn_number(squares[0]) > pawn_number(squares[i]))
            swap(&squares[0], &squares[i]);
}

int syzygy_leading_file(Bitboard pawns) {
    int least = PAWN_SQUARES;
    while (pawns) {
        int number = pawn_number(pop_lsb(&pawns));
        least = number < least ? number : least;
    }
    return least / PAWN_RANKS % FILES;
}

static uint64_t pawns_index(Square *squares, int count, int pawns) {
    put_leading_pawn_first(squares, pawns);
    if (square_file(squares[0]) >= 4)
        flip(squares, count, 7);
    for (int i = 1; i < pawns; i++)
        for (int j = i + 1; j < pawns; j++)
            if (pawn_ring(squares[i]) < pawn_ring(squares[j]))
                swap(&squares[i], &squares[j]);
    uint64_t index = first_of_pawns(pawns, square_file(squares[0]), square_rank(squares[0]) - 1);
    for (int i = pawns - 1; i > 0; i--)
        index += binomial(pawn_ring(squares[i]), pawns - i);
    return index;
}

/* --- layouts --- */

/* The colour and number of the leading pawns: of the colour with fewer, but at least one. */
static Colour leading_pawns(const SyzygyMaterial *material, int *count) {
    int white = material->counts[WHITE][PAWN], black = material->counts[BLACK][PAWN];
    bool is_black = black > 0 && (white == 0 || black < white);
    *count = is_black ? black : white;
    return is_black ? BLACK : WHITE;
}

/* How many pieces lead where there are no pawns, and how many of them differ: three or two of which
 * there is one each, or else the smallest number of equal ones. */
static int leading_pieces(const SyzygyMaterial *material, int *distinct) {
    int single = 0, fewest = SYZYGY_PIECES_MAX;
    for (int colour = WHITE; colour < COLOURS; colour++)
        for (int type = KNIGHT; type < SYZYGY_TYPES; type++) {
            int count = material->counts[colour][type];
            single += count == 1;
            fewest = count > 1 && count < fewest ? count : fewest;
        }
    *distinct = single >= 3 ? 3 : single == 2 ? 2 : 0;
    return *distinct > 0 ? *distinct : fewest;
}

/* Reads the pieces, and checks that they are those of the material. */
static bool read_pieces(SyzygyLayout *layout, const SyzygyMaterial *material,
                        const uint8_t *codes) {
    SyzygyMaterial left = *material;
    for (int i = 0; i < material->total; i++) {
        int type = (codes[i] & 7) - 1, colour = codes[i] >> 3;
        if (type < PAWN || type > KING || left.counts[colour][type]-- == 0)
            return false;
        layout->pieces[i] = (uint8_t)(type | colour << 3);
    }
    return true;
}

/* Adds a group of `count` pieces, which are equal unless they lead and differ. */
static bool add_group(SyzygyLayout *layout, int *first, int count, bool are_equal) {
    for (int i = 1; i < count; i++)
        for (int j = 0; j < i; j++)
            if ((layout->pieces[*first + i] == layout->pieces[*first + j]) != are_equal)
                return false;
    layout->groups[layout->group_count++] = (SyzygyGroup){.first = *first, .count = count};
    *first += count;
    return true;
}

static int count_of(const SyzygyMaterial *material, uint8_t piece) {
    return material->counts[piece >> 3][piece & 7];
}

static bool add_groups(SyzygyLayout *layout, const SyzygyMaterial *material) {
    int first = 0, count;
    if (layout->has_pawns) {
        Colour colour = leading_pawns(material, &count);
        int others = material->counts[other(colour)][PAWN];
        if (layout->pieces[0] != (PAWN | (int)colour << 3) ||
            !add_group(layout, &first, count, true))
            return false;
        if (others > 0 && (layout->pieces[first] != (PAWN | (int)other(colour) << 3) ||
                           !add_group(layout, &first, others, true)))
            return false;
    } else {
        count = leading_pieces(material, &layout->distinct);
        if (count > layout->total || !add_group(layout, &first, count, layout->distinct == 0))
            return false;
        for (int i = 0; i < count; i++) /* all of the equal ones, or single ones */
            if (count_of(material, layout->pieces[i]) != (layout->distinct == 0 ? count : 1))
                return false;
    }
    while (first < layout->total)
        if (!add_group(layout, &first, count_of(material, layout->pieces[first]), true))
            return false;
    return true;
}

/* How many sets of squares a group may have. Numbers those of equal leading pieces. */
static uint64_t group_size(SyzygyLayout *layout, int number, bool has_second_pawns, int file) {
    const SyzygyGroup *group = &layout->groups[number];
    if (number == 0 && layout->has_pawns)
        return first_of_pawns(group->count, file, PAWN_RANKS);
    if (number == 0 && layout->distinct > 0)
        return layout->distinct == 3 ? 31332 : 518;
    if (number == 0)
        return group->count == 2 ? number_pairs(layout)
                                 : first_of_equals(group->count, TRIANGLE_SQUARES);
    if (number == 1 && has_second_pawns)
        return binomial(PAWN_SQUARES - group->first, group->count);
    return binomial(SQUARES - group->first, group->count);
}

bool syzygy_layout_init(SyzygyLayout *layout, const SyzygyMaterial *material, const uint8_t *pieces,
                        const int order[2], int file) {
    *layout = (SyzygyLayout){
        .total = material->total, .has_pawns = syzygy_has_pawns(material), .size = 1};
    if (!read_pieces(layout, material, pieces) || !add_groups(layout, material))
        return false;
    bool has_second_pawns = material->counts[WHITE][PAWN] > 0 && material->counts[BLACK][PAWN] > 0;
    int next = has_second_pawns ? 2 : 1;
    for (int place = 0; place < layout->group_count; place++) {
        int number = place == order[0] ? 0 : has_second_pawns && place == order[1] ? 1 : next++;
        if (number >= layout->group_count)
            return false;
        layout->groups[number].factor = layout->size;
        layout->size *= group_size(layout, number, has_second_pawns, file);
    }
    return next <= layout->group_count;
}

/* --- numbers of positions --- */

static uint64_t leading_index(const SyzygyLayout *layout, Square *squares) {
    int total = layout->total, leading = layout->groups[0].count;
    if (layout->has_pawns)
        return pawns_index(squares, total, leading);
    if (layout->distinct > 0) {
        mirror_into_quarter(squares, total);
        mirror_below_diagonal(squares, total, leading);
        return layout->distinct == 3 ? three_index(squares) : two_index(squares);
    }
    if (leading > 2)
        return equals_index(squares, total, leading);
    normalise_pair(squares, total);
    return layout->pairs[triangle_of(squares[0])][squares[1]];
}

/* The number of a group's squares among the combinations of those that are free. */
static uint64_t group_index(const SyzygyGroup *group, Square *squares, int skipped) {
    uint64_t index = 0;
    int end = group->first + group->count;
    for (int i = group->first; i < end; i++)
        for (int j = i + 1; j < end; j++)
            if (squares[i] > squares[j])
                swap(&squares[i], &squares[j]);
    for (int i = group->first; i < end; i++) {
        int free = squares[i] - skipped;
        for (int j = 0; j < group->first; j++)
            free -= squares[i] > squares[j];
        index += binomial(free, i - group->first + 1);
    }
    return index;
}

uint64_t syzygy_layout_index(const SyzygyLayout *layout, Square squares[SYZYGY_PIECES_MAX]) {
    uint64_t index = leading_index(layout, squares) * layout->groups[0].factor;
    for (int i = 1; i < layout->group_count; i++) {
        const SyzygyGroup *group = &layout->groups[i];
        bool is_second_pawns = (layout->pieces[group->first] & 7) == PAWN;
        index += group_index(group, squares, is_second_pawns ? 8 : 0) * group->factor;
    }
    return index;
}
