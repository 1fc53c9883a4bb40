/* The common interface to UCI, CECP and TextUI engines, and the policy by which a failed one is
 * restarted. The engines are the mock programs, all in the same folder as the one that the
 * environment variable MOCK_ENGINE names. */
/* tags: threads */
#include "unit/errors.h"
#include "unit/hand_clock.h"

#include "client/client.h"
#include "files/gamefile.h"

#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { WAIT_MS = 5000, TRIES_MAX = 4 };

/* A mock's command line, and how to start it. */
typedef struct {
    char path[PATH_MAX];
    const char *argv[3];
    ClientConfig config;
} MockProgram;

static const ClientConfig *mock_config(MockProgram *program, ClientProtocol protocol,
                                       const char *name, const char *flag) {
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", getenv("MOCK_ENGINE"));
    snprintf(program->path, sizeof program->path, "%.4000s/%s", dirname(folder), name);
    program->argv[0] = program->path;
    program->argv[1] = flag;
    program->argv[2] = NULL;
    program->config =
        (ClientConfig){.protocol = protocol, .argv = program->argv, .start_timeout_ms = WAIT_MS};
    return &program->config;
}

/* A running mock and a game. */
typedef struct {
    MockProgram program;
    Client *engine;
    StoredGame stored;
} MockFixture;

static void start_mock(MockFixture *fixture, ClientProtocol protocol, const char *name,
                       const char *flag) {
    Error error = {.text = ""};
    fixture->engine = NULL;
    stored_game_init(&fixture->stored, ruleset_default());
    fixture->engine = client_start(mock_config(&fixture->program, protocol, name, flag), &error);
    assert_done(fixture->engine, &error);
}

/* Begins the game, in which the engine has White. */
static void begin_game(Client **engine, const StoredGame *stored) {
    Error error = {.text = ""};
    ClientGame game = {.stored = stored, .side = WHITE};
    assert_done(client_new_game(*engine, &game, WAIT_MS, &error), &error);
}

static void stop_mock(MockFixture *fixture) {
    client_stop(&fixture->engine);
    stored_game_free(&fixture->stored);
}

static ClientSearch search_of(const Game *game) {
    ClientSearch search = {.game = game,
                           .limits = CLIENT_LIMITS_NONE,
                           .clock_ms = {GAME_NO_CLOCK, GAME_NO_CLOCK},
                           .timeout_ms = WAIT_MS,
                           .stop_ms = WAIT_MS,
                           .deadline_ms = INT64_MAX};
    search.limits.depth = 1;
    return search;
}

/* --- the restart policy, with UCI engines --- */

/* A request for which each new process misbehaves in its own way. */
typedef struct {
    Game game;
    ClientSearch search;
    const char *flags[TRIES_MAX]; /* one for each process, in the order of their start; NULL:
                                     behaves well */
    int passes_ms, answers;       /* during a search, for hand_clock_let_pass_ms() */
    int starts, tries;
    Turn turn;
    ClientBestMove answer;
} RetryFixture;

static void set_up_retry(RetryFixture *retry, const char *first, const char *second) {
    *retry = (RetryFixture){.flags = {first, second}};
    game_init(&retry->game, ruleset_default());
    retry->search = search_of(&retry->game);
}

static bool try_once(Client **engine, void *context, Error *error) {
    RetryFixture *retry = context;
    MockProgram program;
    retry->tries++;
    if (*engine == NULL) {
        assert_in_range(retry->starts, 0, TRIES_MAX - 1);
        const char *flag = retry->flags[retry->starts++];
        if (!(*engine =
                  client_start(mock_config(&program, CLIENT_UCI, "mock_engine", flag), error)))
            return false;
    }
    hand_clock_let_pass_ms(retry->passes_ms, retry->answers);
    return client_choose_turn(*engine, &retry->search, &retry->answer, &retry->turn, error);
}

static void assert_chose(RetryFixture *retry, const char *text) {
    char turn[TURN_TEXT_SIZE];
    notation_write_turn(&retry->game.now, retry->turn, STYLE_UCI, turn);
    assert_string_equal(turn, text);
}

/* Whatever goes wrong with the first process, a second one is tried. */
static void test_second_try(void **state) {
    static const char *const FAULTS[] = {"die-at-start", "exit-go",  "kill-go",
                                         "close-go",     "empty-go", "nonsense-go"};
    for (size_t i = 0; i < sizeof FAULTS / sizeof *FAULTS; i++) {
        Error error = {.text = ""};
        Client *engine = NULL;
        RetryFixture retry;
        set_up_retry(&retry, FAULTS[i], NULL);
        if (strcmp(FAULTS[i], "close-go") == 0) {
            retry.passes_ms = 100; /* for its exit status, once its output has ended */
            retry.answers = 1;
        }
        assert_done(client_retry(&engine, try_once, &retry, INT64_MAX, &error), &error);
        assert_int_equal(retry.tries, 2);
        assert_int_equal(retry.starts, 2);
        assert_chose(&retry, "e2e4");
        assert_non_null(engine);
        assert_false(client_must_restart(engine));
        client_stop(&engine);
        game_free(&retry.game);
    }
}

