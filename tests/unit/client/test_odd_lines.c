/* Engines whose lines are odd: incomplete, out of range, or too long. */
#include "unit/errors.h"
#include "unit/hand_clock.h"
#include "unit/testing.h"

#include "client/client.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { WAIT_MS = 20000 };

/* Announces malformed options, and more options than are kept; prints $0 before its move. */
static const char SCRIPT[] =
    "while read -r line; do case $line in"
    " uci) echo option type spin; echo option name; echo option name Plain;"
    "   awk 'BEGIN { for (i = 0; i < 2000; i++) printf \"option name A long name of an option %d"
    " type check\\n\", i }'; echo option name Last type check; echo uciok ;;"
    " 'setoption name Plain value bad') echo Info string ERROR: bad is bad ;;"
    " isready) echo readyok; [ \"$0\" != flood ] ||"
    "   awk 'BEGIN { line = sprintf(\"%1000d\", 0); while (1) print line }' ;;"
    " go*) [ \"$0\" != gone ] || exit 3; printf '%b\\n' \"$0\"; echo bestmove e2e4 ;;"
    " quit) exit ;;"
    " esac; done";

/* The same misbehaviour in CECP. */
static const char CECP_SCRIPT[] =
    "while read -r line; do case $line in"
    " protover*) echo 'feature ping=1 option=\"Plain -string\" done=1' ;;"
    " 'option Plain=bad') echo 'Error (bad is bad): option' ;;"
    " ping*) echo \"pong ${line#ping }\" ;;"
    " go) printf '%b\\n' \"$0\"; echo move e2e4 ;;"
    " quit) exit ;;"
    " esac; done";

static void start(Client **engine, ClientProtocol protocol, const char *info) {
    const char *script = protocol == CLIENT_UCI ? SCRIPT : CECP_SCRIPT;
    const char *argv[] = {"/bin/sh", "-c", script, info, NULL};
    ClientConfig config = {.protocol = protocol, .argv = argv, .start_timeout_ms = WAIT_MS};
    Error error;
    *engine = NULL;
    *engine = client_start(&config, &error);
    assert_done(*engine, &error);
}

static bool go(Client **engine, ClientBestMove *answer, Error *error) {
    StoredGame stored;
    stored_game_init(&stored, ruleset_default());
    ClientGame game = {.stored = &stored, .side = WHITE};
    ClientSearch search = {.game = &stored.game,
                           .limits = CLIENT_LIMITS_NONE,
                           .clock_ms = {GAME_NO_CLOCK, GAME_NO_CLOCK},
                           .timeout_ms = WAIT_MS};
    search.limits.depth = 1;
    bool done = client_new_game(*engine, &game, WAIT_MS, error) &&
                client_go(*engine, &search, answer, error);
    stored_game_free(&stored);
    return done;
}

static void test_search_info(void **state) {
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
        Client *engine;
        ClientBestMove answer;
        Error error;
        start(&engine, CLIENT_UCI, CASES[i].info);
        assert_done(go(&engine, &answer, &error), &error);
        assert_string_equal(answer.bestmove, "e2e4");
        assert_int_equal(answer.depth, CASES[i].depth);
        assert_int_equal(answer.has_score, CASES[i].has_score);
        assert_int_equal(answer.score, CASES[i].score);
        assert_string_equal(answer.pv, CASES[i].pv);
        client_stop(&engine);
    }
}

/* Lines of numbers with some missing, and bounds, are not taken for a result. */
static void test_thinking_output(void **state) {
    Client *engine;
    ClientBestMove answer;
    Error error;
    start(&engine, CLIENT_CECP, "5 30 12\\n6 31 12 0\\n7 32 12 0 d2d4\\n8 33 12 100 e2e4 !");
    assert_done(go(&engine, &answer, &error), &error);
    assert_string_equal(answer.bestmove, "e2e4");
    assert_int_equal(answer.depth, 7);
    assert_int_equal(answer.score, 32);
    assert_int_equal(answer.nodes, 100);
    assert_string_equal(answer.pv, "d2d4");
    client_stop(&engine);
    start(&engine, CLIENT_CECP, "6 31 12 0");
    assert_done(go(&engine, &answer, &error), &error);
    assert_int_equal(answer.depth, 6);
    assert_string_equal(answer.pv, "");
    client_stop(&engine);
    start(&engine, CLIENT_CECP, "Illegal move");
    assert_false(go(&engine, &answer, &error));
    assert_says(&error, "refused a command: 'Illegal move'");
    client_stop(&engine);
}

