/* The CECP client: what it sends, how it reads answers, and whether every kind of misbehaviour is
 * reported as the right failure. The engine is tests/mocks/mock_cecp.c; its program is in the same
 * folder as the one that the environment variable MOCK_ENGINE names. */
/* tags: threads */
#include "unit/errors.h"
#include "unit/hand_clock.h"

#include "client/cecp_client.h"
#include "client/client.h"

#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WAIT_MS = 5000, HANDSHAKE_MS = 2000 };

static const ClientTimeControl UNTIMED = {.clock_ms = 0};

static Client *start_for(const char *flag, int timeout_ms, Error *error) {
    char engine[PATH_MAX], folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", getenv("MOCK_ENGINE"));
    snprintf(engine, sizeof engine, "%.4000s/mock_cecp", dirname(folder));
    const char *argv[] = {engine, flag, NULL};
    return client_start(
        &(ClientConfig){.protocol = CLIENT_CECP, .argv = argv, .start_timeout_ms = timeout_ms},
        error);
}

static Client *start(const char *flag) {
    Error error = {.text = ""};
    Client *client = start_for(flag, WAIT_MS, &error);
    assert_done(client, &error);
    return client;
}

/* Starts an engine and a new game. */
static Client *start_game(const char *flag) {
    Error error = {.text = ""};
    Client *client = start(flag);
    assert_done(cecp_client_new_game(client, NULL, NULL, &UNTIMED, WAIT_MS, &error), &error);
    return client;
}

static ClientBestMove go(Client *client, int64_t own_ms, int64_t other_ms) {
    Error error = {.text = ""};
    ClientBestMove answer;
    assert_done(cecp_client_go(client, own_ms, other_ms, WAIT_MS, &answer, &error), &error);
    return answer;
}

/* ---- Commands ---- */

static void assert_told(Client *client, const char *lines) {
    assert_string_equal(go(client, -1, -1).pv, lines);
}

static void test_whole_dialogue(void **state) {
    Error error = {.text = ""};
    ClientTimeControl time = {.moves_to_go = 40, .clock_ms = 300000};
    hand_clock_answers_take_ms(1);
    Client *client = start(NULL);
    assert_string_equal(client_name(client), "Mock Cecp 1.0");
    assert_int_equal(client_failure(client), CLIENT_FAILURE_NONE);
    assert_false(client_must_restart(client));
    assert_done(cecp_client_new_game(client, "losers", NULL, &time, WAIT_MS, &error), &error);
    ClientBestMove answer = go(client, 59999, 9);
    assert_string_equal(answer.bestmove, "e2e4");
    assert_int_equal(answer.depth, 1);
    assert_int_equal(answer.score, 21);
    assert_int_equal(answer.nodes, 100);
    assert_false(answer.resigned);
    assert_string_equal(answer.claim, "");
    assert_in_range(answer.elapsed_us, 1, WAIT_MS * 1000);
    assert_string_equal(answer.pv,
                        "xboard|protover 2|accepted ping|accepted myname|accepted variants|"
                        "accepted usermove|accepted setboard|accepted colors|accepted memory|"
                        "accepted smp|accepted option|accepted option|accepted done|new|"
                        "variant losers|force|level 40 5 0|easy|post|computer|ping 1|ping 2|"
                        "time 5999|otim 1|go");
    assert_done(cecp_client_send_move(client, "e7e5", &error), &error);
    assert_done(cecp_client_send_move(client, "a7a8q", &error), &error);
    assert_done(cecp_client_send_move(client, "0000", &error), &error);
    assert_told(client, "force|usermove e7e5|usermove a7a8q|usermove @@@@|ping 3|go");
    assert_done(cecp_client_send_result(client, "1-0 {piecesLost}", &error), &error);
    assert_done(cecp_client_new_game(client, NULL, "8/8/8/8/8/8/8/K1k5 b - - 0 1", &UNTIMED,
                                     WAIT_MS, &error),
                &error);
    assert_told(client, "force|result 1-0 {piecesLost}|new|force|easy|post|computer|"
                        "setboard 8/8/8/8/8/8/8/K1k5 b - - 0 1|ping 4|ping 5|go");
    client_stop(&client);
    hand_clock_answers_take_ms(0);
    assert_null(client);
    client_stop(&client);
    client_stop(NULL);
}

