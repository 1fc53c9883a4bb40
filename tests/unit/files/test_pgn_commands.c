/* Commands in the comments of PGN: written, and read back. */
#include "unit/testing.h"

#include "files/pgn_commands.h"

#include <stdio.h>
#include <string.h>

static const PgnTurnInfo NOTHING = {.clock_ms = GAME_NO_CLOCK};

static void join(const PgnTurnInfo *info, Colour player, char text[256]) {
    char commands[PGN_COMMANDS_MAX][PGN_COMMAND_SIZE];
    int count = pgn_commands_print(info, player, commands);
    text[0] = '\0';
    for (int i = 0; i < count; i++)
        strcat(strcat(text, i > 0 ? " " : ""), commands[i]);
}

static void assert_same_info(const PgnTurnInfo *a, const PgnTurnInfo *b) {
    assert_int_equal(a->evaluation.has_score, b->evaluation.has_score);
    assert_int_equal(a->evaluation.is_mate, b->evaluation.is_mate);
    assert_int_equal(a->evaluation.score, b->evaluation.score);
    assert_int_equal(a->evaluation.depth, b->evaluation.depth);
    assert_true(a->evaluation.elapsed_us == b->evaluation.elapsed_us);
    assert_true(a->clock_ms == b->clock_ms);
}

