/* The lag, estimated from the clock times that the GUI sends. */
#include "unit/testing.h"

#include "core/lag.h"

/* One turn of the engine: the GUI sends the clock time, and the engine thinks. */
static void play(Lag *lag, int turns, int64_t clock, int64_t thinks) {
    lag_note_clock(lag, turns, clock);
    lag_start_turn(lag, turns, 100, 5000);
    lag_end_turn(lag, 5000 + thinks);
}

static void test_learns_and_forgets(void **state) {
    Lag lag = {0};
    play(&lag, 10, 60000, 1000);
    assert_int_equal(lag.lag, 0);
    lag_note_clock(&lag, 12, 60000 + 100 - 1000 - 80);
    assert_int_equal(lag.lag, 80);
    /* The estimate falls gradually, but rises at once. */
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

static void test_ignores_changed_clocks(void **state) {
    Lag lag = {0};
    play(&lag, 10, 60000, 1000);
    lag_note_clock(&lag, 12, 59000);
    assert_int_equal(lag.lag, 100);
    /* The clock was set by hand; a new time control began; a turn was taken back; the clock was
     * sent twice. */
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
    Lag lag = {0};
    /* While the engine still thinks, nothing is learned. */
    lag_note_clock(&lag, 10, 60000);
    lag_start_turn(&lag, 10, 0, 5000);
    lag_note_clock(&lag, 12, 50000);
    assert_int_equal(lag.lag, 0);
    /* A ponder search after the turn does not end it a second time. */
    play(&lag, 12, 60000, 1000);
    lag_end_turn(&lag, 90000);
    lag_note_clock(&lag, 14, 59050);
    assert_int_equal(lag.lag, 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_learns_and_forgets),
        cmocka_unit_test(test_ignores_changed_clocks),
        cmocka_unit_test(test_counts_only_the_engines_time),
    };
    return test_run("core/lag", tests);
}