static void test_times(void **state) {
    const struct {
        ClientTimeControl time;
        const char *told;
    } all[] = {
        {{.clock_ms = 120000, .increment_ms = 12000}, "level 0 2 12|easy"},
        {{.clock_ms = 29001, .increment_ms = 100}, "level 0 0:30 0.100|easy"},
        {{.clock_ms = 500, .moves_to_go = 1}, "level 1 0:01 0|easy"},
        {{.clock_ms = 3661000, .depth = 9}, "level 0 61:01 0|sd 9|easy"},
        {{.clock_ms = 60000, .movetime_ms = 1500}, "force|st 1.500|easy"},
        {{.movetime_ms = 2000, .depth = 3}, "force|st 2|sd 3|easy"},
        {{.depth = 4}, "force|sd 4|easy"},
        {{.clock_ms = INT64_MAX, .moves_to_go = INT_MAX, .increment_ms = INT64_MAX},
         "level 2147483647 153722867280912:56 9223372036854775.807|easy"},
    };
    Error error = {.text = ""};
    Client *client = start(NULL);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        assert_done(cecp_client_new_game(client, NULL, NULL, &all[i].time, WAIT_MS, &error),
                    &error);
        ClientBestMove answer = go(client, -1, -1);
        if (!strstr(answer.pv, all[i].told))
            fail_msg("'%s' is not in '%s'", all[i].told, answer.pv);
    }
    client_stop(&client);
}

static void test_few_features(void **state) {
    Error error = {.text = ""};
    Client *client = start("few-features");
    assert_true(client_must_restart(client));
    assert_false(client_has_option(client, "Hash"));
    assert_false(client_has_option(client, "Threads"));
    assert_false(cecp_client_new_game(client, NULL, "8/8/8/8/8/8/8/K1k5 w - - 0 1", &UNTIMED,
                                      WAIT_MS, &error));
    assert_says(&error, "Mock Cecp 1.0: has no setboard");
    assert_int_equal(client_failure(client), CLIENT_FAILURE_NONE);
    assert_done(cecp_client_new_game(client, NULL, NULL, &UNTIMED, WAIT_MS, &error), &error);
    assert_done(cecp_client_send_move(client, "e2e4", &error), &error);
    assert_done(cecp_client_send_move(client, "0000", &error), &error);
    ClientBestMove answer = go(client, 1000, 1000);
    assert_non_null(strstr(answer.pv, "|computer|ping 1|e2e4|@@@@|ping 2|go"));
    client_stop(&client);
}

static void test_version_1(void **state) {
    Error error = {.text = ""};
    int64_t before = clock_now_ms();
    hand_clock_let_pass_ms(HANDSHAKE_MS, 2); /* after its start and its first line */
    Client *client = start("version-1");
    assert_passed_ms(before, HANDSHAKE_MS);
    assert_string_equal(client_name(client), "mock_cecp");
    assert_false(client_must_restart(client));
    assert_true(client_set_variant(client, "whatever", NULL));
    assert_done(cecp_client_new_game(client, NULL, NULL, &UNTIMED, WAIT_MS, &error), &error);
    assert_done(cecp_client_send_move(client, "e2e4", &error), &error);
    assert_string_equal(go(client, 2000, 3000).pv,
                        "xboard|protover 2|new|force|easy|post|computer|e2e4|"
                        "white|time 200|otim 300|black|go");
    assert_done(cecp_client_send_move(client, "d2d4", &error), &error);
    assert_done(cecp_client_send_move(client, "d7d5", &error), &error);
    assert_told(client, "force|d2d4|d7d5|black|white|go");
    client_stop(&client);
}

