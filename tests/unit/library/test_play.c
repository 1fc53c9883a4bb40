#include "unit/testing.h"

#include "library/misere.h"

#include <stdlib.h>
#include <string.h>

static MisereGame *new_game(const char *ruleset, const char *fen) {
    MisereError error;
    MisereGame *game = misere_game_new(ruleset, fen, &error);
    if (!game)
        fail_msg("%s", error.text);
    return game;
}

/* Asserts a text that a function has made, and frees it. */
static void check_text(char *text, const char *expected) {
    assert_non_null(text);
    assert_string_equal(text, expected);
    misere_free(text);
}

static void check_fails(bool done, const MisereError *error, const char *reason) {
    assert_false(done);
    assert_string_equal(error->text, reason);
}

static void play(MisereGame *game, const char *turn) {
    MisereError error;
    if (!misere_game_play(game, turn, MISERE_NO_CLOCK, &error))
        fail_msg("%s", error.text);
}

static const char LOSERS[] =
    ",{\"name\":\"losers\",\"title\":\"Losers\",\"family\":\"losers\","
    "\"startFen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\","
    "\"halfMoves\":1,\"antiking\":false,\"chips\":false,\"promotions\":\"qrbn\","
    "\"doubleStep\":true,\"castling\":true,\"enPassant\":true,\"bareAt\":1,"
    "\"mated\":\"wins\",\"stalemated\":\"wins\"}";
static const char SUICIDE[] =
    ",{\"name\":\"suicide\",\"title\":\"Suicide chess\",\"family\":\"non-royal\","
    "\"startFen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\","
    "\"halfMoves\":1,\"antiking\":false,\"chips\":false,\"promotions\":\"qrbnk\","
    "\"doubleStep\":true,\"castling\":false,\"enPassant\":true,\"bareAt\":0,"
    "\"mated\":\"never\",\"stalemated\":\"fewer-wins\"}";

static void test_rulesets(void **state) {
    char *json = misere_rulesets();
    assert_non_null(strstr(json, LOSERS));
    assert_non_null(strstr(json, SUICIDE));
    assert_int_equal(json[0], '[');
    int count = 0;
    for (; misere_ruleset_name(count); count++)
        assert_non_null(strstr(json, misere_ruleset_name(count)));
    assert_int_equal(count, 12);
    assert_null(misere_ruleset_name(-1));
    assert_string_equal(json + strlen(json) - 2, "}]");
    misere_free(json);
    misere_free(NULL);
    assert_string_equal(misere_version(), MISERE_VERSION);
}

