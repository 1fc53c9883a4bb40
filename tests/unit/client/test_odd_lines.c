/* UCI engines whose lines are odd: incomplete, out of range, or too long. */
#include "unit/testing.h"
#include "unit/waiting.h"

#include "client/external_engine.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { WAIT_MS = 20000 };

/* Announces options that are none or too many to keep, and prints $0 before its move. */
static const char SCRIPT[] =
    "while read -r line; do case $line in"
    " uci) echo option type spin; echo option name; echo option name Plain;"
    "   awk 'BEGIN { for (i = 0; i < 2000; i++) printf \"option name A long name of an option %d"
    " type check\\n\", i }'; echo option name Last type check; echo uciok ;;"
    " isready) echo readyok ;;"
    " go*) printf '%b\\n' \"$0\"; echo bestmove e2e4 ;;"
    " quit) exit ;;"
    " esac; done";

static void start(ExternalEngine *engine, const char *info) {
    const char *argv[] = {"/bin/sh", "-c", SCRIPT, info, NULL};
    ExternalEngineConfig config = {.protocol = EXTERNAL_UCI,
                                   .client = {.argv = argv, .start_timeout_ms = WAIT_MS}};
    Error error;
    *engine = (ExternalEngine){0};
    check(external_engine_start(engine, &config, &error), &error);
}

static bool go(ExternalEngine *engine, ClientBestMove *answer, Error *error) {
    Game game;
    game_init(&game, ruleset_default());
    ExternalSearch search = {.game = &game, .limits = CLIENT_LIMITS_NONE, .timeout_ms = WAIT_MS};
    search.limits.depth = 1;
    bool done = external_engine_go(engine, &search, answer, error);
    game_free(&game);
    return done;
}

static void test_search_info(void **state) {
    (void)state;
    static const struct {
        const char *info;
        int depth, score;
        bool has_score;
        const char *pv;
    } CASES[] = {
        {"info depth 99999999999 score cp 99999999999 pv e2e4", INT_MAX, INT_MAX, true, "e2e4"},
        {"info depth 3 score cp -99999999999 pv e2e4", 3, -INT_MAX, true, "e2e4"},
        {"info depth 0 score cp 5", 0, 5, true, ""},
        {"info depth -7 score cp 5 pv", 0, 5, true, ""},
        {"info depth 7 pv e2e4 e7e5", 7, 0, false, "e2e4 e7e5"},
        {"info depth 4 score wdl 3 pv e2e4", 4, 0, false, "e2e4"},
        {"info depth 4 score cp much pv e2e4", 4, 0, false, "e2e4"},
        {"info depth 5 score cp 3 pv d2d4\\ninfo depth 6 score cp 9 upperbound pv e2e4", 5, 3, true,
         "d2d4"},
        {"info depth 5 score cp 3 pv d2d4\\ninfo depth 6 score cp 9 lowerbound pv e2e4", 5, 3, true,
         "d2d4"},
        {"info depth 5 score cp 3\\ninfo depth 6 string score cp 9", 5, 3, true, ""},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        ExternalEngine engine;
        ClientBestMove answer;
        Error error;
        start(&engine, CASES[i].info);
        check(go(&engine, &answer, &error), &error);
        assert_string_equal(answer.bestmove, "e2e4");
        assert_int_equal(answer.depth, CASES[i].depth);
        assert_int_equal(answer.has_score, CASES[i].has_score);
        assert_int_equal(answer.score, CASES[i].score);
        assert_string_equal(answer.pv, CASES[i].pv);
        external_engine_stop(&engine);
    }
}

/* A PV is cut after a whole move. */
static void test_long_pv(void **state) {
    (void)state;
    static const char *const MOVES[] = {"e2e4 ", "x"};
    for (int i = 0; i < 2; i++) {
        ExternalEngine engine;
        ClientBestMove answer;
        Error error;
        char info[2000] = "info depth 5 pv ";
        for (size_t length = strlen(info); length < 1900; length += strlen(MOVES[i]))
            strcat(info, MOVES[i]);
        start(&engine, info);
        check(go(&engine, &answer, &error), &error);
        size_t length = strlen(answer.pv);
        assert_int_equal(length, i == 0 ? (CLIENT_PV_SIZE - 1) / 5 * 5 - 1 : 0);
        external_engine_stop(&engine);
    }
}

static void test_options(void **state) {
    (void)state;
    ExternalEngine engine;
    Error error;
    start(&engine, "");
    assert_false(external_engine_has_option(&engine, ""));
    assert_false(external_engine_has_option(&engine, "type spin"));
    assert_true(external_engine_has_option(&engine, "plain"));
    assert_true(external_engine_has_option(&engine, "A long name of an option 0"));
    assert_false(external_engine_has_option(&engine, "A long name of an option 1999"));
    /* What would end the line, or hide in a log, is not sent. */
    assert_false(external_engine_set_option(&engine, "Plain", "a\x7f", &error));
    assert_says(&error, "cannot send a control character");
    assert_false(external_engine_set_option(&engine, "Plain", "a\nquit", &error));
    assert_int_equal(external_engine_failure(&engine), CLIENT_FAILURE_NONE);
    check(external_engine_wait_ready(&engine, WAIT_MS, &error), &error);
    external_engine_stop(&engine);
}

/* The transcript says what was not even started, with a process id of 0. */
static void test_transcript_without_a_program(void **state) {
    (void)state;
    char *text = NULL;
    size_t size;
    FILE *transcript = open_memstream(&text, &size);
    const char *argv[] = {"no-such-engine", NULL};
    ExternalEngine engine = {0};
    ExternalEngineConfig config = {
        .protocol = EXTERNAL_UCI,
        .client = {.argv = argv, .start_timeout_ms = WAIT_MS, .transcript = transcript}};
    Error error;
    assert_false(external_engine_start(&engine, &config, &error));
    assert_says(&error, "no such program");
    fclose(transcript);
    assert_non_null(strstr(text, "no-such-engine[0] "));
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_search_info),
        cmocka_unit_test(test_long_pv),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_transcript_without_a_program),
    };
    return test_run("odd lines of engines", tests);
}
