/* The correction history: what it learns, and for which positions. */
#include "unit/testing.h"

#include "search/correction.h"
#include "unit/positions.h"

#define QUEEN_WHITE "4k3/pp6/8/8/8/8/PP6/3QK3 w - - 0 1"
#define ROOK_WHITE  "r3k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1"
#define QUEEN_BLACK "4k3/pp6/8/8/8/8/PP6/3QK3 b - - 0 1"
#define OTHER_PAWNS "4k3/pp6/8/8/8/1P6/P7/3QK3 w - - 0 1"
#define ALL_OTHER   "r3k3/pp6/8/8/8/1P6/P7/4K3 w - - 0 1"

/* All three entries learn the same error, and half their sum is applied. */
static void test_learning(void **state) {
    static Correction correction;
    Position pos = position_of("losers", QUEEN_WHITE);
    assert_int_equal(correction_apply(&correction, &pos, -40), -40);
    Score before = -40;
    for (int i = 0; i < 5; i++) {
        correction_update(&correction, &pos, -40, 20, 10);
        Score after = correction_apply(&correction, &pos, -40);
        assert_true(before < after && after <= 50);
        before = after;
    }
    for (int i = 0; i < 500; i++)
        correction_update(&correction, &pos, -40, 20, 10);
    assert_in_range(correction_apply(&correction, &pos, -40), 47, 50);
    correction_update(&correction, &pos, -40, -140, 10);
    assert_true(correction_apply(&correction, &pos, -40) < 47);
}

/* A deep search counts for more than a shallow one. */
static void test_depth(void **state) {
    static Correction shallow, deep;
    Position pos = position_of("losers", QUEEN_WHITE);
    correction_update(&shallow, &pos, 0, 100, 1);
    correction_update(&deep, &pos, 0, 100, 12);
    assert_true(correction_apply(&shallow, &pos, 0) < correction_apply(&deep, &pos, 0));
}

/* Positions share corrections if they have the same pawns, or if a colour has the same other
 * pieces. */
static void test_which_positions(void **state) {
    static Correction correction;
    Position learned = position_of("losers", QUEEN_WHITE),
             same_pawns = position_of("losers", ROOK_WHITE),
             other_pawns = position_of("losers", OTHER_PAWNS),
             all_other = position_of("losers", ALL_OTHER),
             black = position_of("losers", QUEEN_BLACK);
    for (int i = 0; i < 50; i++)
        correction_update(&correction, &learned, 0, 80, 10);
    Score whole = correction_apply(&correction, &learned, 0);
    assert_in_range(correction_apply(&correction, &same_pawns, 0), whole / 3 - 1, whole / 3 + 1);
    assert_in_range(correction_apply(&correction, &other_pawns, 0), whole * 2 / 3 - 1,
                    whole * 2 / 3 + 1);
    assert_int_equal(correction_apply(&correction, &all_other, 0), 0);
    assert_int_equal(correction_apply(&correction, &black, 0), 0);
}

/* However far off, a correction stays within its limit, and the score is never a proven one. */
static void test_limits(void **state) {
    static Correction correction;
    Position pos = position_of("losers", QUEEN_WHITE);
    for (int i = 0; i < 1000; i++)
        correction_update(&correction, &pos, -SCORE_EVAL_MAX, SCORE_EVAL_MAX, MAX_PLY);
    assert_in_range(correction_apply(&correction, &pos, 0), 150, 192);
    assert_int_equal(correction_apply(&correction, &pos, SCORE_EVAL_MAX), SCORE_EVAL_MAX);
    for (int i = 0; i < 1000; i++)
        correction_update(&correction, &pos, SCORE_EVAL_MAX, -SCORE_EVAL_MAX, MAX_PLY);
    assert_in_range(-correction_apply(&correction, &pos, 0), 150, 192);
    assert_int_equal(correction_apply(&correction, &pos, -SCORE_EVAL_MAX), -SCORE_EVAL_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_learning),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_which_positions),
        cmocka_unit_test(test_limits),
    };
    return test_run("correction", tests);
}