static void test_round_trips(void **state) {
    static const struct {
        PgnTurnInfo info;
        Colour player;
        const char *text;
    } CASES[] = {
        {{{.has_score = true, .score = 35, .depth = 12, .elapsed_us = 13000}, 83400},
         WHITE,
         "[%eval 0.35,12] [%clk 0:01:23.4] [%emt 0:00:00.013]"},
        {{{.has_score = true, .score = 35, .depth = 12}, GAME_NO_CLOCK}, BLACK, "[%eval -0.35,12]"},
        {{{.has_score = true, .score = -123456}, GAME_NO_CLOCK}, WHITE, "[%eval -1234.56]"},
        {{{.has_score = true, .score = 0, .depth = 1}, GAME_NO_CLOCK}, BLACK, "[%eval 0.00,1]"},
        {{{.has_score = true, .is_mate = true, .score = 3, .depth = 7}, GAME_NO_CLOCK},
         WHITE,
         "[%eval #3,7]"},
        {{{.has_score = true, .is_mate = true, .score = 3}, GAME_NO_CLOCK}, BLACK, "[%eval #-3]"},
        {{{.has_score = true, .is_mate = true, .score = -12}, GAME_NO_CLOCK}, BLACK, "[%eval #12]"},
        {{{.elapsed_us = 3600000000}, 36000000}, WHITE, "[%clk 10:00:00] [%emt 1:00:00]"},
        {{{0}, 1}, BLACK, "[%clk 0:00:00]"},
        {{{0}, INT64_C(3599999996400000)}, WHITE, "[%clk 999999999:00:00]"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char text[256];
        PgnTurnInfo read = NOTHING;
        join(&CASES[i].info, CASES[i].player, text);
        assert_string_equal(text, CASES[i].text);
        pgn_commands_take(text, CASES[i].player, &read);
        assert_string_equal(text, "");
        assert_same_info(&read, &CASES[i].info);
    }
}

static void test_what_is_not_printed(void **state) {
    char text[256];
    PgnTurnInfo info = {{.depth = 3, .nodes = 7, .elapsed_us = 499}, GAME_NO_CLOCK};
    join(&info, WHITE, text);
    assert_string_equal(text, "");
    info = (PgnTurnInfo){{.has_score = true, .score = INT32_MIN}, INT64_MAX};
    join(&info, BLACK, text);
    assert_string_equal(text, "[%eval 21474836.48] [%clk 999999999:00:00]");
}

/* Commands as other programs write them, alone and among other words. */
static const struct {
    const char *comment;
    Colour player;
    const char *rest;
    PgnTurnInfo info;
} READ[] = {
    {"[%eval +.5] good [%clk 1:02:03]", WHITE, "good", {{.has_score = true, .score = 50}, 3723000}},
    {"why? [%csl Ge4] [%eval 2] [%clk 0:00:00]",
     BLACK,
     "why? [%csl Ge4]",
     {{.has_score = true, .score = -200}, 1}},
    {"[%eval 1.239,5][%emt 0:00:01.5]",
     WHITE,
     "",
     {{.has_score = true, .score = 123, .depth = 5, .elapsed_us = 1500000}, GAME_NO_CLOCK}},
    {"[%eval -31,12] [%emt 0:00:00]",
     WHITE,
     "[%emt 0:00:00]",
     {{.has_score = true, .score = -31, .depth = 12}, GAME_NO_CLOCK}},
    {"[%eva[%eval #-3]l 0.35,12]",
     WHITE,
     "[%eval 0.35,12]",
     {{.has_score = true, .is_mate = true, .score = -3}, GAME_NO_CLOCK}},
    {"[%eval 0.1][%eval 0.2] [%clk 0:00:01][%clk 0:00:02] [%emt 0:00:03][%emt 0:00:04]",
     WHITE,
     "[%eval 0.2] [%clk 0:00:02] [%emt 0:00:04]",
     {{.has_score = true, .score = 10, .elapsed_us = 3000000}, 1000}},
    {"+0.35/12 0.013s",
     BLACK,
     "",
     {{.has_score = true, .score = 35, .depth = 12, .elapsed_us = 13000}, GAME_NO_CLOCK}},
    {"-1.05/3 2s, White wins by adjudication",
     BLACK,
     "White wins by adjudication",
     {{.has_score = true, .score = -105, .depth = 3, .elapsed_us = 2000000}, GAME_NO_CLOCK}},
    {"0.00/7", WHITE, "", {{.has_score = true, .depth = 7}, GAME_NO_CLOCK}},
    {"+M5/9 0.1s",
     WHITE,
     "",
     {{.has_score = true, .is_mate = true, .score = 3, .depth = 9, .elapsed_us = 100000},
      GAME_NO_CLOCK}},
    {"-M4/9",
     BLACK,
     "",
     {{.has_score = true, .is_mate = true, .score = -2, .depth = 9}, GAME_NO_CLOCK}},
    {"#-3/4",
     BLACK,
     "",
     {{.has_score = true, .is_mate = true, .score = -3, .depth = 4}, GAME_NO_CLOCK}},
    {"+0.67/25 8",
     WHITE,
     "",
     {{.has_score = true, .score = 67, .depth = 25, .elapsed_us = 8000000}, GAME_NO_CLOCK}},
    {"-1.2/9 0.2",
     BLACK,
     "",
     {{.has_score = true, .score = -120, .depth = 9, .elapsed_us = 200000}, GAME_NO_CLOCK}},
    {"+0.67/25 1:05",
     WHITE,
     "",
     {{.has_score = true, .score = 67, .depth = 25, .elapsed_us = 65000000}, GAME_NO_CLOCK}},
    {"+0.67/25 1:02:03",
     WHITE,
     "",
     {{.has_score = true, .score = 67, .depth = 25, .elapsed_us = 3723000000}, GAME_NO_CLOCK}},
    {"+0.67/25 +295", WHITE, "", {{.has_score = true, .score = 67, .depth = 25}, 295000}},
    {"-0.67/25 -3", BLACK, "", {{.has_score = true, .score = -67, .depth = 25}, 1}},
    {"(b5 Bxb5 Nf6) -1000.03/8 1:05",
     WHITE,
     "(b5 Bxb5 Nf6)",
     {{.has_score = true, .is_mate = true, .score = -3, .depth = 8, .elapsed_us = 65000000},
      GAME_NO_CLOCK}},
    {"+0.31/14 0.501s, n=1234, nps=2463",
     WHITE,
     "n=1234, nps=2463",
     {{.has_score = true, .score = 31, .depth = 14, .elapsed_us = 501000}, GAME_NO_CLOCK}},
    {"+1000.06/9 2",
     BLACK,
     "",
     {{.has_score = true, .is_mate = true, .score = 6, .depth = 9, .elapsed_us = 2000000},
      GAME_NO_CLOCK}},
    {"-1000.03/8",
     WHITE,
     "",
     {{.has_score = true, .is_mate = true, .score = -3, .depth = 8}, GAME_NO_CLOCK}},
    {"-M3/7 0.1s",
     WHITE,
     "",
     {{.has_score = true, .is_mate = true, .score = -1, .depth = 7, .elapsed_us = 100000},
      GAME_NO_CLOCK}},
    {"+1000.00/8", WHITE, "", {{.has_score = true, .score = 100000, .depth = 8}, GAME_NO_CLOCK}},
    {"2.000s", WHITE, "", {{.elapsed_us = 2000000}, GAME_NO_CLOCK}},
};

static void test_reading(void **state) {
    for (size_t i = 0; i < sizeof READ / sizeof *READ; i++) {
        char comment[128];
        PgnTurnInfo read = NOTHING;
        snprintf(comment, sizeof comment, "%s", READ[i].comment);
        pgn_commands_take(comment, READ[i].player, &read);
        assert_string_equal(comment, READ[i].rest);
        assert_same_info(&read, &READ[i].info);
    }
}

/* A comment with only a clock does not change the evaluation from an earlier comment. */
static void test_several_comments(void **state) {
    char first[] = "[%eval 1.00,9]", second[] = "[%clk 0:00:07]";
    PgnTurnInfo read = NOTHING;
    pgn_commands_take(first, WHITE, &read);
    pgn_commands_take(second, WHITE, &read);
    assert_int_equal(read.evaluation.score, 100);
    assert_int_equal(read.evaluation.depth, 9);
    assert_int_equal(read.clock_ms, 7000);
}

static void test_other_texts(void **state) {
    static const char *const OTHERS[] = {
        "",
        "a good move",
        "1/2",
        "35/12",
        "+0.35",
        "+.35/",
        "+0.35/12 0.013m",
        "+0.35/12 1:2:3:4",
        "+0.35/12 1:",
        "1:05",
        "+0.35/12x",
        "+0.35/12 +",
        "+0.35/12 +29.5",
        "(b5 Bxb5",
        "(b5) good",
        "final score +0.35/12",
        "++0.35/12",
        "+-3.05/4",
        "#3",
        "#3/4 x",
        "5s",
        "5.0 s",
        "+0.35 /12",
        "+0.35/12 -1.000s",
        "#3/",
        "+99999999999.00/1",
        "#99999999999/1",
        "99999999999.000s",
        "+nan/1",
        "[%eval]",
        "[%eval ]",
        "[%eval x]",
        "[%eval 1.5,]",
        "[%eval 1.5",
        "[%eval #]",
        "[%eval 99999999]",
        "[%eval inf]",
        "[%clk 1:2]",
        "[%clk 0:00:000]",
        "[%clk -0:00:01]",
        "[%clk 99999999999:00:00]",
        "[%emt 5]",
        "[%evaluation 1.0]",
        "[%",
        "[%eval 1.00,123456789]",
    };
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        char comment[64];
        PgnTurnInfo read = NOTHING;
        snprintf(comment, sizeof comment, "%s", OTHERS[i]);
        pgn_commands_take(comment, WHITE, &read);
        assert_string_equal(comment, OTHERS[i]);
        assert_same_info(&read, &NOTHING);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trips), cmocka_unit_test(test_what_is_not_printed),
        cmocka_unit_test(test_reading),     cmocka_unit_test(test_several_comments),
        cmocka_unit_test(test_other_texts),
    };
    return test_run("pgn_commands", tests);
}