static void test_playing(void **state) {
    MisereGame *game = new_game("losers", NULL);
    MisereStatus status;
    play(game, "e2-e3");
    play(game, "b5");
    check_text(misere_game_turns(game, MISERE_STYLE_COURSE, NULL), "f1-b5\n");
    check_text(misere_game_history(game, MISERE_STYLE_SAN, NULL), "e3\nb5\n");
    check_text(misere_game_fen(game, NULL),
               "rnbqkbnr/p1pppppp/8/1p6/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    check_text(misere_game_start_fen(game, NULL),
               "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    check_text(misere_game_write_turn(game, "BXB5", MISERE_STYLE_UCI, NULL), "f1b5");
    misere_game_status(game, &status);
    assert_int_equal(status.state, MISERE_PLAYING);
    assert_int_equal(status.colour, MISERE_WHITE);
    assert_string_equal(status.reason, "");
    assert_string_equal(status.result, "*");
    assert_int_equal(misere_game_length(game), 2);
    misere_game_expire(game, MISERE_WHITE);
    misere_game_status(game, &status);
    assert_int_equal(status.state, MISERE_WON);
    assert_int_equal(status.colour, MISERE_BLACK);
    assert_string_equal(status.reason, "timeExpired");
    assert_true(misere_game_undo(game));
    misere_game_status(game, &status);
    assert_int_equal(status.state, MISERE_PLAYING);
    assert_true(misere_game_undo(game));
    assert_true(misere_game_undo(game));
    assert_false(misere_game_undo(game));
    assert_string_equal(misere_game_ruleset(game), "losers");
    misere_game_free(game);
    misere_game_free(NULL);
}

static void test_mistakes(void **state) {
    MisereError error;
    MisereGame *game = new_game("losers", NULL);
    check_fails(misere_game_new("chess", NULL, &error), &error, "no ruleset is named 'chess'");
    assert_null(misere_game_new("losers", "8/8/8/8", NULL));
    assert_null(misere_game_new("losers", "8/8/8/8", &error));
    assert_true(*error.text);
    check_fails(misere_game_play(game, "e2e5", MISERE_NO_CLOCK, &error), &error,
                "'e2e5' is not legal: the pawn on e2 cannot go to e5");
    check_fails(misere_game_write_turn(game, "Ke2", MISERE_STYLE_SAN, &error), &error,
                "'Ke2' is not legal: the king on e1 cannot go to e2");
    assert_int_equal(misere_game_length(game), 0);
    misere_game_free(game);
}

static void test_the_end(void **state) {
    MisereGame *game = new_game("losers", "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1");
    MisereStatus status;
    MisereRefusal refusal;
    misere_game_status(game, &status);
    assert_int_equal(status.state, MISERE_WON);
    assert_int_equal(status.colour, MISERE_BLACK);
    assert_string_equal(status.reason, "piecesLost");
    assert_string_equal(status.result, "0-1");
    check_text(misere_game_turns(game, MISERE_STYLE_UCI, NULL), "");
    check_text(misere_game_moves(game, NULL, NULL), "");
    assert_true(misere_game_refuse_piece(game, NULL, "f1", &refusal, NULL));
    assert_string_equal(refusal.reason, "gameOver");
    misere_game_free(game);
}

static void test_fifty_moves(void **state) {
    MisereGame *game = new_game("losers", "7k/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 w - - 99 80");
    MisereStatus status;
    misere_game_set_tournament_draws(game, true);
    play(game, "a1a2");
    misere_game_status(game, &status);
    assert_int_equal(status.state, MISERE_DRAWN);
    assert_string_equal(status.reason, "fifty");
    check_text(misere_game_turns(game, MISERE_STYLE_UCI, NULL), "");
    misere_game_free(game);
}

/* A first half-move that wins ends the game before the second one. */
static void test_the_end_within_a_turn(void **state) {
    static const char FEN[] = "7k/8/p4K2/8/8/8/8/6Q1 w - - 0 1";
    MisereError error;
    MisereGame *game = new_game("6170-fall-2003-mindcontrol", FEN);
    check_text(misere_game_write_half(game, "Qg7", NULL), "g1g7,gameover");
    play(game, "g1g7,gameover");
    check_fails(misere_game_fen(game, &error), &error, "the game ended in the middle of a turn");
    check_text(misere_game_start_fen(game, NULL), FEN);
    misere_game_free(game);
}

static void test_tournament_draws(void **state) {
    static const char *const TURNS[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    MisereGame *game = new_game("suicide", NULL);
    MisereStatus status;
    for (int i = 0; i < 8; i++)
        play(game, TURNS[i % 4]);
    misere_game_status(game, &status);
    assert_int_equal(status.repetitions, 2);
    assert_int_equal(status.state, MISERE_PLAYING);
    assert_false(misere_game_tournament_draws(game));
    misere_game_set_tournament_draws(game, true);
    assert_true(misere_game_tournament_draws(game));
    misere_game_status(game, &status);
    assert_int_equal(status.state, MISERE_DRAWN);
    assert_string_equal(status.reason, "threefold");
    assert_string_equal(status.result, "1/2-1/2");
    misere_game_free(game);
}

static void test_refusals(void **state) {
    MisereGame *game = new_game("antichess", NULL);
    MisereRefusal refusal;
    play(game, "e3");
    play(game, "b5");
    assert_true(misere_game_refuse_turn(game, "a3", &refusal));
    assert_string_equal(refusal.reason, "mustCapture");
    assert_string_equal(refusal.text, "White must capture (Bxb5)");
    assert_int_equal(refusal.squares, UINT64_C(1) << 5);
    assert_false(misere_game_refuse_turn(game, "f1b5", &refusal));
    assert_string_equal(refusal.reason, "none");
    assert_true(misere_game_refuse_piece(game, NULL, "a1", &refusal, NULL));
    assert_string_equal(refusal.reason, "blocked");
    assert_true(misere_game_refuse_piece(game, "f1b5", "a7", &refusal, NULL));
    assert_string_equal(refusal.reason, "none");
    MisereError error;
    check_fails(misere_game_refuse_piece(game, NULL, "i9", &refusal, &error), &error,
                "'i9' is not a square");
    misere_game_free(game);
}

static void test_board(void **state) {
    MisereError error;
    MisereMarks marks;
    MisereGame *game = new_game("antichess", NULL);
    play(game, "e3");
    play(game, "b5");
    assert_true(misere_game_marks(game, NULL, &marks, NULL));
    assert_int_equal(marks.must_capture, UINT64_C(1) << 5);
    assert_int_equal(marks.must_capture_or_pass | marks.attacked_kings, 0);
    check_text(misere_game_moves(game, NULL, NULL), "f1b5\n");
    char *board = misere_game_board(game, "f1b5", NULL);
    assert_int_equal(strlen(board), 64);
    assert_memory_equal(board, "RNBQK.NR", 8);
    misere_free(board);
    assert_null(misere_game_board(game, "a2a3", &error));
    assert_string_equal(error.text, "'a2a3' is not legal: White must capture (Bxb5)");
    assert_false(misere_game_marks(game, "a2a3", &marks, &error));
    misere_game_free(game);
}

static uint64_t square(const char *name) {
    return UINT64_C(1) << (name[0] - 'a' + 8 * (name[1] - '1'));
}

/* Asserts the marks after a turn. */
static void check_marks(const MisereGame *game, const char *turn, MisereMarks expected) {
    MisereMarks marks;
    MisereError error;
    if (!misere_game_marks(game, turn, &marks, &error))
        fail_msg("%s", error.text);
    assert_memory_equal(&marks, &expected, sizeof marks);
}

static void test_marks(void **state) {
    MisereGame *game = new_game("losers", NULL);
    check_marks(game, NULL, (MisereMarks){0});
    play(game, "e2e4");
    play(game, "d7d5");
    check_marks(game, NULL, (MisereMarks){.must_capture = square("e4")});
    check_marks(game, "e4d5", (MisereMarks){.must_capture = square("d8")});
    misere_game_free(game);
    game = new_game("6170-spring-2006-antiking", "k7/p6r/3A4/8/8/3a4/P7/K2R4 w - - 0 1");
    check_marks(game, NULL, (MisereMarks){.unattacked_antikings = square("d6")});
    misere_game_free(game);
    game = new_game("losers", "R3k3/8/8/8/8/8/p7/4K3 b - - 0 1");
    check_marks(game, NULL, (MisereMarks){.attacked_kings = square("e8")});
    misere_game_free(game);
}

static void test_chips(void **state) {
    MisereError error;
    MisereStatus status;
    MisereGame *game = new_game("6170-fall-2003", NULL);
    check_fails(misere_game_set_chips(game, 10000, 0, &error), &error,
                "10000 is not a number of chips from 0 to 9999");
    check_fails(misere_game_set_chips(game, 0, -1, &error), &error,
                "-1 is not a number of chips from 0 to 9999");
    assert_true(misere_game_set_chips(game, 2, 1, &error));
    play(game, "e2e4");
    play(game, "d7d5");
    check_marks(game, NULL, (MisereMarks){.must_capture_or_pass = square("e4")});
    check_marks(game, "e4d5", (MisereMarks){.must_capture_or_pass = square("d8")});
    check_text(misere_game_moves(game, NULL, NULL), "e4d5\n0000\n");
    play(game, "Ipass");
    play(game, "Ipass");
    misere_game_status(game, &status);
    assert_int_equal(status.chips[MISERE_WHITE], 1);
    assert_int_equal(status.chips[MISERE_BLACK], 0);
    check_fails(misere_game_set_chips(game, 1, 1, &error), &error,
                "chips are given before the first turn");
    misere_game_free(game);
    game = new_game("losers", NULL);
    check_fails(misere_game_set_chips(game, 0, 1, &error), &error,
                "there are no chips in ruleset losers");
    misere_game_free(game);
}

/* Asserts why a piece cannot move. */
static void check_piece(const MisereGame *game, const char *turn, const char *name,
                        const char *reason, const char *text, uint64_t squares) {
    MisereRefusal refusal;
    assert_true(misere_game_refuse_piece(game, turn, name, &refusal, NULL));
    assert_string_equal(refusal.reason, reason);
    assert_string_equal(refusal.text, text);
    assert_int_equal(refusal.squares, squares);
}

static void test_pins(void **state) {
    MisereError error;
    MisereRefusal refusal;
    MisereGame *game = new_game("losers", "4r2k/p7/8/8/8/8/P3N3/4K3 w - - 0 1");
    check_piece(game, NULL, "e2", "pinned",
                "the rook on e8 pins the knight on e2 to the white king", square("e8"));
    check_piece(game, NULL, "e1", "none", "", 0);
    check_piece(game, "a2a3", "e8", "none", "", 0);
    check_piece(game, "a2a3", "e1", "opponentsPiece", "the king on e1 is not black", 0);
    check_fails(misere_game_write_turn(game, "Nc3", MISERE_STYLE_UCI, &error), &error,
                "'Nc3' is not legal: the rook on e8 pins the knight on e2 to the white king");
    check_fails(misere_game_refuse_piece(game, "a2a5", "a7", &refusal, &error), &error,
                "'a2a5' is not legal: the pawn on a2 cannot go to a5");
    check_fails(misere_game_refuse_piece(game, NULL, "e1e2", &refusal, &error), &error,
                "'e1e2' is not a square");
    misere_game_free(game);
}

static void test_halves(void **state) {
    MisereError error;
    MisereRefusal refusal;
    MisereGame *game = new_game("6170-fall-2003-mindcontrol", NULL);
    check_text(misere_game_write_half(game, "nf3", NULL), "g1f3");
    check_fails(misere_game_write_half(game, "e2e4,e7e5", &error), &error,
                "'e2e4,e7e5' is not a move");
    char *board = misere_game_board(game, "e2-e4,d7-d5", NULL);
    assert_memory_equal(board + 48, "ppp.pppp", 8);
    misere_free(board);
    board = misere_game_board(game, "e2e4", NULL);
    assert_memory_equal(board + 8, "PPPP.PPP............P...", 24);
    misere_free(board);
    check_fails(misere_game_board(game, "e7e5", &error), &error,
                "'e7e5' is not legal: the pawn on e7 is not white");
    check_fails(misere_game_board(game, "0000", &error), &error, "'0000' is not a move");
    play(game, "e2e4,d7d5");
    check_marks(game, "e4d5", (MisereMarks){.must_capture = square("d8")});
    check_text(misere_game_moves(game, "e4d5", NULL), "d8d5\n");
    assert_true(misere_game_refuse_turn(game, "a3", &refusal));
    assert_string_equal(refusal.reason, "mustCapture");
    check_piece(game, "e4d5", "a7", "mustCapture", "Black must capture (Qxd5)", square("d8"));
    check_piece(game, "e4d5", "a2", "opponentsPiece", "the pawn on a2 is not black", 0);
    misere_game_free(game);
}

static void test_mind_control(void **state) {
    MisereGame *game = new_game("6170-fall-2003-mindcontrol", NULL);
    MisereRefusal refusal;
    check_text(misere_game_write_half(game, "E4", NULL), "e2e4");
    assert_false(misere_game_refuse_turn(game, "e4", &refusal));
    assert_true(misere_game_refuse_turn(game, "e4,e4", &refusal));
    char *moves = misere_game_moves(game, "e2e4", NULL);
    assert_non_null(strstr(moves, "e7e5\n"));
    misere_free(moves);
    play(game, "e4,e5");
    check_text(misere_game_history(game, MISERE_STYLE_COURSE, NULL), "e2-e4,e7-e5\n");
    misere_game_free(game);
}

static void test_many_positions(void **state) {
    static const char FENS[] = "rnbqkbnr/p1pppppp/8/1p6/8/4P3/PPPP1PPP/RNBQKBNR w - - 0 2\n"
                               "8/8/8/8/8/8/8/k7 w - -\n"
                               "8/P7/8/8/8/8/8/7k w - -\n";
    static const uint16_t MOVES[] = {5 | 33 << 6, 48 | 56 << 6 | 2 << 12};
    uint8_t boards[3 * 64];
    int8_t players[3], states[3];
    uint32_t first[4];
    uint16_t moves[3] = {0, 0, 77};
    MisereError error;
    MisereArrays arrays = {boards, players, states, first, moves, 2};
    assert_true(misere_read_positions("suicide", FENS, 3, &arrays, &error));
    assert_memory_equal(boards, ((uint8_t[]){4, 2, 3, 5, 6, 3, 2, 4}), 8);
    assert_int_equal(boards[128 + 7], 14);
    assert_memory_equal(players, ((int8_t[]){1, 1, 1}), 3);
    assert_memory_equal(states, ((int8_t[]){0, 1, 0}), 3);
    assert_memory_equal(first, ((uint32_t[]){0, 1, 1, 6}), sizeof first);
    assert_int_equal(moves[0], MOVES[0]);
    assert_int_equal(moves[1] & 0xfff, MOVES[1] & 0xfff);
    assert_int_equal(moves[2], 77);
    assert_true(misere_read_positions("suicide", FENS, 3, &(MisereArrays){.first = first}, &error));
    assert_int_equal(first[3], 6);
    check_fails(misere_read_positions("suicide", "8/8/8/8/8/8/8/k7 w\nx", 2, &arrays, &error),
                &error, "line 2: FEN board: unexpected 'x' at character 1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rulesets),
        cmocka_unit_test(test_playing),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_the_end),
        cmocka_unit_test(test_tournament_draws),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_board),
        cmocka_unit_test(test_mind_control),
        cmocka_unit_test(test_many_positions),
        cmocka_unit_test(test_fifty_moves),
        cmocka_unit_test(test_the_end_within_a_turn),
        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_chips),
        cmocka_unit_test(test_pins),
        cmocka_unit_test(test_halves),
    };
    return test_run("the library's games", tests);
}
