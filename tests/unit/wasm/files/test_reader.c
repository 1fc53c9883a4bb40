/* The games of a file's contents. tests/unit/files tests that games are read correctly. */
#include "unit/testing.h"

#include "files/gamefile.h"
#include "files/input.h"
#include "wasm/files/reader.h"

#include <stdlib.h>
#include <string.h>

/* Opens a copy of the bytes. */
static WasmReader *open_bytes(const char *bytes, size_t size, const char *ruleset, bool opens) {
    char *copy = malloc(size + 1);
    WasmReader *reader = wasm_reader_new();
    assert_non_null(copy);
    assert_non_null(reader);
    memcpy(copy, bytes, size);
    assert_int_equal(wasm_reader_open(reader, "x.pgn", copy, (int)size, ruleset), opens);
    return reader;
}

static WasmReader *open_text(const char *text, const char *ruleset) {
    return open_bytes(text, strlen(text), ruleset, true);
}

static void assert_refused(const char *bytes, size_t size, const char *ruleset,
                           const char *reason) {
    WasmReader *reader = open_bytes(bytes, size, ruleset, false);
    assert_string_equal(wasm_reader_text(reader), reason);
    wasm_reader_free(reader);
}

static void test_several_games(void **state) {
    WasmReader *reader = open_text(
        "[White \"A\"]\n\n1. e3 b5 0-1\n\n[White \"B\"]\n\n1. e5 *\n\n[White \"C\"]\n\n*\n",
        "losers");
    assert_int_equal(wasm_reader_next(reader), WASM_GAME);
    WasmStored *game = wasm_reader_take(reader);
    assert_int_equal(wasm_reader_next(reader), WASM_CUT_GAME);
    assert_memory_equal(wasm_reader_text(reader), "x.pgn:7: ", 9);
    assert_int_equal(wasm_reader_next(reader), WASM_GAME); /* not taken */
    assert_int_equal(wasm_reader_next(reader), WASM_NO_GAME);
    wasm_reader_free(reader);
    /* The game outlives its reader. */
    assert_true(wasm_game_history(&game->wasm, STYLE_UCI));
    assert_string_equal(wasm_game_text(&game->wasm), "e2e3\nb7b5\n");
    assert_true(wasm_game_ruleset(&game->wasm));
    assert_string_equal(wasm_game_text(&game->wasm), "losers");
    assert_true(wasm_stored_to_json(game));
    assert_non_null(strstr(wasm_game_text(&game->wasm), "[\"White\",\"A\"]"));
    assert_non_null(strstr(wasm_game_text(&game->wasm), "\"result\":\"0-1\""));
    assert_true(wasm_stored_play(game, "f1b5", 250));
    wasm_stored_free(game);
}

/* What comes before the turn that does not fit is there to be taken. */
static void test_cut_game(void **state) {
    WasmReader *reader = open_text("1. e3 {so} b5 2. Ke8 b4 0-1\n\n1. e3 *\n", "losers");
    assert_int_equal(wasm_reader_next(reader), WASM_CUT_GAME);
    assert_memory_equal(wasm_reader_text(reader), "x.pgn:1: 'Ke8' ", 15);
    WasmStored *game = wasm_reader_take(reader);
    assert_int_equal(wasm_reader_next(reader), WASM_GAME);
    assert_true(wasm_game_history(&game->wasm, STYLE_UCI));
    assert_string_equal(wasm_game_text(&game->wasm), "e2e3\nb7b5\n");
    assert_true(wasm_stored_write(game, WASM_FORMAT_PGN));
    assert_non_null(strstr(wasm_game_text(&game->wasm), "1. e3 { so } 1... b5 0-1"));
    wasm_stored_free(game);
    wasm_reader_free(reader);
}

static void test_default_ruleset(void **state) {
    WasmReader *reader = open_text("e2e4 e7e5\n", "");
    assert_int_equal(wasm_reader_next(reader), WASM_GAME);
    WasmStored *game = wasm_reader_take(reader);
    assert_ptr_equal(game->stored.game.start.rules, ruleset_default());
    wasm_stored_free(game);
    wasm_reader_free(reader);
}

static void test_refused(void **state) {
    char *large = calloc(1, GAMEFILE_MAX_BYTES + 1);
    assert_refused("", 0, "", "x.pgn: the file is empty");
    assert_refused("*", 1, "chess", "no ruleset is named 'chess'");
    assert_refused(large, GAMEFILE_MAX_BYTES + 1, "", "x.pgn: the file is too large");
    free(large);
    wasm_reader_free(NULL);
    wasm_reader_free(wasm_reader_new());
    WasmReader *reader = open_bytes("\0\xff\0", 3, "", true);
    assert_int_equal(wasm_reader_next(reader), WASM_BAD_GAME);
    assert_memory_equal(wasm_reader_text(reader), "x.pgn:1: ", 9);
    assert_int_equal(wasm_reader_next(reader), WASM_NO_GAME);
    wasm_reader_free(reader);
}

static void test_xml(void **state) {
    WasmReader *reader = open_text("<!DOCTYPE game><game/>", "");
    assert_int_equal(wasm_reader_next(reader), WASM_BAD_GAME);
    assert_string_equal(wasm_reader_text(reader), "x.pgn:1: a game file must not have a DOCTYPE");
    assert_int_equal(wasm_reader_next(reader), WASM_NO_GAME);
    wasm_reader_free(reader);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_several_games),
        cmocka_unit_test(test_cut_game),
        cmocka_unit_test(test_default_ruleset),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_xml),
    };
    wasm_files_init();
    int failed = test_run("wasm/reader", tests);
    gamefile_quit();
    return failed;
}
