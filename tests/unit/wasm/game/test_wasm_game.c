#include "unit/testing.h"

#include "wasm/game/rulesets.h"
#include "wasm/game/wasm_game.h"

#include <stdlib.h>
#include <string.h>

static int set_up(void **state) {
    *state = wasm_game_new();
    return *state ? 0 : -1;
}

static int tear_down(void **state) {
    wasm_game_free(*state);
    return 0;
}

/* Asserts the answer of a function, or the reason for its failure. */
#define check_text(game, done, is_done, text)                                                      \
    (assert_int_equal(done, is_done), assert_string_equal(wasm_game_text(game), text))

static void test_playing(void **state) {
    WasmGame *game = *state;
    check_text(game, wasm_game_start(game, "losers", "", false, -1, -1), true, "");
    check_text(game, wasm_game_play(game, "e2-e3"), true, "");
    check_text(game, wasm_game_status(game), true, "playing black");
    check_text(game, wasm_game_play(game, "b7b5"), true, "");
    check_text(game, wasm_game_turns(game, STYLE_COURSE), true, "f1-b5\n");
    check_text(game, wasm_game_notation(game, "f1-b5", STYLE_UCI), true, "f1b5");
    check_text(game, wasm_game_history(game, STYLE_UCI), true, "e2e3\nb7b5\n");
    check_text(game, wasm_game_fen(game), true,
               "rnbqkbnr/p1pppppp/8/1p6/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    assert_true(wasm_game_board(game, NULL));
    assert_int_equal(strlen(wasm_game_text(game)), 64);
    assert_memory_equal(wasm_game_text(game), "RNBQKBNRPPPP.PPP", 16);
    check_text(game, wasm_game_play(game, "f1b5"), true, "");
    check_text(game, wasm_game_history(game, STYLE_SAN), true, "e3\nb5\nBxb5\n");
    check_text(game, wasm_game_take_back(game), true, "");
    check_text(game, wasm_game_take_back(game), true, "");
    check_text(game, wasm_game_history(game, STYLE_UCI), true, "e2e3\n");
}

static void test_mistakes(void **state) {
    WasmGame *game = *state;
    assert_true(wasm_game_play(game, "e2e4"));
    check_text(game, wasm_game_start(game, "chess", "", false, -1, -1), false,
               "no ruleset is named 'chess'");
    assert_false(wasm_game_start(game, "losers", "8/8/8/8", false, -1, -1));
    assert_false(wasm_game_play(game, "e2e4"));
    assert_false(wasm_game_notation(game, "e2e4", STYLE_UCI));
    check_text(game, wasm_game_history(game, STYLE_UCI), true, "e2e4\n");
    assert_true(wasm_game_take_back(game));
    check_text(game, wasm_game_take_back(game), false, "no turn has been played");
}

static void test_the_end(void **state) {
    WasmGame *game = *state;
    assert_true(wasm_game_start(game, "losers", "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", false, -1, -1));
    check_text(game, wasm_game_status(game), true, "won black piecesLost");
    check_text(game, wasm_game_turns(game, STYLE_UCI), true, "");
}

static void test_a_draw(void **state) {
    WasmGame *game = *state;
    assert_true(wasm_game_start(game, "losers", "7k/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 w - - 99 80", true,
                                -1, -1));
    assert_true(wasm_game_play(game, "a1a2"));
    check_text(game, wasm_game_status(game), true, "drawn fifty");
    check_text(game, wasm_game_turns(game, STYLE_UCI), true, "");
}

/* A first half-move that wins ends the game before the second one. */
static void test_the_end_within_a_turn(void **state) {
    WasmGame *game = *state;
    assert_true(wasm_game_start(game, "6170-fall-2003-mindcontrol",
                                "7k/8/p4K2/8/8/8/8/6Q1 w - - 0 1", false, -1, -1));
    check_text(game, wasm_game_play(game, "g1g7,gameover"), true, "");
    check_text(game, wasm_game_fen(game), false, "the game ended in the middle of a turn");
    check_text(game, wasm_game_start_fen(game), true, "7k/8/p4K2/8/8/8/8/6Q1 w - - 0 1");
}

static void test_marks(void **state) {
    WasmGame *game = *state;
    assert_true(wasm_game_start(game, "losers", "", false, -1, -1));
    check_text(game, wasm_game_marks(game, NULL), true, "\n\n\n\n");
    assert_true(wasm_game_play(game, "e2e4"));
    assert_true(wasm_game_play(game, "d7d5"));
    check_text(game, wasm_game_marks(game, NULL), true, "\n\ne4\n\n");
    check_text(game, wasm_game_marks(game, "e4d5"), true, "\n\nd8\n\n");
    check_text(game, wasm_game_marks(game, "a2a3"), false,
               "'a2a3' is not legal: White must capture (exd5)");
    assert_true(wasm_game_start(game, "6170-spring-2006-antiking",
                                "k7/p6r/3A4/8/8/3a4/P7/K2R4 w - - 0 1", false, -1, -1));
    check_text(game, wasm_game_marks(game, NULL), true, "\nd6\n\n\n");
    assert_true(wasm_game_start(game, "losers", "R3k3/8/8/8/8/8/p7/4K3 b - - 0 1", false, -1, -1));
    check_text(game, wasm_game_marks(game, NULL), true, "e8\n\n\n\n");
}

static void test_marks_at_the_end(void **state) {
    WasmGame *game = *state;
    assert_true(wasm_game_play(game, "e2e4"));
    assert_true(wasm_game_play(game, "d7d5"));
    game_expire(game->game, WHITE);
    check_text(game, wasm_game_status(game), true, "won black timeExpired");
    check_text(game, wasm_game_marks(game, NULL), true, "\n\n\n\n");
    assert_true(wasm_game_take_back(game));
    check_text(game, wasm_game_marks(game, NULL), true, "\n\ne4\n\n");
}

static void test_half_turns(void **state) {
    WasmGame *game = *state;
    assert_true(wasm_game_start(game, "6170-fall-2003-mindcontrol", "", false, -1, -1));
    assert_true(wasm_game_board(game, "e2e4"));
    assert_memory_equal(wasm_game_text(game) + 8, "PPPP.PPP............P...", 24);
    assert_true(wasm_game_board(game, "e2-e4,d7-d5"));
    assert_memory_equal(wasm_game_text(game) + 48, "ppp.pppp", 8);
    check_text(game, wasm_game_board(game, "e7e5"), false,
               "'e7e5' is not legal: the pawn on e7 is not white");
    check_text(game, wasm_game_board(game, "0000"), false, "'0000' is not a move");
    assert_true(wasm_game_play(game, "e2e4,d7d5"));
    check_text(game, wasm_game_marks(game, NULL), true, "\n\ne4\n\n");
    check_text(game, wasm_game_marks(game, "e4d5"), true, "\n\nd8\n\n");
}

static void test_reading_a_half(void **state) {
    WasmGame *game = *state;
    assert_true(wasm_game_start(game, "6170-fall-2003-mindcontrol", "", false, -1, -1));
    check_text(game, wasm_game_half(game, "E2-E4"), true, "e2e4");
    check_text(game, wasm_game_half(game, "nf3"), true, "g1f3");
    check_text(game, wasm_game_half(game, "e2e4,e7e5"), false, "'e2e4,e7e5' is not a move");
    assert_true(wasm_game_start(game, "6170-fall-2003-mindcontrol",
                                "7k/8/p4K2/8/8/8/8/6Q1 w - - 0 1", false, -1, -1));
    check_text(game, wasm_game_half(game, "Qg7"), true, "g1g7,gameover");
}

static void test_moves(void **state) {
    WasmGame *game = *state;
    assert_true(wasm_game_start(game, "6170-fall-2003-mindcontrol", "", false, -1, -1));
    assert_true(wasm_game_play(game, "e2e4,d7d5"));
    check_text(game, wasm_game_moves(game, NULL), true, "e4d5\n");
    check_text(game, wasm_game_moves(game, "e4d5"), true, "d8d5\n");
    check_text(game, wasm_game_moves(game, "a2a3"), false,
               "'a2a3' is not legal: White must capture (exd5)");
    game_expire(game->game, WHITE);
    check_text(game, wasm_game_moves(game, NULL), true, "");
    assert_true(wasm_game_start(game, "6170-fall-2003", "", false, 1, 1));
    assert_true(wasm_game_play(game, "e2e4"));
    assert_true(wasm_game_play(game, "d7d5"));
    check_text(game, wasm_game_moves(game, NULL), true, "e4d5\n0000\n");
}

static void test_refusals(void **state) {
    WasmGame *game = *state;
    check_text(game, wasm_game_refusal(game), true, "none ");
    assert_true(
        wasm_game_start(game, "losers", "4r2k/p7/8/8/8/8/P3N3/4K3 w - - 0 1", false, -1, -1));
    check_text(game, wasm_game_why_not(game, NULL, "e2"), true,
               "the rook on e8 pins the knight on e2 to the white king");
    check_text(game, wasm_game_refusal(game), true, "pinned e8");
    check_text(game, wasm_game_why_not(game, NULL, "e1"), true, "");
    check_text(game, wasm_game_refusal(game), true, "none ");
    check_text(game, wasm_game_why_not(game, NULL, "e9"), false, "not a square");
    check_text(game, wasm_game_why_not(game, NULL, "e1e2"), false, "not a square");
    check_text(game, wasm_game_notation(game, "Nc3", STYLE_UCI), false,
               "'Nc3' is not legal: the rook on e8 pins the knight on e2 to the white king");
    check_text(game, wasm_game_refusal(game), true, "pinned e8");
    check_text(game, wasm_game_notation(game, "a3", STYLE_UCI), true, "a2a3");
    check_text(game, wasm_game_refusal(game), true, "none ");
    check_text(game, wasm_game_why_not(game, "a2a3", "e8"), true, "");
    check_text(game, wasm_game_why_not(game, "a2a3", "e1"), true, "the king on e1 is not black");
    check_text(game, wasm_game_why_not(game, "a2a5", "a7"), false,
               "'a2a5' is not legal: the pawn on a2 cannot go to a5");
    check_text(game, wasm_game_refusal(game), true, "movement ");
    game_expire(game->game, WHITE);
    check_text(game, wasm_game_why_not(game, NULL, "e1"), true, "the game is over (timeExpired)");
    check_text(game, wasm_game_refusal(game), true, "gameOver ");
}

static void test_refused_halves(void **state) {
    WasmGame *game = *state;
    assert_true(wasm_game_start(game, "6170-fall-2003-mindcontrol", "", false, -1, -1));
    assert_true(wasm_game_play(game, "e2e4,d7d5"));
    check_text(game, wasm_game_half(game, "a3"), false,
               "'a3' is not legal: White must capture (exd5)");
    check_text(game, wasm_game_refusal(game), true, "mustCapture e4");
    check_text(game, wasm_game_why_not(game, "e4d5", "a7"), true, "Black must capture (Qxd5)");
    check_text(game, wasm_game_refusal(game), true, "mustCapture d8");
    check_text(game, wasm_game_why_not(game, "e4d5", "a2"), true, "the pawn on a2 is not black");
}

static void test_chips(void **state) {
    WasmGame *game = *state;
    assert_string_equal(wasm_game_text(game), "");
    check_text(game, wasm_game_chips(game), true, "0 0");
    assert_true(wasm_game_start(game, "6170-fall-2003", "", false, 2, 0));
    assert_true(wasm_game_play(game, "Ipass"));
    check_text(game, wasm_game_chips(game), true, "1 0");
    assert_true(wasm_game_start(game, "6170-fall-2003",
                                wasm_game_fen(game) ? wasm_game_text(game) : "", false, -1, 7));
    check_text(game, wasm_game_chips(game), true, "1 7");
    check_text(game, wasm_game_start(game, "losers", "", false, 1, 0), false,
               "there are no chips in ruleset losers");
    check_text(game, wasm_game_start(game, "losers", "", false, 0, 1), false,
               "there are no chips in ruleset losers");
    check_text(game, wasm_game_start(game, "6170-fall-2003", "", false, 10000, 0), false,
               "10000 chips: a player has at most 9999");
    check_text(game, wasm_game_chips(game), true, "1 7");
}

static void test_marks_with_a_chip(void **state) {
    WasmGame *game = *state;
    assert_true(wasm_game_start(game, "6170-fall-2003", "", false, 1, 1));
    assert_true(wasm_game_play(game, "e2e4"));
    assert_true(wasm_game_play(game, "d7d5"));
    check_text(game, wasm_game_marks(game, NULL), true, "\n\n\ne4\n");
    check_text(game, wasm_game_marks(game, "e4d5"), true, "\n\n\nd8\n");
    assert_true(wasm_game_play(game, "Ipass"));
    assert_true(wasm_game_play(game, "Ipass"));
    check_text(game, wasm_game_marks(game, NULL), true, "\n\ne4\n\n");
}

static void test_description(void **state) {
    WasmGame *game = *state;
    assert_true(wasm_game_start(game, "losers", "4k3/8/8/8/8/8/8/4KQ2 b - - 0 1", true, 0, 0));
    check_text(game, wasm_game_ruleset(game), true, "losers");
    check_text(game, wasm_game_start_fen(game), true, "4k3/8/8/8/8/8/8/4KQ2 b - - 0 1");
    assert_true(wasm_game_has_tournament_draws(game));
}

static void test_rulesets(void **state) {
    char *text = wasm_rulesets();
    assert_non_null(text);
    const char *losers =
        ",{\"name\":\"losers\",\"title\":\"Losers\",\"family\":\"losers\","
        "\"startFen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\","
        "\"halfMoves\":1,\"antiking\":false,\"chips\":false,\"promotions\":\"qrbn\","
        "\"doubleStep\":true,\"castling\":true,\"enPassant\":true,\"bareAt\":1,"
        "\"mated\":\"wins\",\"stalemated\":\"wins\"}";
    const char *suicide =
        ",{\"name\":\"suicide\",\"title\":\"Suicide chess\",\"family\":\"non-royal\","
        "\"startFen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\","
        "\"halfMoves\":1,\"antiking\":false,\"chips\":false,\"promotions\":\"qrbnk\","
        "\"doubleStep\":true,\"castling\":false,\"enPassant\":true,\"bareAt\":0,"
        "\"mated\":\"never\",\"stalemated\":\"fewer-wins\"}";
    assert_non_null(strstr(text, losers));
    assert_non_null(strstr(text, suicide));
    int objects = 0;
    for (const char *at = text; (at = strchr(at, '{')); at++)
        objects++;
    assert_int_equal(objects, ruleset_count());
    assert_int_equal(text[0], '[');
    assert_string_equal(text + strlen(text) - 2, "}]");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_playing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_mistakes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_end, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_draw, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_end_within_a_turn, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_marks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_marks_at_the_end, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_half_turns, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_reading_a_half, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_moves, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refusals, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refused_halves, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_chips, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_marks_with_a_chip, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_description, set_up, tear_down),
        cmocka_unit_test(test_rulesets),
    };
    return test_run("wasm/game", tests);
}
