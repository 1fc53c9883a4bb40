/* Dialogues with engines of each protocol, when each allocation in turn fails. */
#include "unit/failing_allocations.h"

#include "client/external_engine.h"
#include "files/gamefile.h"

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum { WAIT_MS = 20000 };

static bool play(ExternalProtocol protocol, ExternalEngine *engine, StoredGame *stored,
                 Error *error) {
    ExternalGame game = {
        .stored = stored, .side = WHITE, .time = {.base_ms = 60000, .increment_ms = 1000}};
    ExternalSearch search = {.game = &stored->game,
                             .limits = CLIENT_LIMITS_NONE,
                             .clock_ms = {60000, 60000},
                             .timeout_ms = WAIT_MS,
                             .stop_ms = WAIT_MS,
                             .deadline_ms = INT64_MAX};
    ClientBestMove answer;
    search.limits.depth = 1;
    bool done = external_engine_set_option_if_supported(engine, "Hash", "1", error) &&
                external_engine_wait_ready(engine, WAIT_MS, error) &&
                external_engine_new_game(engine, &game, WAIT_MS, error) &&
                (protocol == EXTERNAL_TEXTUI ||
                 game_play_text(&stored->game, "e2e4", GAME_NO_CLOCK, error)) &&
                (protocol == EXTERNAL_TEXTUI ||
                 game_play_text(&stored->game, "e7e5", GAME_NO_CLOCK, error)) &&
                external_engine_go(engine, &search, &answer, error);
    external_engine_game_over(engine, &stored->game, "1-0", "adjudication");
    return done;
}

static bool run(ExternalProtocol protocol, const char *name, const char *fen, Error *error) {
    char folder[PATH_MAX], path[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", getenv("MOCK_ENGINE"));
    snprintf(path, sizeof path, "%.4000s/%s", dirname(folder), name);
    const char *argv[] = {path, NULL};
    ExternalEngineConfig config = {.protocol = protocol,
                                   .client = {.argv = argv, .start_timeout_ms = WAIT_MS}};
    ExternalEngine engine = {0};
    StoredGame stored;
    stored_game_init(&stored, ruleset_default());
    if (fen) {
        Position start;
        assert_true(position_from_fen(&start, ruleset_default(), fen, NULL));
        game_init_from(&stored.game, &start);
    }
    bool is_started = external_engine_start(&engine, &config, error);
    assert_true(is_started || error->is_shortage);
    bool done = is_started && play(protocol, &engine, &stored, error);
    external_engine_stop(&engine);
    stored_game_free(&stored);
    return done;
}

static bool run_uci(Error *error) {
    return run(EXTERNAL_UCI, "mock_engine", NULL, error);
}

static bool run_cecp(Error *error) {
    return run(EXTERNAL_CECP, "mock_cecp", NULL, error);
}

static bool run_textui(Error *error) {
    return run(EXTERNAL_TEXTUI, "mock_textui", NULL, error);
}

static const char START[] = "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR w - - 0 1";

static bool run_cecp_from_fen(Error *error) {
    return run(EXTERNAL_CECP, "mock_cecp", START, error);
}

static bool run_textui_from_fen(Error *error) {
    return run(EXTERNAL_TEXTUI, "mock_textui", START, error);
}

static void test_uci(void **state) {
    (void)state;
    each_allocation_fails(run_uci);
}

static void test_cecp(void **state) {
    (void)state;
    each_allocation_fails(run_cecp);
    each_allocation_fails(run_cecp_from_fen);
}

static void test_textui(void **state) {
    (void)state;
    each_allocation_fails(run_textui);
    each_allocation_fails(run_textui_from_fen);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_uci),
        cmocka_unit_test(test_cecp),
        cmocka_unit_test(test_textui),
    };
    if (!gamefile_init())
        return 1;
    int failed = test_run("memory of clients", tests);
    gamefile_quit();
    return failed;
}
