/* Sets of endings: their numbers, the symmetries of the board, and the canonical set, which stands
 * for all images. */
#include "unit/testing.h"

#include "tablebase/ending_set.h"

#include <stdlib.h>

static void test_indices(void **state) {
    for (int index = 0; index < ENDING_SETS; index++) {
        EndingSet set = ending_set_at(index);
        if (!ending_set_is_valid(&set))
            continue;
        assert_int_equal(ending_set_index(&set), index);
        EndingSet sorted = ending_set_sorted(set);
        assert_memory_equal(&sorted, &set, sizeof set);
    }
}

static void test_sorting(void **state) {
    EndingSet types = {2, {QUEEN, PAWN}, {3, 12}, ROOK}, squares = {2, {KING, KING}, {12, 3}, PAWN};
    assert_false(ending_set_is_valid(&squares));
    types = ending_set_sorted(types);
    squares = ending_set_sorted(squares);
    assert_true(types.white[0] == PAWN && types.squares[0] == 12);
    assert_true(types.white[1] == QUEEN && types.squares[1] == 3 && types.black == ROOK);
    assert_true(squares.squares[0] == 3 && squares.squares[1] == 12);
    assert_true(ending_set_is_valid(&types) && ending_set_is_valid(&squares));
}

static void test_what_is_not_valid(void **state) {
    static const EndingSet SETS[] = {
        {1, {PAWN}, {7}, KING},                  /* a pawn on the first rank */
        {1, {PAWN}, {56}, KING},                 /* a pawn on the last rank */
        {2, {PAWN, PAWN}, {20, 60}, KING},       /* the second pawn is on the last rank */
        {2, {KNIGHT, BISHOP}, {20, 20}, KING},   /* one square */
        {2, {KNIGHT, KNIGHT}, {21, 20}, KNIGHT}, /* not in order */
    };
    for (size_t i = 0; i < sizeof SETS / sizeof *SETS; i++)
        assert_false(ending_set_is_valid(&SETS[i]));
}

static void test_symmetries(void **state) {
    assert_int_equal(symmetry_of_square(MIRROR_FILES, square_of(1, 2)), square_of(6, 2));
    assert_int_equal(symmetry_of_square(MIRROR_RANKS, square_of(1, 2)), square_of(1, 5));
    assert_int_equal(symmetry_of_square(SWAP_FILES_AND_RANKS, square_of(1, 2)), square_of(2, 1));
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        Bitboard images = 0, set = 0x8000000400000211ULL, image_of_set = 0;
        for (Square square = 0; square < SQUARES; square++) {
            Bitboard image = bit(symmetry_of_square(symmetry, square));
            assert_true(symmetry_of_squares(symmetry, bit(square)) == image);
            images |= image;
            image_of_set |= set & bit(square) ? image : 0;
        }
        assert_true(images == ~0ULL);
        assert_true(symmetry_of_squares(symmetry, set) == image_of_set);
    }
}

/* A set and all its images have the same canonical set, which has the lowest index of them. */
static void test_canonical_sets(void **state) {
    CanonicalSets *sets = malloc(sizeof *sets);
    assert_non_null(sets);
    canonical_sets_init(sets);
    assert_in_range(sets->count, 1, ENDING_SETS / 4);
    int *indices = calloc((size_t)sets->count,
                          sizeof *indices); /* the set's index plus 1, indexed by its number */
    assert_non_null(indices);
    for (int index = 0; index < ENDING_SETS; index++) {
        EndingSet set = ending_set_at(index);
        if (!ending_set_is_valid(&set))
            continue;
        const Canonical *canonical = canonical_sets_find(sets, &set);
        int number = canonical_sets_number(sets, &set);
        int lowest = ending_set_image_index(&set, canonical->symmetry);
        assert_int_equal(lowest % ENDING_SQUARES, canonical->squares);
        assert_in_range(number, 0, sets->count - 1);
        assert_true(indices[number] == 0 || indices[number] == lowest + 1);
        indices[number] = lowest + 1;
        for (int symmetry = 0; symmetry < ending_set_symmetries(&set); symmetry++) {
            EndingSet image = ending_set_image(set, symmetry);
            assert_int_equal(ending_set_index(&image), ending_set_image_index(&set, symmetry));
            assert_int_equal(canonical_sets_number(sets, &image), number);
            assert_true(ending_set_index(&image) >= lowest);
        }
    }
    free(indices);
    free(sets);
}

static void test_pawns_keep_their_direction(void **state) {
    EndingSet pawn = {2, {PAWN, QUEEN}, {8, 30}, ROOK}, black = {2, {ROOK, QUEEN}, {8, 30}, PAWN};
    EndingSet none = {2, {ROOK, QUEEN}, {8, 30}, ROOK}, single = {1, {ROOK}, {8}, ROOK};
    assert_int_equal(ending_set_symmetries(&pawn), 2);
    assert_int_equal(ending_set_symmetries(&black), 2);
    assert_int_equal(ending_set_symmetries(&none), SYMMETRIES);
    assert_int_equal(ending_set_symmetries(&single), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_indices),           cmocka_unit_test(test_sorting),
        cmocka_unit_test(test_what_is_not_valid), cmocka_unit_test(test_symmetries),
        cmocka_unit_test(test_canonical_sets),    cmocka_unit_test(test_pawns_keep_their_direction),
    };
    return test_run("sets of endings", tests);
}
