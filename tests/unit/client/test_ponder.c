/* Pondering: what UCI and CECP engines are told before, during and after it. The engines are
 * tests/mocks/mock_engine.c and mock_cecp.c, which say what they were told. */
#include "unit/errors.h"
#include "unit/hand_clock.h"

#include "client/client.h"

#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { WAIT_MS = 5000 };

typedef struct {
    Client *client;
    StoredGame stored;
    Error error;
} PonderGame;

static void begin(PonderGame *play, ClientProtocol protocol, const char *flag) {
    char folder[PATH_MAX], path[PATH_MAX + 16];
    snprintf(folder, sizeof folder, "%s", getenv("MOCK_ENGINE"));
    snprintf(path, sizeof path, "%s/mock_%s", dirname(folder),
             protocol == CLIENT_UCI ? "engine" : "cecp");
    const char *argv[] = {path, flag, NULL};
    ClientConfig config = {.protocol = protocol, .argv = argv, .start_timeout_ms = WAIT_MS};
    *play = (PonderGame){.error.text = ""};
    play->client = client_start(&config, &play->error);
    assert_done(play->client, &play->error);
    stored_game_init(&play->stored, ruleset_find("6170-spring-2007"));
    ClientGame game = {.stored = &play->stored, .ponders = true};
    assert_done(client_new_game(play->client, &game, WAIT_MS, &play->error), &play->error);
}

static void end(PonderGame *play) {
    client_stop(&play->client);
    stored_game_free(&play->stored);
}

static ClientSearch search_of(PonderGame *play) {
    ClientSearch search = {.game = &play->stored.game,
                           .limits = CLIENT_LIMITS_NONE,
                           .clock_ms = {60000, 50000},
                           .timeout_ms = WAIT_MS};
    search.limits.depth = 3;
    return search;
}

static void play_turn(PonderGame *play, const char *turn) {
    assert_done(game_play_text(&play->stored.game, turn, GAME_NO_CLOCK, &play->error),
                &play->error);
}

/* Asks for a move; returns what the engine was told. */
static ClientBestMove go(PonderGame *play) {
    ClientBestMove answer;
    ClientSearch search = search_of(play);
    assert_done(client_go(play->client, &search, &answer, &play->error), &play->error);
    return answer;
}

/* Lets the engine think about the game after a turn, which is then taken back. */
static void ponder(PonderGame *play, const char *turn) {
    play_turn(play, turn);
    ClientSearch search = search_of(play);
    assert_done(client_ponder(play->client, &search, &play->error), &play->error);
    assert_true(game_undo(&play->stored.game));
}

static void test_uci_hit(void **state) {
    PonderGame play;
    begin(&play, CLIENT_UCI, NULL);
    play_turn(&play, "e2e4");
    ponder(&play, "e7e5");
    play_turn(&play, "e7e5");
    ClientBestMove answer = go(&play);
    assert_string_equal(answer.pv, "position startpos moves e2e4 e7e5 ponderhit");
    assert_string_equal(answer.bestmove, "e2e4");
    /* The next search is an ordinary one. */
    play_turn(&play, "d2d3");
    play_turn(&play, "d7d6");
    assert_string_equal(go(&play).pv, "position startpos moves e2e4 e7e5 d2d3 d7d6 go depth 3");
    end(&play);
}

/* The answer to the ponder search, g1f3, is dropped. */
static void test_uci_miss(void **state) {
    PonderGame play;
    begin(&play, CLIENT_UCI, NULL);
    play_turn(&play, "e2e4");
    ponder(&play, "e7e5");
    play_turn(&play, "d7d5");
    ClientBestMove answer = go(&play);
    assert_string_equal(answer.pv, "position startpos moves e2e4 d7d5 go depth 3");
    assert_string_equal(answer.bestmove, "e2e4");
    end(&play);
}

