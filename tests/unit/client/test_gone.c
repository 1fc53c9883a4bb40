/* Engines of each protocol that are gone after their n-th line of input: from then on every request
 * fails, with the reason, and without waiting. */
#include "unit/hand_clock.h"
#include "unit/testing.h"

#include "client/client.h"
#include "files/gamefile.h"

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAIT_MS = 20000, LINES_MAX = 60, REQUESTS = 10 };

typedef struct {
    ClientProtocol protocol;
    TextUiDialect dialect;
    const char *mock, *flag;
    const char *ruleset, *fen;
} GoneEngine;

static const char FEN[] = "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR b - - 0 1";

static const GoneEngine ENGINES[] = {
    {CLIENT_UCI, 0, "mock_engine", NULL, "6170-spring-2007", NULL},
    {CLIENT_CECP, 0, "mock_cecp", NULL, "6170-spring-2007", NULL},
    {CLIENT_CECP, 0, "mock_cecp", "few-features", "6170-spring-2007", NULL},
    {CLIENT_CECP, 0, "mock_cecp", NULL, "6170-spring-2007", FEN},
    {CLIENT_TEXTUI, TEXTUI_SPRING_2007, "mock_textui", NULL, "6170-spring-2007", FEN},
    {CLIENT_TEXTUI, TEXTUI_FALL_2003, "mock_textui", "fall-2003", "6170-fall-2003", NULL},
};

static void start_game(StoredGame *stored, const GoneEngine *tested) {
    const Ruleset *rules = ruleset_find(tested->ruleset);
    Position start;
    stored_game_init(stored, rules);
    start = stored->game.start;
    if (tested->fen)
        assert_true(position_from_fen(&start, rules, tested->fen, NULL));
    if (rules->pass_chips)
        position_set_chips(&start, BLACK, 2);
    game_init_from(&stored->game, &start);
    stored->timed = true;
    stored->current_ms[WHITE] = stored->current_ms[BLACK] = 60000;
}

/* Makes request `i`. */
static bool request(Client **engine, StoredGame *stored, int i, Error *error) {
    Colour side = other((Colour)stored->game.start.player);
    ClientGame game = {
        .stored = stored, .side = side, .time = {.clock_ms = 60000, .increment_ms = 1000}};
    ClientSearch search = {.game = &stored->game,
                           .limits = CLIENT_LIMITS_NONE,
                           .clock_ms = {59000, 59000},
                           .timeout_ms = WAIT_MS,
                           .stop_ms = WAIT_MS,
                           .deadline_ms = INT64_MAX};
    ClientBestMove answer;
    if (i == 3) /* an opponent's turn to tell it */
        assert_true(game_play_text(&stored->game, side == BLACK ? "e2e4" : "e7e5", 59000, error));
    search.limits.depth = 1;
    if (i == 6) /* a clock may gain an increment, and there may be none */
        search.clock_ms[other(side)] = stored->game.start.rules->pass_chips ? GAME_NO_CLOCK : 61000;
    switch (i) {
    case 0:
        return client_set_option_if_supported(*engine, "Hash", "1", error);
    case 1:
        return client_wait_ready(*engine, WAIT_MS, error);
    case 2:
    case 5: /* another game */
        return client_new_game(*engine, &game, WAIT_MS, error);
    case 3:
    case 6: {
        bool done = client_go(*engine, &search, &answer, error);
        assert_int_equal(done, *answer.bestmove != '\0' || *answer.claim != '\0');
        return done;
    }
    default:
        client_game_over(*engine, &stored->game, "1-0", "adjudication");
        return true;
    }
}

/* Plays a game with an engine that is gone after `lines` lines. Returns whether it did all that it
 * was asked. */
static bool serves(const GoneEngine *tested, int lines) {
    char folder[PATH_MAX], path[PATH_MAX], count[16];
    snprintf(folder, sizeof folder, "%s", getenv("MOCK_ENGINE"));
    snprintf(path, sizeof path, "%.4000s/%s", dirname(folder), tested->mock);
    snprintf(count, sizeof count, "%dq", lines);
    const char *argv[] = {"/bin/sh", "-c", "sed -u \"$0\" | \"$1\" $2",
                          count,     path, tested->flag ? tested->flag : "",
                          NULL};
    ClientConfig config = {.protocol = tested->protocol,
                           .dialect = tested->dialect,
                           .argv = argv,
                           .start_timeout_ms = WAIT_MS};
    Client *engine = NULL;
    StoredGame stored;
    Error error = {.text = ""};
    int64_t started = clock_now_ms();
    bool is_sound = (engine = client_start(&config, &error)) != NULL;
    if (!is_sound) {
        assert_true(*error.text != '\0');
        return false;
    }
    start_game(&stored, tested);
    for (int i = 0; i < REQUESTS; i++) {
        error.text[0] = '\0';
        bool done = request(&engine, &stored, i, &error);
        if (!done && client_failure(engine) == CLIENT_FAILURE_NONE)
            fail_msg("%s, gone after %d lines: request %d is refused: %s", tested->mock, lines, i,
                     error.text);
        if (!done)
            assert_true(*error.text != '\0');
        is_sound &= done;
    }
    client_stop(&engine);
    stored_game_free(&stored);
    assert_passed_ms(started, 0);
    return is_sound;
}

static void test_gone(void **state) {
    for (size_t i = 0; i < sizeof ENGINES / sizeof *ENGINES; i++) {
        int lines = 1;
        while (lines < LINES_MAX && !serves(&ENGINES[i], lines))
            lines++;
        assert_in_range(lines, 4, LINES_MAX - 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gone),
    };
    if (!gamefile_init())
        return 1;
    int failed = test_run("engines that are gone", tests);
    gamefile_quit();
    return failed;
}
