/* Evaluations in comments of PGN: printed and read back. */
#include "unit/testing.h"

#include "files/pgn_evaluation.h"

#include <string.h>

static void test_round_trips(void **state) {
    (void)state;
    static const struct {
        TurnEvaluation evaluation;
        const char *text;
    } CASES[] = {
        {{.has_score = true, .score = 35, .depth = 12, .elapsed_us = 13000}, "+0.35/12 0.013s"},
        {{.has_score = true, .score = -5, .depth = 1}, "-0.05/1"},
        {{.has_score = true, .score = 0}, "+0.00/0"},
        {{.has_score = true, .score = -123456, .depth = 99}, "-1234.56/99"},
        {{.has_score = true, .is_mate = true, .score = 3, .depth = 7}, "#3/7"},
        {{.has_score = true, .is_mate = true, .score = -12, .elapsed_us = 1}, "#-12/0 0.000s"},
        {{.elapsed_us = 3600000000}, "3600.000s"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char text[PGN_EVALUATION_SIZE];
        TurnEvaluation read;
        pgn_evaluation_print(&CASES[i].evaluation, text);
        assert_string_equal(text, CASES[i].text);
        if (CASES[i].evaluation.elapsed_us == 1)
            continue; /* so short a time is not read again */
        assert_true(pgn_evaluation_read(text, &read));
        assert_int_equal(read.has_score, CASES[i].evaluation.has_score);
        assert_int_equal(read.is_mate, CASES[i].evaluation.is_mate);
        assert_int_equal(read.score, CASES[i].evaluation.score);
        assert_int_equal(read.depth, CASES[i].evaluation.depth);
        assert_true(read.elapsed_us == CASES[i].evaluation.elapsed_us);
    }
}

static void test_nothing_known(void **state) {
    (void)state;
    char text[PGN_EVALUATION_SIZE];
    pgn_evaluation_print(&(TurnEvaluation){.depth = 3, .nodes = 7}, text);
    assert_string_equal(text, "");
}

static void test_other_texts(void **state) {
    (void)state;
    static const char *const OTHERS[] = {
        "",
        "a good move",
        "0.35/12",
        "+0.35",
        "+0.35/12 ",
        "+.35/12",
        "+0.3/12",
        "+0.355/12",
        "+0.35/12 0.01s",
        "+0.35/12 0.013",
        "+0.35/12x",
        "+0.35/12, book",
        "++0.35/12",
        "+-3.05/4",
        "+0.-5/4",
        "#3",
        "#+3/4",
        "#3/4 ",
        "#3/4 1s",
        "5s",
        "0.000s",
        "+0.35 /12",
        " +0.35/12",
        "+0.35/12 -1.000s",
        "#3/",
        "+99999999999.00/1",
        "#99999999999/1",
        "99999999999.000s",
        "+nan/1",
    };
    TurnEvaluation read;
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (pgn_evaluation_read(OTHERS[i], &read))
            fail_msg("'%s' was read", OTHERS[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_nothing_known),
        cmocka_unit_test(test_other_texts),
    };
    return test_run("pgn_evaluation", tests);
}