static void test_uci_next_game(void **state) {
    PonderGame play;
    begin(&play, CLIENT_UCI, NULL);
    play_turn(&play, "e2e4");
    for (int over = 0; over < 2; over++) {
        ponder(&play, "e7e5");
        if (over)
            client_game_over(play.client, &play.stored.game, "1-0", "resignation");
        ClientGame game = {.stored = &play.stored};
        assert_done(client_new_game(play.client, &game, WAIT_MS, &play.error), &play.error);
        assert_string_equal(go(&play).pv, "position startpos moves e2e4 go depth 3");
    }
    ponder(&play, "e7e5"); /* it is told to quit */
    end(&play);
}

/* An engine that does not stop is late, at the time limit of the move. */
static void test_uci_hang(void **state) {
    PonderGame play;
    ClientBestMove answer;
    begin(&play, CLIENT_UCI, "hang-go");
    play_turn(&play, "e2e4");
    ponder(&play, "e7e5");
    play_turn(&play, "d7d5");
    ClientSearch search = search_of(&play);
    search.timeout_ms = 70;
    int64_t before = clock_now_ms();
    hand_clock_let_pass_ms(70, 0);
    assert_false(client_go(play.client, &search, &answer, &play.error));
    assert_passed_ms(before, 70);
    assert_int_equal(client_failure(play.client), CLIENT_FAILURE_HUNG);
    assert_int_equal(answer.elapsed_us, 70000);
    assert_string_equal(answer.bestmove, "");
    end(&play);
}

/* Without a limit there is nothing to ponder. */
static void test_uci_without_limit(void **state) {
    PonderGame play;
    begin(&play, CLIENT_UCI, NULL);
    play_turn(&play, "e2e4");
    ClientSearch search = search_of(&play);
    search.limits = CLIENT_LIMITS_NONE;
    assert_false(client_ponder(play.client, &search, &play.error));
    assert_int_equal(client_failure(play.client), CLIENT_FAILURE_NONE);
    assert_string_equal(go(&play).pv, "position startpos moves e2e4 go depth 3");
    end(&play);
}

/* It stays in play, and the opponent's move asks for its own; after more than one turn it is set up
 * again. */
static void test_cecp(void **state) {
    PonderGame play;
    begin(&play, CLIENT_CECP, NULL);
    ClientBestMove answer = go(&play);
    assert_non_null(strstr(answer.pv, "|hard|post|"));
    assert_non_null(strstr(answer.pv, "|time 6000|otim 5000|go"));
    play_turn(&play, "e2e4");
    play_turn(&play, "e7e5");
    answer = go(&play);
    assert_string_equal(answer.pv, "ping 3|time 6000|otim 5000|usermove e7e5");
    assert_string_equal(answer.bestmove, "e2e4");
    for (int i = 0; i < 3; i++) {
        static const char *const TURNS[] = {"d2d3", "d7d6", "g1f3"};
        play_turn(&play, TURNS[i]);
    }
    answer = go(&play);
    assert_string_equal(answer.pv,
                        "force|usermove d7d6|usermove g1f3|ping 4|time 5000|otim 6000|go");
    /* The next game begins as any. */
    ClientGame game = {.stored = &play.stored};
    game_free(&play.stored.game);
    game_init(&play.stored.game, ruleset_find("6170-spring-2007"));
    assert_done(client_new_game(play.client, &game, WAIT_MS, &play.error), &play.error);
    answer = go(&play);
    assert_non_null(strstr(answer.pv, "|easy|post|"));
    play_turn(&play, "e2e4");
    play_turn(&play, "e7e5");
    assert_string_equal(go(&play).pv, "force|usermove e7e5|ping 7|time 6000|otim 5000|go");
    end(&play);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_uci_hit),           cmocka_unit_test(test_uci_miss),
        cmocka_unit_test(test_uci_next_game),     cmocka_unit_test(test_uci_hang),
        cmocka_unit_test(test_uci_without_limit), cmocka_unit_test(test_cecp),
    };
    return test_run("pondering", tests);
}