static void test_odd_features(void **state) {
    Error error = {.text = ""};
    Client *client = start("odd-features");
    assert_string_equal(client_name(client), "Mock Cecp 1.0");
    assert_true(client_has_option(client, "unending"));
    assert_done(cecp_client_new_game(client, NULL, NULL, &UNTIMED, WAIT_MS, &error), &error);
    ClientBestMove answer = go(client, -1, -1);
    assert_non_null(strstr(answer.pv, "|accepted analyze|rejected san|accepted san|"
                                      "rejected exclude|rejected |accepted ping|"));
    client_stop(&client);
}

static void test_variants_and_options(void **state) {
    Error error = {.text = ""};
    Client *client = start(NULL);
    assert_true(client_set_variant(client, "losers", NULL));
    assert_true(client_set_variant(client, "LOSERS", NULL));
    assert_true(client_set_variant(client, "6170-spring-2007", NULL));
    assert_false(client_set_variant(client, "loser", NULL));
    assert_false(client_set_variant(client, "", NULL));
    assert_false(cecp_client_new_game(client, "atomic", NULL, &UNTIMED, WAIT_MS, &error));
    assert_says(&error, "does not play 'atomic'");
    assert_true(client_has_option(client, "contempt"));
    assert_true(client_has_option(client, "Clear All"));
    assert_true(client_has_option(client, "hash"));
    assert_false(client_has_option(client, "Ponder"));
    assert_false(client_set_option(client, "Ponder", "1", &error));
    assert_says(&error, "has no option 'Ponder'");
    assert_false(client_set_option(client, "Contempt", "101", &error));
    assert_says(&error, "option Contempt: '101' is not a number from -100 to 100");
    assert_false(client_set_option(client, "Hash", "much", &error));
    assert_says(&error, "option Hash: 'much' is not a number");
    assert_done(client_set_option(client, "Contempt", "7", &error), &error);
    assert_done(client_set_option(client, "Clear All", NULL, &error), &error);
    assert_done(client_set_option(client, "Hash", "64", &error), &error);
    assert_done(client_set_option(client, "Threads", "2", &error), &error);
    assert_non_null(
        strstr(go(client, -1, -1).pv, "|option Contempt=7|option Clear All|memory 64|cores 2|"));
    client_stop(&client);
}

/* ---- Answers ---- */

static void assert_move(const char *flag, const char *bestmove) {
    Client *client = start_game(flag);
    for (int i = 0; i < 2; i++)
        assert_string_equal(go(client, -1, -1).bestmove, bestmove);
    client_stop(&client);
}

static void test_moves(void **state) {
    assert_move("san-go", "Nf3");
    assert_move("old-go", "e2e4");
    assert_move("pass-go", "0000");
    assert_move("chat-go", "e2e4");
}

static void test_thoughts(void **state) {
    Client *client = start_game("think-go");
    ClientBestMove answer = go(client, -1, -1);
    assert_int_equal(answer.depth, 10);
    assert_true(answer.has_score);
    assert_true(answer.is_mate);
    assert_int_equal(answer.score, -3);
    assert_string_equal(answer.pv, "e2e4 e7e5");
    assert_int_equal(answer.nodes, 70000);
    client_stop(&client);
}

static void assert_game_given_up(const char *flag, bool resigned, const char *claim) {
    Client *client = start_game(flag);
    for (int i = 0; i < 2; i++) {
        ClientBestMove answer = go(client, -1, -1);
        assert_string_equal(answer.bestmove, "");
        assert_int_equal(answer.resigned, resigned);
        assert_string_equal(answer.claim, claim);
    }
    assert_int_equal(client_failure(client), CLIENT_FAILURE_NONE);
    client_stop(&client);
}

static void test_claims(void **state) {
    assert_game_given_up("resign-go", true, "");
    assert_game_given_up("white-resigns-go", true, "");
    assert_game_given_up("claim-go", false, "1/2-1/2 {Draw by repetition}");
}

static void test_opponent_said_to_resign(void **state) {
    Error error = {.text = ""};
    Client *client = start_game("white-resigns-go");
    assert_done(cecp_client_send_move(client, "e2e4", &error), &error);
    ClientBestMove answer = go(client, -1, -1);
    assert_false(answer.resigned);
    assert_string_equal(answer.claim, "0-1 {White resigns}");
    client_stop(&client);
}