/* The search of an engine that has gone cannot be stopped. */
static void test_stopping_nothing(void **state) {
    Client *engine;
    ClientBestMove answer;
    Error error;
    start(&engine, CLIENT_UCI, "gone");
    assert_false(go(&engine, &answer, &error));
    assert_says(&error, "exited with status 3");
    assert_false(client_stop_search(engine, WAIT_MS, &answer, &error));
    assert_says(&error, "exited with status 3");
    client_stop(&engine);
}

/* An engine that never stops printing is given up, even between two requests. */
static void test_flood(void **state) {
    Client *engine;
    ClientBestMove answer;
    Error error;
    start(&engine, CLIENT_UCI, "flood");
    assert_done(client_wait_ready(engine, WAIT_MS, &error), &error);
    assert_false(go(&engine, &answer, &error));
    assert_says(&error, "MiB of output without an answer");
    assert_int_not_equal(client_failure(engine), CLIENT_FAILURE_NONE);
    client_stop(&engine);
}

/* A PV is cut after a whole move. */
static void test_long_pv(void **state) {
    static const char *const MOVES[] = {"e2e4 ", "x"};
    for (int i = 0; i < 2; i++) {
        Client *engine;
        ClientBestMove answer;
        Error error;
        char info[2000] = "info depth 5 pv ";
        for (size_t length = strlen(info); length < 1900; length += strlen(MOVES[i]))
            strcat(info, MOVES[i]);
        start(&engine, CLIENT_UCI, info);
        assert_done(go(&engine, &answer, &error), &error);
        size_t length = strlen(answer.pv);
        assert_int_equal(length, i == 0 ? (CLIENT_PV_SIZE - 1) / 5 * 5 - 1 : 0);
        client_stop(&engine);
    }
}

/* An engine's refusal is told, and does not make it failed. */
static void test_refused_options(void **state) {
    static const struct {
        ClientProtocol protocol;
        const char *refusal;
    } CASES[] = {
        {CLIENT_UCI, "option Plain, set to 'bad': sh: answers Info string ERROR: bad is bad"},
        {CLIENT_CECP, "option Plain, set to 'bad': sh: answers Error (bad is bad): option"}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Client *engine;
        Error error;
        start(&engine, CASES[i].protocol, "");
        assert_false(client_apply_option(engine, "Plain", "bad", WAIT_MS, &error));
        assert_string_equal(error.text, CASES[i].refusal);
        assert_int_equal(client_failure(engine), CLIENT_FAILURE_NONE);
        assert_done(client_apply_option(engine, "Plain", "good", WAIT_MS, &error), &error);
        assert_false(client_apply_option(engine, "Plan", "good", WAIT_MS, &error));
        assert_string_equal(error.text, "sh: has no option 'Plan'");
        client_stop(&engine);
    }
}

static void test_options(void **state) {
    Client *engine;
    Error error;
    start(&engine, CLIENT_UCI, "");
    assert_false(client_has_option(engine, ""));
    assert_false(client_has_option(engine, "type spin"));
    assert_true(client_has_option(engine, "plain"));
    assert_true(client_has_option(engine, "A long name of an option 0"));
    assert_false(client_has_option(engine, "A long name of an option 1999"));
    /* Arguments with line breaks or other control characters are refused. */
    assert_false(client_set_option(engine, "Plain", "a\x7f", &error));
    assert_says(&error, "cannot send a control character");
    assert_false(client_set_option(engine, "Plain", "a\nquit", &error));
    assert_int_equal(client_failure(engine), CLIENT_FAILURE_NONE);
    assert_done(client_wait_ready(engine, WAIT_MS, &error), &error);
    client_stop(&engine);
}

/* The transcript names a program that could not be started, with the process id 0. */
static void test_transcript_without_a_program(void **state) {
    char *text = NULL;
    size_t size;
    FILE *transcript = open_memstream(&text, &size);
    const char *argv[] = {"no-such-engine", NULL};
    Client *engine = NULL;
    ClientConfig config = {.protocol = CLIENT_UCI,
                           .argv = argv,
                           .start_timeout_ms = WAIT_MS,
                           .transcript = transcript};
    Error error;
    assert_null(engine = client_start(&config, &error));
    assert_says(&error, "no such program");
    fclose(transcript);
    assert_non_null(strstr(text, "no-such-engine[0] "));
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_search_info),
        cmocka_unit_test(test_thinking_output),
        cmocka_unit_test(test_stopping_nothing),
        cmocka_unit_test(test_flood),
        cmocka_unit_test(test_long_pv),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_refused_options),
        cmocka_unit_test(test_refused_options),
        cmocka_unit_test(test_transcript_without_a_program),
    };
    return test_run("odd lines of engines", tests);
}
