/* Dialogues with engines of each protocol, when each allocation in turn fails. */
#include "unit/failing_allocations.h"

#include "client/external_engine.h"
#include "files/gamefile.h"

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum { WAIT_MS = 20000 };

typedef struct {
    ExternalProtocol protocol;
    TextUiDialect dialect;
    const char *mock, *flag;
    const char *ruleset, *fen;
    ClientTimeControl time;
    bool is_played_twice; /* are two games begun? */
} Dialogue;

/* The engine's turn, after one of the opponent's unless it is to begin. */
static bool play(const Dialogue *dialogue, ExternalEngine *engine, StoredGame *stored,
                 Error *error) {
    ExternalGame game = {.stored = stored, .side = WHITE, .time = dialogue->time};
    ExternalSearch search = {.game = &stored->game,
                             .limits = CLIENT_LIMITS_NONE,
                             .clock_ms = {60000, 60000},
                             .timeout_ms = WAIT_MS,
                             .stop_ms = WAIT_MS,
                             .deadline_ms = INT64_MAX};
    ClientBestMove answer;
    search.limits.depth = 1;
    bool is_textui = dialogue->protocol == EXTERNAL_TEXTUI;
    bool done =
        external_engine_set_option_if_supported(engine, "Hash", "1", error) &&
        external_engine_wait_ready(engine, WAIT_MS, error) &&
        external_engine_new_game(engine, &game, WAIT_MS, error) &&
        (!dialogue->is_played_twice || external_engine_new_game(engine, &game, WAIT_MS, error)) &&
        (is_textui || game_play_text(&stored->game, "e2e4", GAME_NO_CLOCK, error)) &&
        (is_textui || game_play_text(&stored->game, "e7e5", GAME_NO_CLOCK, error)) &&
        external_engine_go(engine, &search, &answer, error);
    external_engine_game_over(engine, &stored->game, "1-0", "adjudication");
    return done;
}

static bool run(const Dialogue *dialogue, Error *error) {
    char folder[PATH_MAX], path[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", getenv("MOCK_ENGINE"));
    snprintf(path, sizeof path, "%.4000s/%s", dirname(folder), dialogue->mock);
    const char *argv[] = {path, dialogue->flag, NULL};
    ExternalEngineConfig config = {.protocol = dialogue->protocol,
                                   .dialect = dialogue->dialect,
                                   .client = {.argv = argv, .start_timeout_ms = WAIT_MS}};
    ExternalEngine engine = {0};
    StoredGame stored;
    const Ruleset *rules = ruleset_find(dialogue->ruleset);
    stored_game_init(&stored, rules);
    Position start = stored.game.start;
    if (dialogue->fen)
        assert_true(position_from_fen(&start, rules, dialogue->fen, NULL));
    if (rules->pass_chips)
        position_set_chips(&start, BLACK, 2);
    game_init_from(&stored.game, &start);
    bool is_started = external_engine_start(&engine, &config, error);
    assert_true(is_started || error->is_shortage);
    bool done = is_started && play(dialogue, &engine, &stored, error);
    external_engine_stop(&engine);
    stored_game_free(&stored);
    return done;
}

static const ClientTimeControl CLOCK = {.base_ms = 60000, .increment_ms = 1000};
static const ClientTimeControl SECONDS = {.move_ms = 1500, .depth = 3};
static const char START[] = "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR w - - 0 1";
static const char SPRING[] = "6170-spring-2007", FALL[] = "6170-fall-2003";

static bool run_uci(Error *error) {
    return run(&(Dialogue){EXTERNAL_UCI, 0, "mock_engine", NULL, SPRING, NULL, CLOCK, false},
               error);
}

static bool run_cecp(Error *error) {
    return run(&(Dialogue){EXTERNAL_CECP, 0, "mock_cecp", NULL, SPRING, NULL, CLOCK, false}, error);
}

static bool run_cecp_from_fen(Error *error) {
    return run(&(Dialogue){EXTERNAL_CECP, 0, "mock_cecp", NULL, SPRING, START, CLOCK, false},
               error);
}

static bool run_old_cecp(Error *error) {
    return run(
        &(Dialogue){EXTERNAL_CECP, 0, "mock_cecp", "version-1", SPRING, NULL, SECONDS, false},
        error);
}

static bool run_textui(Error *error) {
    return run(&(Dialogue){EXTERNAL_TEXTUI, TEXTUI_SPRING_2007, "mock_textui", NULL, SPRING, NULL,
                           CLOCK, false},
               error);
}

static bool run_textui_from_fen(Error *error) {
    return run(&(Dialogue){EXTERNAL_TEXTUI, TEXTUI_SPRING_2007, "mock_textui", NULL, SPRING, START,
                           CLOCK, false},
               error);
}

/* Each game has a process of its own, and chips. */
static bool run_fall_textui(Error *error) {
    return run(&(Dialogue){EXTERNAL_TEXTUI, TEXTUI_FALL_2003, "mock_textui", "fall-2003", FALL,
                           NULL, CLOCK, true},
               error);
}

static void test_uci(void **state) {
    (void)state;
    each_allocation_fails(run_uci);
}

static void test_cecp(void **state) {
    (void)state;
    each_allocation_fails(run_cecp);
    each_allocation_fails(run_cecp_from_fen);
    each_allocation_fails(run_old_cecp);
}

static void test_textui(void **state) {
    (void)state;
    each_allocation_fails(run_textui);
    each_allocation_fails(run_textui_from_fen);
    each_allocation_fails(run_fall_textui);
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
