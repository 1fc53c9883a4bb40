/* Tournament configurations: time controls. */
#include "unit/testing.h"

#include "referee/config/config.h"

#include <string.h>

static void test_reading_time_controls(void **state) {
    static const struct {
        const char *text;
        int moves;
        int64_t clock, increment;
        const char *again;
    } tcs[] = {
        {"10+0.1", 0, 10000, 100, "10+0.1"},
        {"5:00", 0, 300000, 0, "5:00"},
        {"40/5:00", 40, 300000, 0, "40/5:00"},
        {"0.25", 0, 250, 0, "0.25"},
        {"1:00:00+30", 0, 3600000, 30000, "60:00+30"},
        {"90+1:00", 0, 90000, 60000, "1:30+1:00"},
        {"2+0.02", 0, 2000, 20, "2+0.02"},
        {"1:00.5", 0, 60500, 0, "1:00.5"},
        {"1/0.001", 1, 1, 0, "1/0.001"},
    };
    static const char *const wrong[] = {
        "",         "x",      "0",       "-1",  "1+",  "+1",  "1+-1",  "/5",
        "0/5",      "x/5",    "1:2:3:4", "5:",  "1e3", "10 ", "1+1+1", "1..2",
        "99999999", "1001/5", "0.0001",  "inf", "nan", "0x10"};
    for (size_t i = 0; i < sizeof tcs / sizeof *tcs; i++) {
        ClientTimeControl tc = {0};
        char text[TIME_CONTROL_TEXT_SIZE];
        assert_true(time_control_read_clock(&tc, tcs[i].text, NULL));
        assert_int_equal(tc.moves_to_go, tcs[i].moves);
        assert_int_equal(tc.clock_ms, tcs[i].clock);
        assert_int_equal(tc.increment_ms, tcs[i].increment);
        time_control_print(&tc, text);
        assert_string_equal(text, tcs[i].again);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ClientTimeControl tc = {0};
        Error error;
        if (time_control_read_clock(&tc, wrong[i], &error))
            fail_msg("'%s' was accepted", wrong[i]);
        assert_non_null(strstr(error.text, wrong[i]));
        assert_true(time_control_is_unset(&tc));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reading_time_controls),
    };
    return test_run("config", tests);
}
