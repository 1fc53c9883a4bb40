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
    assert_int_equal(wasm_stored_turn_count(game), 2);
    assert_true(wasm_stored_turn_clock(game, 0) == 59000);
    assert_true(isnan(wasm_stored_turn_clock(game, 1)));
    assert_true(wasm_stored_take_back(game));
    assert_true(wasm_stored_take_back(game));
    check_text(game, wasm_stored_take_back(game), false, "no turn has been played");
}

static void test_results(void **state) {
    WasmStored *game = *state;
    start_losers(game);
    check_text(game, wasm_stored_result(game), true, "*");
    check_text(game, wasm_stored_reason(game), true, "");
    assert_true(wasm_stored_resign(game, WHITE));
    check_text(game, wasm_stored_result(game), true, "0-1");
    check_text(game, wasm_stored_reason(game), true, "resignation");
    check_text(game, wasm_stored_expire(game, BLACK), false, "the game is over");
    check_text(game, wasm_stored_forfeit(game, BLACK, "late"), false, "the game is over");
    assert_true(wasm_stored_take_back(game));
    check_text(game, wasm_stored_forfeit(game, BLACK, ""), false, "a forfeit needs a reason");
    assert_true(wasm_stored_forfeit(game, BLACK, "left"));
    check_text(game, wasm_stored_result(game), true, "1-0");
    check_text(game, wasm_stored_reason(game), true, "left");
    assert_true(wasm_stored_play(game, "f1b5", (double)NAN)); /* the game goes on */
    check_text(game, wasm_stored_result(game), true, "*");
    wasm_stored_set_timed(game, true);
    wasm_stored_set_clock(game, WHITE, 60000, 17);
    assert_true(wasm_stored_expire(game, WHITE));
    check_text(game, wasm_stored_result(game), true, "0-1");
    check_text(game, wasm_stored_reason(game), true, "timeExpired");
    check_text(game, wasm_game_status(&game->wasm), true, "won black timeExpired");
    assert_true(wasm_stored_current_ms(game, WHITE) == 0);
}

static void test_a_loss_on_time_without_clocks(void **state) {
    WasmStored *game = *state;
    start_losers(game);
    assert_true(wasm_stored_expire(game, BLACK));
    check_text(game, wasm_stored_result(game), true, "1-0");
    check_text(game, wasm_stored_reason(game), true, "timeExpired");
    assert_true(isnan(wasm_stored_current_ms(game, BLACK)));
    assert_false(wasm_stored_is_timed(game));
}

static void test_a_game_that_the_rules_decide(void **state) {
    WasmStored *game = *state;
    assert_true(
        wasm_game_start(&game->wasm, "losers", "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", false, -1, -1));
    check_text(game, wasm_stored_result(game), true, "0-1");
    check_text(game, wasm_stored_reason(game), true, "piecesLost");
    check_text(game, wasm_stored_resign(game, BLACK), false, "the game is over");
}

static void test_texts(void **state) {
    static const char *const NAMES[] = {"white", "black", "event",       "site",
                                        "date",  "round", "termination", "timeControl"};
    WasmStored *game = *state;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        check_text(game, wasm_stored_get(game, NAMES[i]), true, "");
        assert_true(wasm_stored_set(game, NAMES[i], NAMES[i]));
    }
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        check_text(game, wasm_stored_get(game, NAMES[i]), true, NAMES[i]);
    check_text(game, wasm_stored_get(game, "colour"), false, "a game has no 'colour'");
    check_text(game, wasm_stored_set(game, "", "x"), false, "a game has no ''");
    char name[2 * PLAYER_NAME_SIZE];
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = '\0';
    assert_true(wasm_stored_set(game, "white", name));
    assert_true(wasm_stored_get(game, "white"));
    assert_int_equal(strlen(wasm_game_text(&game->wasm)), sizeof name - 1);
}

static void test_clocks(void **state) {
    WasmStored *game = *state;
    assert_false(wasm_stored_is_timed(game));
    assert_true(isnan(wasm_stored_initial_ms(game, WHITE)));
    wasm_stored_set_timed(game, true);
    wasm_stored_set_clock(game, WHITE, 300000, 299999.6);
    wasm_stored_set_clock(game, BLACK, (double)NAN, 1e300);
    assert_true(wasm_stored_is_timed(game));
    assert_true(wasm_stored_initial_ms(game, WHITE) == 300000);
    assert_true(wasm_stored_current_ms(game, WHITE) == 300000);
    assert_true(isnan(wasm_stored_initial_ms(game, BLACK)));
    assert_true(wasm_stored_current_ms(game, BLACK) == 9007199254740991.0);
    wasm_stored_set_clock(game, WHITE, -1, -(double)INFINITY);
    assert_true(wasm_stored_initial_ms(game, WHITE) == 0);
    assert_true(wasm_stored_current_ms(game, WHITE) == 0);
}

static void test_annotations(void **state) {
    WasmStored *game = *state;
    start_losers(game);
    assert_int_equal(wasm_stored_score_kind(game, 0), WASM_SCORE_NONE);
    check_text(game, wasm_stored_comment(game, 1), true, "");
    assert_true(wasm_stored_set_score(game, 0, WASM_SCORE_CP, -35));
    assert_true(wasm_stored_set_effort(game, 0, 7, 1e10, 12.5));
    assert_true(wasm_stored_set_comment(game, 0, "slow"));
    assert_true(wasm_stored_set_score(game, 1, WASM_SCORE_MATE, 3));
    assert_int_equal(wasm_stored_score_kind(game, 0), WASM_SCORE_CP);
    assert_int_equal(wasm_stored_score(game, 0), -35);
    assert_int_equal(wasm_stored_depth(game, 0), 7);
    assert_true(wasm_stored_nodes(game, 0) == 1e10);
    assert_true(wasm_stored_elapsed_ms(game, 0) == 12.5);
    check_text(game, wasm_stored_comment(game, 0), true, "slow");
    assert_int_equal(wasm_stored_score_kind(game, 1), WASM_SCORE_MATE);
    assert_int_equal(wasm_stored_score(game, 1), 3);
    assert_true(wasm_stored_set_score(game, 0, WASM_SCORE_NONE, 0));
    assert_true(wasm_stored_set_comment(game, 0, ""));
    assert_int_equal(wasm_stored_score_kind(game, 0), WASM_SCORE_NONE);
    assert_int_equal(wasm_stored_depth(game, 0), 7);
    check_text(game, wasm_stored_comment(game, 0), true, "");
    assert_false(wasm_stored_has_dropped_annotations(game));
    WasmStored *marked = wasm_stored_new();
    assert_true(wasm_stored_play(marked, "e2e4", (double)NAN));
    TurnNotes *notes = stored_game_edit_notes(&marked->stored, 0);
    assert_true(notes && notes_add_glyph(notes, NAG_GOOD));
    assert_true(wasm_stored_has_dropped_annotations(marked));
    wasm_stored_free(marked);
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
        cmocka_unit_test_setup_teardown(test_results, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_loss_on_time_without_clocks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_game_that_the_rules_decide, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_texts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_clocks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_annotations, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_writing, set_up, tear_down),
    };
    return test_run("wasm/stored", tests);
}
