#include "unit/testing.h"

#include "rules/sliders.h"

/* The tables made during the build are the same as those that the WebAssembly module computes at
 * startup. */
static void test_the_tables_can_be_computed(void **state) {
    static Bitboard sets[SLIDER_SETS];
    for (Square s = 0; s < SQUARES; s++) {
        assert_true(sliders_fill(SLIDER_ROOK, s, &ROOK_MAGICS[s], sets + ROOK_MAGICS[s].first));
        assert_true(
            sliders_fill(SLIDER_BISHOP, s, &BISHOP_MAGICS[s], sets + BISHOP_MAGICS[s].first));
    }
    assert_memory_equal(sets, SLIDER_ATTACKS, sizeof sets);
}

static void test_attacks(void **state) {
    Bitboard blocker = bit(square_of(0, 2));
    assert_true(sliders_attacks(SLIDER_ROOK, 0, blocker) ==
                ((RANK_1 & ~bit(0)) | bit(square_of(0, 1)) | blocker));
    assert_true(sliders_attacks(SLIDER_BISHOP, 0, bit(square_of(1, 1))) == bit(square_of(1, 1)));
    assert_int_equal(popcount(sliders_mask(SLIDER_ROOK, 0)), 12);
    assert_int_equal(popcount(sliders_mask(SLIDER_BISHOP, 0)), 6);
    assert_int_equal(sliders_step(7, (Step){1, 0}), NO_SQUARE);
    assert_int_equal(sliders_step(7, (Step){-1, 1}), square_of(6, 1));
}

static void test_a_bad_multiplier_is_refused(void **state) {
    Bitboard sets[4096];
    Magic magic = ROOK_MAGICS[0];
    magic.magic = 1;
    assert_false(sliders_fill(SLIDER_ROOK, 0, &magic, sets));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_tables_can_be_computed),
        cmocka_unit_test(test_attacks),
        cmocka_unit_test(test_a_bad_multiplier_is_refused),
    };
    return test_run("rules/sliders", tests);
}