static void test_resignation_after_a_move(void **state) {
    Error error = {.text = ""};
    Client *client = start_game("resign-after");
    assert_false(go(client, -1, -1).resigned);
    assert_done(cecp_client_send_move(client, "e7e5", &error), &error);
    assert_true(go(client, -1, -1).resigned);
    client_stop(&client);
}

static void test_claim_after_a_move(void **state) {
    Error error = {.text = ""};
    Client *client = start_game("claim-after");
    assert_string_equal(go(client, -1, -1).bestmove, "e2e4");
    assert_done(cecp_client_send_move(client, "e7e5", &error), &error);
    ClientBestMove answer = go(client, -1, -1);
    assert_string_equal(answer.bestmove, "");
    assert_string_equal(answer.claim, "1-0 {White mates}");
    assert_done(cecp_client_new_game(client, NULL, NULL, &UNTIMED, WAIT_MS, &error), &error);
    answer = go(client, -1, -1);
    assert_string_equal(answer.bestmove, "e2e4"); /* the claim was about the previous game */
    assert_string_equal(answer.claim, "");
    client_stop(&client);
}

/* ---- Engines that do not start ---- */

/* After its start and its first line, `passes_ms` may pass. */
static void assert_start_fails(const char *flag, int timeout_ms, const char *reason,
                               int passes_ms) {
    Error error = {.text = ""};
    int64_t before = clock_now_ms();
    hand_clock_let_pass_ms(passes_ms, 2);
    assert_null(start_for(flag, timeout_ms, &error));
    assert_passed_ms(before, passes_ms);
    assert_says(&error, reason);
}

static void test_bad_start(void **state) {
    assert_start_fails("die-at-start", WAIT_MS, "exited with status 5", 0);
    assert_start_fails("flood-at-start", WAIT_MS, "MiB of output", 0);
    assert_start_fails("never-done", 2000, "no feature done=1 after 2000 ms", 2000);
    Error error;
    const char *argv[] = {"/nonexistent/engine", NULL};
    ClientConfig config = {.protocol = CLIENT_CECP, .argv = argv, .start_timeout_ms = WAIT_MS};
    assert_null(client_start(&config, &error));
    assert_says(&error, "No such file or directory");
}

static void test_start_without_done(void **state) {
    Error error = {.text = ""};
    int64_t before = clock_now_ms();
    hand_clock_let_pass_ms(1000, 2); /* after its start and its first feature */
    Client *client = start_for("no-done", 1000, &error);
    assert_done(client, &error);
    assert_passed_ms(before, 1000);
    assert_string_equal(client_name(client), "Mock Cecp 1.0");
    client_stop(&client);
}

static void test_slow_start(void **state) {
    Client *client = start("slow-start");
    assert_string_equal(client_name(client), "Mock Cecp 1.0");
    client_stop(&client);
}

/* ---- Engines that fail later ---- */

static void assert_stays_failed(Client *client, ClientFailure failure, const char *reason) {
    Error error;
    ClientBestMove answer = {.bestmove = "x"};
    assert_false(cecp_client_send_move(client, "e2e4", &error));
    assert_string_equal(error.text, reason);
    assert_false(cecp_client_new_game(client, NULL, NULL, &UNTIMED, WAIT_MS, &error));
    assert_string_equal(error.text, reason);
    assert_false(client_set_option(client, "Hash", "1", &error));
    assert_string_equal(error.text, reason);
    assert_false(cecp_client_send_result(client, "*", &error));
    assert_string_equal(error.text, reason);
    assert_false(cecp_client_go(client, -1, -1, WAIT_MS, &answer, &error));
    assert_string_equal(error.text, reason);
    assert_string_equal(answer.bestmove, "");
    assert_int_equal(client_failure(client), failure);
    assert_int_not_equal(client_failure(client), CLIENT_FAILURE_NONE);
}

