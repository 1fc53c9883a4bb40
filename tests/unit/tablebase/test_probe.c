/* What a search knows from the tablebase: results, the fifty-move rule, the longest line. */
#include "unit/computed_tablebase.h"
#include "unit/positions.h"

#include "rules/outcome.h"
#include "tablebase/probe.h"

#include <stdio.h>
#include <string.h>

/* White wins in 34 half-moves. */
#define LONG_WIN "8/8/8/3k4/8/8/8/R7 w - - %d 1"

static Tablebase *tablebase;

static int set_up(void **state) {
    tablebase = computed_tablebase("antichess");
    return 0;
}

static int tear_down(void **state) {
    tablebase_free(tablebase);
    return 0;
}

static Position long_win(int halfmove_clock) {
    char fen[FEN_SIZE];
    snprintf(fen, sizeof fen, LONG_WIN, halfmove_clock);
    return position_of("antichess", fen);
}

static void test_result(void **state) {
    Position pos = long_win(0);
    TablebaseResult result;
    assert_true(probe_result(tablebase, false, &pos, 0, &result));
    assert_false(result.drawn);
    assert_int_equal(result.winner, WHITE);
    assert_int_equal(result.distance, 34);
    assert_false(probe_result(NULL, false, &pos, 0, &result));
}

static void test_fifty_moves(void **state) {
    Position soon = long_win(FIFTY_MOVES - 34), later = long_win(FIFTY_MOVES - 35);
    TablebaseResult result;
    assert_true(probe_result(tablebase, false, &soon, 0, &result));
    assert_false(probe_result(tablebase, true, &soon, 0, &result));
    assert_true(probe_result(tablebase, true, &later, 0, &result));
}

static void test_too_far_from_the_root(void **state) {
    Position pos = long_win(0);
    TablebaseResult result;
    assert_true(probe_result(tablebase, false, &pos, MAX_PLY - 35, &result));
    assert_false(probe_result(tablebase, false, &pos, MAX_PLY - 34, &result));
}

static void test_completing_a_line(void **state) {
    Position pos = long_win(0);
    Move line[MAX_PLY];
    int count = probe_complete_line(tablebase, false, &pos, line, 0);
    assert_int_equal(count, 34);
    /* The line's own half-moves stay. */
    Move again[MAX_PLY];
    memcpy(again, line, 3 * sizeof(Move));
    assert_int_equal(probe_complete_line(tablebase, false, &pos, again, 3), 34);
    assert_memory_equal(again, line, 34 * sizeof(Move));
    /* Nothing is added to a complete line, or if there is no tablebase. */
    assert_int_equal(probe_complete_line(tablebase, false, &pos, line, 34), 34);
    assert_int_equal(probe_complete_line(NULL, false, &pos, line, 3), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_result, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_fifty_moves, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_too_far_from_the_root, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_completing_a_line, set_up, tear_down),
    };
    return test_run("probe", tests);
}
