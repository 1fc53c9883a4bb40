/* The modules below CECP's commands: clock, variants, highlight. */
#include "unit/capture.h"

#include "cecp/cecp_clock.h"
#include "cecp/highlight.h"
#include "cecp/variants.h"

#include <string.h>
#include <unistd.h>

/* --- the clock --- */

static bool level(CecpClock *clock, const char *words, int turns, Error *error) {
    char text[80];
    snprintf(text, sizeof text, "%s", words);
    return cecp_clock_level(clock, text, turns, error);
}

static void test_conventional_clock(void **state) {
    CecpClock clock;
    Error error;
    cecp_clock_init(&clock);
    /* Until the GUI sets a time control, it is XBoard's default. */
    assert_int_equal(cecp_clock_limits(&clock, 0).time.moves_to_go, 40);
    assert_int_equal(cecp_clock_limits(&clock, 0).time.clock, 5 * 60 * 1000);
    assert_true(level(&clock, "40 5:30 0", 0, &error));
    Limits limits = cecp_clock_limits(&clock, 0);
    assert_true(limits.time.has_clock);
    assert_int_equal(limits.time.clock, 330000);
    assert_int_equal(limits.time.moves_to_go, 40);
    assert_int_equal(cecp_clock_limits(&clock, 2 * 39).time.moves_to_go, 1);     /* White */
    assert_int_equal(cecp_clock_limits(&clock, 2 * 39 + 1).time.moves_to_go, 1); /* Black */
    assert_int_equal(cecp_clock_limits(&clock, 2 * 40).time.moves_to_go, 40);
}

static void test_later_level_counts_from_there(void **state) {
    CecpClock clock;
    Error error;
    cecp_clock_init(&clock);
    assert_true(level(&clock, "20 22 0", 81, &error));
    assert_int_equal(cecp_clock_limits(&clock, 81).time.moves_to_go, 20);
    assert_int_equal(cecp_clock_limits(&clock, 83).time.moves_to_go, 19);
    assert_int_equal(cecp_clock_limits(&clock, 10).time.moves_to_go, 20); /* after undos */
}

static void test_clock_is_charged(void **state) {
    CecpClock clock;
    Error error;
    cecp_clock_init(&clock);
    assert_true(level(&clock, "2 1 0.5", 0, &error));
    cecp_clock_charge(&clock, 10000, 1);
    assert_int_equal(clock.left_ms, 50500);
    cecp_clock_charge(&clock, 10000, 3);
    assert_int_equal(clock.left_ms, 101000); /* a new session of two moves adds a minute */
    char hundredths[] = "123";
    assert_true(cecp_clock_time(&clock, hundredths, &error));
    assert_int_equal(cecp_clock_limits(&clock, 4).time.clock, 1230);
    cecp_clock_reset(&clock);
    assert_int_equal(clock.left_ms, 60000);
}

static void test_st_replaces_the_clock_and_sd_adds_to_it(void **state) {
    CecpClock clock;
    Error error;
    char seconds[] = "2.25", depth[] = "7";
    cecp_clock_init(&clock);
    assert_true(cecp_clock_st(&clock, seconds, &error));
    assert_true(cecp_clock_sd(&clock, depth, &error));
    Limits limits = cecp_clock_limits(&clock, 0);
    assert_false(limits.time.has_clock);
    assert_int_equal(limits.time.movetime, 2250);
    assert_int_equal(limits.depth, 7);
    assert_true(level(&clock, "0 1 1", 0, &error));
    limits = cecp_clock_limits(&clock, 0);
    assert_true(limits.time.has_clock);
    assert_int_equal(limits.time.movetime, 0);
    assert_int_equal(limits.time.increment, 1000);
    assert_int_equal(limits.time.moves_to_go, 0);
    assert_int_equal(limits.depth, 7);
    cecp_clock_reset(&clock);
    assert_int_equal(cecp_clock_limits(&clock, 0).depth, 0);
}

static void test_refused_times_change_nothing(void **state) {
    static const char *const LEVELS[] = {"",       "40",      "40 5",    "x 5 0",
                                         "40 x 0", "40 5 -1", "40 5 0 0"};
    CecpClock clock, before;
    Error error;
    memset(&before, 0, sizeof before);
    cecp_clock_init(&before);
    for (size_t i = 0; i < sizeof LEVELS / sizeof *LEVELS; i++) {
        clock = before;
        assert_false(level(&clock, LEVELS[i], 0, &error));
        assert_memory_equal(&clock, &before, sizeof clock);
    }
    char not_seconds[] = "1e3", not_depth[] = "0", not_time[] = "1.5";
    assert_false(cecp_clock_st(&clock, not_seconds, &error));
    assert_false(cecp_clock_sd(&clock, not_depth, &error));
    assert_false(cecp_clock_time(&clock, not_time, &error));
    assert_memory_equal(&clock, &before, sizeof clock);
}

/* --- variants --- */

static void test_variants(void **state) {
    assert_ptr_equal(cecp_variants_find("normal"), ruleset_default());
    assert_ptr_equal(cecp_variants_find("losers"), ruleset_find("losers"));
    assert_ptr_equal(cecp_variants_find("Normal"), ruleset_default());
    assert_ptr_equal(cecp_variants_find("LOSERS"), ruleset_find("losers"));
    assert_ptr_equal(cecp_variants_find("6170-Fall-2007"), ruleset_find("6170-fall-2007"));
    assert_null(cecp_variants_find("6170-fall-2003-mindcontrol"));
    assert_null(cecp_variants_find("chess"));
}

/* --- marked squares --- */

static void assert_marked(const char *ruleset, const char *fen, const char *square,
                          const char *marks) {
    Position pos;
    Error error;
    Square from;
    assert_true(position_from_fen(&pos, ruleset_find(ruleset), fen, &error));
    assert_true(cecp_highlight_read_square(square, &from));
    Capture *capture = capture_new();
    Transcript *out = transcript_new(capture->stream);
    assert_non_null(out);
    cecp_highlight_print(out, &pos, from);
    transcript_free(out);
    assert_printed(capture, marks);
    capture_free(capture);
}

static void test_marks(void **state) {
    const char *fen = "rnbqkbnr/p1pppppp/8/1p6/8/4P3/PPPP1PPP/RNBQKBNR w - - 0 2";
    assert_marked("6170-spring-2007", fen, "f1", "highlight 8/8/8/1R6/8/8/8/8\n");
    assert_marked("6170-spring-2007", fen, "e3", "");
    assert_marked("6170-spring-2007", fen, "e7", "");
    assert_marked("losers", "4k3/1p6/8/8/8/8/8/R3K2R w KQ - 0 1", "e1",
                  "highlight 8/8/8/8/8/8/3YYY2/2YY1YY1\n");
    assert_marked("losers", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5",
                  "highlight 8/8/3R4/8/8/8/8/8\n");
    Square square;
    assert_false(cecp_highlight_read_square("e9", &square));
    assert_false(cecp_highlight_read_square("e", &square));
    assert_false(cecp_highlight_read_square("", &square));
    assert_false(cecp_highlight_read_square("e44", &square));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conventional_clock),
        cmocka_unit_test(test_later_level_counts_from_there),
        cmocka_unit_test(test_clock_is_charged),
        cmocka_unit_test(test_st_replaces_the_clock_and_sd_adds_to_it),
        cmocka_unit_test(test_refused_times_change_nothing),
        cmocka_unit_test(test_variants),
        cmocka_unit_test(test_marks),
    };
    return test_run("cecp", tests);
}
