#include "unit/testing.h"

#include "wasm/game.h"

#include "rules/notation.h"

#include <string.h>

static int set_up(void **state) {
    *state = wasm_game_new();
    return *state ? 0 : -1;
}

static int tear_down(void **state) {
    wasm_game_free(*state);
    return 0;
}

/* Asserts what a function has answered, or why it failed. */
#define check_text(game, done, is_done, text)                                                      \
    (assert_int_equal(done, is_done), assert_string_equal(wasm_game_text(game), text))

static void test_playing(void **state) {
    WasmGame *game = *state;
    check_text(game, wasm_game_start(game, "losers", "", false), true, "");
    check_text(game, wasm_game_play(game, "e2-e3"), true, "");
    check_text(game, wasm_game_status(game), true, "playing black");
    check_text(game, wasm_game_play(game, "b7b5"), true, "");
    check_text(game, wasm_game_turns(game, STYLE_COURSE), true, "f1-b5\n");
    check_text(game, wasm_game_notation(game, "f1-b5", STYLE_UCI), true, "f1b5");
    check_text(game, wasm_game_history(game, STYLE_UCI), true, "e2e3\nb7b5\n");
    check_text(game, wasm_game_fen(game), true,
               "rnbqkbnr/p1pppppp/8/1p6/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    assert_true(wasm_game_board(game));
    assert_int_equal(strlen(wasm_game_text(game)), 64);
    assert_memory_equal(wasm_game_text(game), "RNBQKBNRPPPP.PPP", 16);
    check_text(game, wasm_game_take_back(game), true, "");
    check_text(game, wasm_game_history(game, STYLE_UCI), true, "e2e3\n");
}

static void test_mistakes(void **state) {
    WasmGame *game = *state;
    assert_true(wasm_game_play(game, "e2e4"));
    check_text(game, wasm_game_start(game, "chess", "", false), false,
               "no ruleset is named 'chess'");
    assert_false(wasm_game_start(game, "losers", "8/8/8/8", false));
    assert_false(wasm_game_play(game, "e2e4"));
    assert_false(wasm_game_notation(game, "e2e4", STYLE_UCI));
    check_text(game, wasm_game_history(game, STYLE_UCI), true, "e2e4\n");
    assert_true(wasm_game_take_back(game));
    check_text(game, wasm_game_take_back(game), false, "no turn has been played");
}

static void test_the_end(void **state) {
    WasmGame *game = *state;
    assert_true(wasm_game_start(game, "losers", "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", false));
    check_text(game, wasm_game_status(game), true, "won black piecesLost");
    check_text(game, wasm_game_turns(game, STYLE_UCI), true, "");
}

static void test_rulesets(void **state) {
    (void)state;
    assert_int_equal(wasm_ruleset_count(), 9);
    assert_string_equal(wasm_ruleset_name(8), "losers");
    assert_string_equal(wasm_ruleset_family(8), "mate-wins");
    assert_string_equal(wasm_ruleset_start_fen(8),
                        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_playing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_mistakes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_end, set_up, tear_down),
        cmocka_unit_test(test_rulesets),
    };
    return test_run("wasm/game", tests);
}
