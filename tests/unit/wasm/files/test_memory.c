/* While each allocation in turn fails, JavaScript either has the whole answer or is told that
 * memory has run out. */
#include "unit/failing_allocations.h"

#include "files/gamefile.h"
#include "files/games.h"
#include "wasm/files/reader.h"
#include "wasm/game/rulesets.h"

#include <stdio.h>
#include <string.h>

/* Stores that memory ran out; returns false. The reason given must say so, unless there was no
 * memory for it. */
static bool refused(Error *error, const char *reason) {
    if (*reason && !strstr(reason, "out of memory"))
        fail_msg("the reason is '%s'", reason);
    return error_set(error, "out of memory");
}

/* Asserts the answer of a function that succeeded. */
static bool answers(const WasmGame *game, bool done, const char *expected, Error *error) {
    if (done)
        assert_string_equal(wasm_game_text(game), expected);
    return done || refused(error, wasm_game_text(game));
}

static bool play(WasmGame *game, Error *error) {
    return answers(game, wasm_game_start(game, "losers", "", false, -1, -1), "", error) &&
           answers(game, wasm_game_play(game, "e2e3"), "", error) &&
           answers(game, wasm_game_play(game, "b7b5"), "", error) &&
           answers(game, wasm_game_turns(game, STYLE_UCI), "f1b5\n", error) &&
           answers(game, wasm_game_history(game, STYLE_UCI), "e2e3\nb7b5\n", error) &&
           answers(game, wasm_game_status(game), "playing white", error) &&
           answers(game, wasm_game_marks(game, NULL), "\n\nf1\n\n", error);
}

static bool play_game(ScenarioResult *result, Error *error) {
    WasmGame *game = wasm_game_new();
    if (!game)
        return refused(error, "");
    bool done = play(game, error);
    if (done)
        scenario_note(result, "%s", wasm_game_text(game));
    wasm_game_free(game);
    return done;
}

static bool list_rulesets(ScenarioResult *result, Error *error) {
    char *text = wasm_rulesets();
    if (!text)
        return refused(error, "");
    assert_string_equal(text + strlen(text) - 2, "}]");
    scenario_note_bytes(result, "rulesets", text, strlen(text));
    free(text);
    return true;
}

/* The first game of a file; NULL without memory. */
static WasmStored *read_game(WasmReader *reader, Error *error) {
    char *bytes = strdup("[White \"A\"]\n\n1. e3 { slow } b5 *\n");
    if (!bytes || !wasm_reader_open(reader, "x.pgn", bytes, (int)strlen(bytes), "losers")) {
        refused(error, wasm_reader_text(reader));
        return NULL;
    }
    bool is_read = wasm_reader_next(reader) == WASM_GAME;
    WasmStored *game = is_read ? wasm_reader_take(reader) : NULL;
    if (!game)
        refused(error, is_read ? "" : wasm_reader_text(reader));
    return game;
}

/* Passes the game through JSON with a comment more. */
static bool annotate(WasmStored *game, Error *error) {
    if (!wasm_stored_to_json(game))
        return refused(error, wasm_game_text(&game->wasm));
    char json[2048];
    const char *text = wasm_game_text(&game->wasm), *last = strstr(text, "\"b7b5\"");
    assert_non_null(last);
    int length = (int)(last - text) + 6;
    snprintf(json, sizeof json, "%.*s,\"after\":[\"fast\"],\"score\":{\"cp\":35}%s", length, text,
             text + length);
    return answers(&game->wasm, wasm_stored_from_json(game, json), "", error) &&
           answers(&game->wasm, wasm_stored_write(game, WASM_FORMAT_PGN),
                   "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                   "[White \"A\"]\n[Black \"?\"]\n[Result \"*\"]\n[Variant \"losers\"]\n"
                   "\n"
                   "1. e3 { slow } 1... b5 { [%eval -0.35] } { fast } *\n\n",
                   error);
}

static bool annotate_file(ScenarioResult *result, Error *error) {
    WasmReader *reader = wasm_reader_new();
    if (!reader)
        return refused(error, "");
    WasmStored *game = read_game(reader, error);
    bool done = game && annotate(game, error);
    if (done)
        scenario_note(result, "%s", wasm_game_text(&game->wasm));
    wasm_stored_free(game);
    wasm_reader_free(reader);
    return done;
}

static void test_a_game(void **state) {
    each_allocation_fails(play_game, NULL);
    each_allocation_fails(list_rulesets, NULL);
}

static void test_a_file(void **state) {
    each_allocation_fails(annotate_file, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_game),
        cmocka_unit_test(test_a_file),
    };
    wasm_files_init();
    int failed = test_run("wasm/memory", tests);
    gamefile_quit();
    return failed;
}