static void test_no_third_try(void **state) {
    static const struct {
        const char *first, *second, *why;
    } CASES[] = {
        {"exit-go", "kill-go", "killed by signal 9"},
        {"kill-go", "exit-go", "exited with status 3"},
        {"exit-go", "die-at-start", "exited with status 5"},
        {"nonsense-go", "nonsense-go", "castle!"},
        {"exit-go", "empty-go", "not a bestmove"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Error error = {.text = ""};
        Client *engine = NULL;
        RetryFixture retry;
        set_up_retry(&retry, CASES[i].first, CASES[i].second);
        assert_false(client_retry(&engine, try_once, &retry, INT64_MAX, &error));
        assert_int_equal(retry.tries, 2);
        assert_says(&error, CASES[i].why);
        assert_null(engine);
        game_free(&retry.game);
    }
}

static void test_program_that_cannot_run(void **state) {
    static const char *const argv[] = {"/nonexistent/engine", NULL};
    Error error = {.text = ""};
    Client *engine = NULL;
    ClientConfig config = {.argv = argv, .start_timeout_ms = WAIT_MS};
    assert_null(engine = client_start(&config, &error));
    assert_says(&error, "engine: ");
    assert_null(engine);
    client_stop(&engine);
}

/* A sound process serves all requests. One that has died since the last request is replaced. */
static void test_process_is_kept(void **state) {
    Error error = {.text = ""};
    Client *engine = NULL;
    RetryFixture retry;
    set_up_retry(&retry, NULL, NULL);
    for (int i = 0; i < 3; i++)
        assert_done(client_retry(&engine, try_once, &retry, INT64_MAX, &error), &error);
    assert_int_equal(retry.starts, 1);
    assert_int_equal(retry.tries, 3);
    client_stop(&engine);
    game_free(&retry.game);

    set_up_retry(&retry, "last-go", NULL);
    for (int i = 0; i < 2; i++)
        assert_done(client_retry(&engine, try_once, &retry, INT64_MAX, &error), &error);
    assert_int_equal(retry.starts, 2);
    assert_int_equal(retry.tries, 3);
    client_stop(&engine);
    game_free(&retry.game);
}

/* After the deadline there is no second try. */
static void test_deadline(void **state) {
    Error error = {.text = ""};
    Client *engine = NULL;
    RetryFixture retry;
    set_up_retry(&retry, "hang-go", NULL);
    int64_t started = clock_now_ms();
    retry.search.timeout_ms = 300;
    retry.search.deadline_ms = started + 100;
    retry.passes_ms = 301; /* the deadline cuts stop_ms short */
    assert_false(client_retry(&engine, try_once, &retry, retry.search.deadline_ms, &error));
    assert_int_equal(retry.tries, 1);
    assert_says(&error, "no bestmove");
    assert_null(engine);
    assert_passed_ms(started, 301);
    game_free(&retry.game);
}

/* --- late searches --- */

static void test_late_search_is_stopped(void **state) {
    Error error = {.text = ""};
    Client *engine = NULL;
    RetryFixture retry;
    set_up_retry(&retry, "wait-stop", NULL);
    retry.search.timeout_ms = 100;
    retry.passes_ms = 100;
    retry.answers = 1; /* its first line */
    assert_done(client_retry(&engine, try_once, &retry, INT64_MAX, &error), &error);
    assert_int_equal(retry.tries, 1);
    assert_chose(&retry, "g1f3");
    assert_int_equal(client_failure(engine), CLIENT_FAILURE_NONE);
    assert_false(client_must_restart(engine));
    client_stop(&engine);
    game_free(&retry.game);
}

/* Without client_retry() a failed engine is kept, so that the caller can see why it
 * failed. */
static void test_failure_without_retry(void **state) {
    Error error = {.text = ""};
    ClientBestMove answer;
    MockFixture fixture;
    Client **engine = &fixture.engine;
    start_mock(&fixture, CLIENT_UCI, "mock_engine", "hang-go");
    ClientSearch search = search_of(&fixture.stored.game);
    assert_false(client_must_restart(*engine));
    search.timeout_ms = 50;
    hand_clock_let_pass_ms(100, 0);
    assert_false(client_go(*engine, &search, &answer, &error));
    assert_says(&error, "no bestmove");
    assert_string_equal(answer.bestmove, "");
    assert_int_equal(client_failure(*engine), CLIENT_FAILURE_HUNG);
    assert_true(client_must_restart(*engine));
    assert_non_null(*engine);
    assert_false(client_stop_search(*engine, 50, NULL, &error));
    assert_true(client_must_restart(*engine));
    client_stop(engine);
    assert_null(*engine);
    stop_mock(&fixture);
}

/* --- each protocol --- */

static void test_uci(void **state) {
    Error error = {.text = ""};
    ClientBestMove answer;
    MockFixture fixture;
    Client **engine = &fixture.engine;
    Game *game = &fixture.stored.game;
    start_mock(&fixture, CLIENT_UCI, "mock_engine", NULL);
    ClientSearch search = search_of(game);
    assert_string_equal(client_name(*engine), "Mock 1.0");
    assert_true(client_has_option(*engine, "hash"));
    assert_false(client_has_option(*engine, "Threads"));
    assert_done(client_set_option(*engine, "Hash", "16", &error), &error);
    assert_done(client_set_option_if_supported(*engine, "Threads", "2", &error), &error);
    assert_false(client_set_option(*engine, "Threads", "2", &error));
    assert_says(&error, "Threads");
    assert_false(client_set_variant(*engine, "losers", &error));
    assert_says(&error, "UCI_Variant");
    assert_done(client_wait_ready(*engine, WAIT_MS, &error), &error);
    assert_done(client_new_game(*engine, NULL, WAIT_MS, &error), &error);
    assert_done(game_play_text(game, "e2e4", GAME_NO_CLOCK, &error), &error);
    assert_done(client_go(*engine, &search, &answer, &error), &error);
    assert_string_equal(answer.bestmove, "e2e4"); /* illegal now: the caller must check */
    assert_string_equal(answer.pv, "position startpos moves e2e4 go depth 1");
    client_game_over(*engine, game, "1-0", "resignation");
    assert_int_equal(client_failure(*engine), CLIENT_FAILURE_NONE);
    stop_mock(&fixture);
}

/* A forced pass is sent as 0000, or as the king's move to its own square if the engine wants that.
 */
static void test_uci_passes(void **state) {
    static const char *const PASSES[] = {"0000", "a8a8"};
    static const char STALEMATED[] = "k7/2Q5/3K4/8/8/p7/P7/8 b - - 0 1";
    for (int with_king = 0; with_king <= 1; with_king++) {
        Error error = {.text = ""};
        Client *engine = NULL;
        MockProgram program;
        Position start;
        Game game;
        ClientBestMove answer;
        char expected[128];
        assert_done(position_from_fen(&start, ruleset_default(), STALEMATED, &error), &error);
        game_init_from(&game, &start);
        assert_true(game_pass_if_forced(&game));
        ClientSearch search = search_of(&game);
        mock_config(&program, CLIENT_UCI, "mock_engine", NULL);
        program.config.passes_with_king = with_king == 1;
        engine = client_start(&program.config, &error);
        assert_done(engine, &error);
        assert_done(client_go(engine, &search, &answer, &error), &error);
        snprintf(expected, sizeof expected, "position fen %s moves %s go depth 1", STALEMATED,
                 PASSES[with_king]);
        assert_string_equal(answer.pv, expected);
        client_stop(&engine);
        game_free(&game);
    }
}

static void test_cecp(void **state) {
    Error error = {.text = ""};
    Turn turn;
    ClientBestMove answer;
    MockFixture fixture;
    Client **engine = &fixture.engine;
    Game *game = &fixture.stored.game;
    start_mock(&fixture, CLIENT_CECP, "mock_cecp", NULL);
    begin_game(engine, &fixture.stored);
    assert_string_equal(client_name(*engine), "Mock Cecp 1.0");
    assert_true(client_has_option(*engine, "Contempt"));
    assert_true(client_has_option(*engine, "Hash"));
    assert_done(client_wait_ready(*engine, WAIT_MS, &error), &error);
    assert_done(client_set_variant(*engine, "losers", &error), &error);
    assert_false(client_set_variant(*engine, "atomic", &error));
    assert_says(&error, "atomic");
    ClientSearch search = search_of(game);
    search.clock_ms[WHITE] = 59999;
    search.clock_ms[BLACK] = 30000;
    assert_done(client_choose_turn(*engine, &search, &answer, &turn, &error), &error);
    assert_non_null(strstr(answer.pv, "|time 5999|otim 3000|go"));
    assert_done(game_play(game, turn, GAME_NO_CLOCK), &error);
    assert_done(game_play_text(game, "a7a6", GAME_NO_CLOCK, &error), &error);
    assert_done(client_go(*engine, &search, &answer, &error), &error);
    assert_non_null(strstr(answer.pv, "usermove a7a6|")); /* the engine's own e2e4 is not sent */
    assert_null(strstr(answer.pv, "e2e4"));
    assert_false(client_stop_search(*engine, WAIT_MS, NULL, &error));
    client_game_over(*engine, game, "1-0", "resignation");
    assert_false(client_must_restart(*engine));
    assert_done(client_set_variant(*engine, "losers", &error), &error);
    begin_game(engine, &fixture.stored);
    assert_done(client_go(*engine, &search, &answer, &error), &error);
    assert_non_null(strstr(answer.pv, "result 1-0 {resignation}|"));
    stop_mock(&fixture);
}

/* An engine with `reuse=0` plays one game in each process. */
static void test_cecp_without_reuse(void **state) {
    MockFixture fixture;
    start_mock(&fixture, CLIENT_CECP, "mock_cecp", "few-features");
    begin_game(&fixture.engine, &fixture.stored);
    assert_int_equal(client_failure(fixture.engine), CLIENT_FAILURE_NONE);
    assert_true(client_must_restart(fixture.engine));
    stop_mock(&fixture);
}

static void test_textui(void **state) {
    Error error = {.text = ""};
    Turn turn;
    ClientBestMove answer;
    MockFixture fixture;
    Client **engine = &fixture.engine;
    Game *game = &fixture.stored.game;
    start_mock(&fixture, CLIENT_TEXTUI, "mock_textui", NULL);
    begin_game(engine, &fixture.stored);
    assert_string_equal(client_name(*engine), "mock_textui");
    assert_false(client_has_option(*engine, "Hash"));
    assert_false(client_set_option(*engine, "Hash", "1", &error));
    assert_says(&error, "Hash");
    assert_done(client_set_variant(*engine, "any", &error), &error);
    ClientSearch search = search_of(game);
    assert_done(client_choose_turn(*engine, &search, &answer, &turn, &error), &error);
    assert_string_equal(answer.bestmove, "e2-e4");
    assert_false(client_stop_search(*engine, WAIT_MS, NULL, &error));
    client_game_over(*engine, game, "1-0", "resignation");
    assert_int_equal(client_failure(*engine), CLIENT_FAILURE_NONE);
    stop_mock(&fixture);
}

/* The restart policy is the same for all protocols. */
typedef struct {
    ClientProtocol protocol;
    const char *name, *fault;
    int tries;
} ProtocolRetry;

static bool try_protocol(Client **engine, void *context, Error *error) {
    ProtocolRetry *retry = context;
    MockProgram program;
    StoredGame stored;
    Turn turn;
    ClientBestMove answer;
    const char *flag = retry->tries++ == 0 ? retry->fault : NULL;
    stored_game_init(&stored, ruleset_default());
    *engine = client_start(mock_config(&program, retry->protocol, retry->name, flag), error);
    assert_done(*engine, error);
    begin_game(engine, &stored);
    ClientSearch search = search_of(&stored.game);
    bool chosen = client_choose_turn(*engine, &search, &answer, &turn, error);
    stored_game_free(&stored);
    return chosen;
}

static void test_retry_in_each_protocol(void **state) {
    ProtocolRetry cases[] = {{CLIENT_UCI, "mock_engine", "exit-go", 0},
                             {CLIENT_CECP, "mock_cecp", "exit-go", 0},
                             {CLIENT_CECP, "mock_cecp", "san-go", 0},
                             {CLIENT_TEXTUI, "mock_textui", "exit-choose", 0},
                             {CLIENT_TEXTUI, "mock_textui", "two-words", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Error error = {.text = ""};
        Client *engine = NULL;
        assert_done(client_retry(&engine, try_protocol, &cases[i], INT64_MAX, &error), &error);
        assert_int_equal(cases[i].tries, 2);
        client_stop(&engine);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_second_try),
        cmocka_unit_test(test_no_third_try),
        cmocka_unit_test(test_program_that_cannot_run),
        cmocka_unit_test(test_process_is_kept),
        cmocka_unit_test(test_deadline),
        cmocka_unit_test(test_late_search_is_stopped),
        cmocka_unit_test(test_failure_without_retry),
        cmocka_unit_test(test_uci),
        cmocka_unit_test(test_uci_passes),
        cmocka_unit_test(test_cecp),
        cmocka_unit_test(test_cecp_without_reuse),
        cmocka_unit_test(test_textui),
        cmocka_unit_test(test_retry_in_each_protocol),
    };
    gamefile_init();
    int failed = test_run("client", tests);
    gamefile_quit();
    return failed;
}
