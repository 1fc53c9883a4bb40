/* Stored games, queried and changed as JavaScript does. */
#include "unit/testing.h"

#include "wasm/files/stored.h"

#include <math.h>
#include <string.h>

static int set_up(void **state) {
    *state = wasm_stored_new();
    return *state ? 0 : -1;
}

static int tear_down(void **state) {
    wasm_stored_free(*state);
    return 0;
}

/* Asserts the answer of a function, or the reason for its failure. */
#define check_text(game, done, is_done, text)                                                      \
    (assert_int_equal(done, is_done), assert_string_equal(wasm_game_text(&(game)->wasm), text))

static void start_losers(WasmStored *game) {
    assert_true(wasm_game_start(&game->wasm, "losers", "", false, -1, -1));
    assert_true(wasm_stored_play(game, "e2e3", 59000));
    assert_true(wasm_stored_play(game, "b7b5", (double)NAN));
}

static void test_playing(void **state) {
    WasmStored *game = *state;
    start_losers(game);
    check_text(game, wasm_stored_play(game, "a2a3", 1), false,
               "'a2a3' is not legal: White must capture (Bxb5)");
    check_text(game, wasm_game_history(&game->wasm, STYLE_UCI), true, "e2e3\nb7b5\n");
    assert_int_equal(game->stored.game.count, 2);
    assert_true(game->stored.game.turns[0].clock_ms == 59000);
    assert_true(game->stored.game.turns[1].clock_ms == GAME_NO_CLOCK);
    assert_true(wasm_stored_take_back(game));
    assert_true(wasm_stored_take_back(game));
    check_text(game, wasm_stored_take_back(game), false, "no turn has been played");
}

static void test_playing_reopens_the_game(void **state) {
    WasmStored *game = *state;
    start_losers(game);
    stored_game_terminate(&game->stored, TERMINATION_CRASH, BLACK, "");
    assert_true(wasm_stored_play(game, "f1b5", (double)NAN));
    assert_false(stored_game_is_decided(&game->stored));
    stored_game_terminate(&game->stored, TERMINATION_CRASH, BLACK, "");
    assert_true(wasm_stored_take_back(game));
    assert_string_equal(stored_game_result(&game->stored), "*");
    check_text(game, wasm_game_history(&game->wasm, STYLE_UCI), true, "e2e3\nb7b5\nf1b5\n");
}

static void test_clocks(void **state) {
    static const double CLOCKS[] = {299999.6, -1, 1e300};
    static const int64_t ROUNDED[] = {300000, 0, 9007199254740991};
    WasmStored *game = *state;
    for (size_t i = 0; i < sizeof CLOCKS / sizeof *CLOCKS; i++) {
        assert_true(wasm_stored_play(game, i % 2 ? "g8f6" : i ? "f3g1" : "g1f3", CLOCKS[i]));
        assert_true(game->stored.game.turns[i].clock_ms == ROUNDED[i]);
    }
}

static void test_json(void **state) {
    WasmStored *game = *state;
    start_losers(game);
    assert_true(wasm_stored_to_json(game));
    char *json = strdup(wasm_game_text(&game->wasm));
    assert_non_null(json);
    WasmStored *read = wasm_stored_new();
    check_text(read, wasm_stored_from_json(read, json), true, "");
    check_text(read, wasm_game_history(&read->wasm, STYLE_UCI), true, "e2e3\nb7b5\n");
    check_text(read, wasm_stored_to_json(read), true, json);
    check_text(read, wasm_stored_from_json(read, "{"), false, "JSON: no name after 1 bytes");
    check_text(read, wasm_game_history(&read->wasm, STYLE_UCI), true, "e2e3\nb7b5\n");
    wasm_stored_free(read);
    free(json);
}

static void test_writing(void **state) {
    WasmStored *game = *state;
    start_losers(game);
    assert_true(wasm_stored_write(game, WASM_FORMAT_XML));
    assert_non_null(strstr(wasm_game_text(&game->wasm),
                           "<move side=\"white\" value=\"e2-e3\" time=\"59000\"/>"));
    assert_true(wasm_stored_write(game, WASM_FORMAT_PGN));
    assert_non_null(strstr(wasm_game_text(&game->wasm), "\n1. e3 { [%clk 0:00:59] } 1... b5 *\n"));
    check_text(game, wasm_stored_write(game, WASM_FORMAT_1994), false,
               "a 1994 board can only hold a game of 6170-spring-1994, not of losers");
    assert_true(wasm_game_start(&game->wasm, "6170-spring-1994", "", false, -1, -1));
    assert_true(wasm_stored_write(game, WASM_FORMAT_1994));
    assert_memory_equal(wasm_game_text(&game->wasm), "W\n1000000000.0 1000000000.0\nrnbq", 31);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_playing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_playing_reopens_the_game, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_clocks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_json, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_writing, set_up, tear_down),
    };
    return test_run("wasm/stored", tests);
}
