/* What a turn costs beyond thinking, learned from the clocks that the engine is told. */
#include "unit/testing.h"

#include "core/lag.h"

/* The engine is told its clock, thinks, and has its next turn two turns later. */
static void play(Lag *lag, int turns, int64_t clock, int64_t thinks) {
    lag_note_clock(lag, turns, clock);
    lag_start_turn(lag, turns, 100, 5000);
    lag_end_turn(lag, 5000 + thinks);
}

static void test_learns_and_forgets(void **state) {
    (void)state;
    Lag lag = {0};
    play(&lag, 10, 60000, 1000);
    assert_int_equal(lag.lag, 0);
    lag_note_clock(&lag, 12, 60000 + 100 - 1000 - 80);
    assert_int_equal(lag.lag, 80);
    /* A smaller cost counts little by little, a larger one at once. */
    play(&lag, 12, 50000, 0);
    lag_note_clock(&lag, 14, 50100);
    assert_int_equal(lag.lag, 70);
    play(&lag, 14, 50000, 300);
    lag_note_clock(&lag, 16, 49500);
    assert_int_equal(lag.lag, 300);
    for (int i = 0; i < 60; i++) {
        play(&lag, 16, 50000, 0);
        lag_note_clock(&lag, 18, 50100);
    }
    assert_int_equal(lag.lag, 0);
}

static void test_ignores_what_is_no_lag(void **state) {
    (void)state;
    Lag lag = {0};
    play(&lag, 10, 60000, 1000);
    lag_note_clock(&lag, 12, 59000);
    assert_int_equal(lag.lag, 100);
    /* A clock that was set, a new time control, a turn that was taken back, a second telling. */
    play(&lag, 12, 60000, 1000);
    lag_note_clock(&lag, 14, 30000);
    assert_int_equal(lag.lag, 100);
    play(&lag, 14, 60000, 1000);
    lag_note_clock(&lag, 16, 90000);
    assert_int_equal(lag.lag, 100);
    play(&lag, 16, 60000, 1000);
    lag_note_clock(&lag, 16, 58000);
    assert_int_equal(lag.lag, 100);
    play(&lag, 16, 60000, 1000);
    lag_note_clock(&lag, 18, 59000);
    lag_note_clock(&lag, 18, 58000);
    assert_int_equal(lag.lag, 100);
}

static void test_counts_only_the_engines_time(void **state) {
    (void)state;
    Lag lag = {0};
    /* While the engine still thinks, nothing is learned. */
    lag_note_clock(&lag, 10, 60000);
    lag_start_turn(&lag, 10, 0, 5000);
    lag_note_clock(&lag, 12, 50000);
    assert_int_equal(lag.lag, 0);
    /* A search in between, for pondering, does not end the turn again. */
    play(&lag, 12, 60000, 1000);
    lag_end_turn(&lag, 90000);
    lag_note_clock(&lag, 14, 59050);
    assert_int_equal(lag.lag, 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_learns_and_forgets),
        cmocka_unit_test(test_ignores_what_is_no_lag),
        cmocka_unit_test(test_counts_only_the_engines_time),
    };
    return test_run("core/lag", tests);
}