static void assert_bad_go(const char *flag, int deadline_ms, ClientFailure failure,
                          const char *reason) {
    Error error = {.text = ""};
    ClientBestMove answer;
    Client *client = start_game(flag);
    int64_t before = clock_now_ms();
    assert_done(cecp_client_send_move(client, "e2e4", &error), &error);
    /* After the pong, which comes before the search. */
    hand_clock_let_pass_ms(failure == CLIENT_FAILURE_HUNG ? deadline_ms : 0, 1);
    assert_false(cecp_client_go(client, -1, -1, deadline_ms, &answer, &error));
    assert_passed_ms(before, failure == CLIENT_FAILURE_HUNG ? deadline_ms : 0);
    assert_says(&error, reason);
    assert_string_equal(answer.bestmove, "");
    assert_stays_failed(client, failure, error.text);
    client_stop(&client);
}

static void test_bad_go(void **state) {
    assert_bad_go("exit-go", WAIT_MS, CLIENT_FAILURE_DIED, "exited with status 3");
    assert_bad_go("hang-go", 50, CLIENT_FAILURE_HUNG, "no move after 50 ms");
    assert_bad_go("lines-go", -1, CLIENT_FAILURE_FLOODED, "MiB of output");
    assert_bad_go("empty-go", WAIT_MS, CLIENT_FAILURE_PROTOCOL, "not a move: 'move  '");
    assert_bad_go("huge-go", WAIT_MS, CLIENT_FAILURE_PROTOCOL, "not a move: 'move 0");
    assert_bad_go("illegal", WAIT_MS, CLIENT_FAILURE_PROTOCOL,
                  "refused a command: 'Illegal move (in check): e2e4'");
    assert_bad_go("error-go", WAIT_MS, CLIENT_FAILURE_PROTOCOL,
                  "refused a command: 'Error (command not legal now): go'");
}

static void test_no_pong(void **state) {
    Error error;
    Client *client = start("no-pong");
    int64_t before = clock_now_ms();
    hand_clock_let_pass_ms(100, 0);
    assert_false(cecp_client_new_game(client, NULL, NULL, &UNTIMED, 100, &error));
    assert_passed_ms(before, 100);
    assert_says(&error, "no pong after 100 ms");
    assert_stays_failed(client, CLIENT_FAILURE_HUNG, error.text);
    client_stop(&client);
}

static void test_illegal_position(void **state) {
    Error error;
    Client *client = start("illegal-position");
    assert_false(
        cecp_client_new_game(client, NULL, "8/8/8/8/8/8/8/8 w - - 0 1", &UNTIMED, WAIT_MS, &error));
    assert_says(&error, "refused a command: 'tellusererror Illegal position'");
    assert_stays_failed(client, CLIENT_FAILURE_PROTOCOL, error.text);
    client_stop(&client);
}

static void test_last_answer_counts(void **state) {
    Error error;
    Client *client = start_game("last-go");
    assert_string_equal(go(client, -1, -1).bestmove, "e2e4");
    while (cecp_client_send_move(
        client, "e7e5", &error)) { /* the first moves may be sent before the engine exits */
    }
    assert_says(&error, "exited with status 0");
    assert_stays_failed(client, CLIENT_FAILURE_DIED, error.text);
    client_stop(&client);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_dialogue),
        cmocka_unit_test(test_times),
        cmocka_unit_test(test_few_features),
        cmocka_unit_test(test_version_1),
        cmocka_unit_test(test_odd_features),
        cmocka_unit_test(test_variants_and_options),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_thoughts),
        cmocka_unit_test(test_claims),
        cmocka_unit_test(test_opponent_said_to_resign),
        cmocka_unit_test(test_resignation_after_a_move),
        cmocka_unit_test(test_claim_after_a_move),
        cmocka_unit_test(test_bad_start),
        cmocka_unit_test(test_start_without_done),
        cmocka_unit_test(test_slow_start),
        cmocka_unit_test(test_bad_go),
        cmocka_unit_test(test_no_pong),
        cmocka_unit_test(test_illegal_position),
        cmocka_unit_test(test_last_answer_counts),
    };
    if (!getenv("MOCK_ENGINE")) {
        fprintf(stderr, "MOCK_ENGINE must be the path of the mock engine\n");
        return 2;
    }
    return test_run("client_cecp", tests);
}
