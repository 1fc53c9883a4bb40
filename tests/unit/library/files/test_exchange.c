#include "unit/testing.h"

#include "library/misere.h"

#include <stdlib.h>
#include <string.h>

static const char PGN[] =
    "[Event \"one\"]\n[Variant \"Losers\"]\n\n1. e3 b5 {Why?} (1... a6) 2. Bxb5 *\n\n"
    "[Event \"two\"]\n[Variant \"Losers\"]\n\n1. e3 b5 2. a3 *\n\n"
    "[Event \"three\"]\n[Variant \"Nonsense\"]\n\n1. e3 *\n";

static MisereReader *open_text(const char *text, const char *ruleset) {
    MisereError error;
    MisereReader *reader = misere_reader_new("x.pgn", text, strlen(text), ruleset, &error);
    if (!reader)
        fail_msg("%s", error.text);
    return reader;
}

static void test_reading(void **state) {
    MisereError error;
    MisereGame *game;
    MisereReader *reader = open_text(PGN, NULL);
    assert_int_equal(misere_reader_next(reader, &game, &error), MISERE_READ);
    assert_int_equal(misere_game_length(game), 3);
    char *json = misere_game_to_json(game, &error);
    assert_non_null(strstr(json, "Why?"));
    misere_free(json);
    misere_game_free(game);
    assert_int_equal(misere_reader_next(reader, &game, &error), MISERE_CUT);
    assert_string_equal(error.text, "x.pgn:9: 'a3' is not legal: White must capture (Bxb5)");
    assert_int_equal(misere_game_length(game), 2);
    misere_game_free(game);
    assert_int_equal(misere_reader_next(reader, &game, &error), MISERE_BAD);
    assert_null(game);
    assert_non_null(strstr(error.text, "Nonsense"));
    assert_int_equal(misere_reader_next(reader, &game, NULL), MISERE_END);
    assert_null(game);
    misere_reader_free(reader);
    misere_reader_free(NULL);
}

static void test_a_chosen_ruleset(void **state) {
    MisereGame *game;
    MisereReader *reader = open_text("1. e3 b5 *", "suicide");
    assert_int_equal(misere_reader_next(reader, &game, NULL), MISERE_READ);
    assert_string_equal(misere_game_ruleset(game), "suicide");
    misere_game_free(game);
    misere_reader_free(reader);
}

/* Asserts that the first game of a file is refused, and why. */
static void check_bad(const char *bytes, size_t size, const char *reason) {
    MisereError error;
    MisereGame *game;
    MisereReader *reader = misere_reader_new("x", bytes, size, NULL, &error);
    assert_int_equal(misere_reader_next(reader, &game, &error), MISERE_BAD);
    assert_memory_equal(error.text, reason, strlen(reason));
    assert_int_equal(misere_reader_next(reader, &game, &error), MISERE_END);
    misere_reader_free(reader);
}

static void test_refused_files(void **state) {
    static const size_t LARGE = 10 * 1024 * 1024 + 1;
    MisereError error;
    char *large = calloc(1, LARGE);
    assert_null(misere_reader_new("x", large, LARGE, NULL, &error));
    assert_string_equal(error.text, "x: the file is too large");
    free(large);
    check_bad("\0\xff\0", 3, "x:1: ");
    check_bad("<!DOCTYPE game><game/>", 22, "x:1: a game file must not have a DOCTYPE");
    assert_null(misere_reader_new("x", "", 0, NULL, &error));
    assert_string_equal(error.text, "x: the file is empty");
    assert_null(misere_reader_new("x", "1. e3", 5, "chess", &error));
    assert_string_equal(error.text, "no ruleset is named 'chess'");
    assert_null(misere_game_from_json("{", &error));
    assert_true(*error.text);
}

/* What the writers make is read back as the same game. */
static void test_round_trips(void **state) {
    static const MisereFormat FORMATS[] = {MISERE_FORMAT_XML, MISERE_FORMAT_PGN};
    MisereError error;
    MisereGame *game, *again;
    MisereReader *reader = open_text(PGN, NULL);
    assert_int_equal(misere_reader_next(reader, &game, NULL), MISERE_READ);
    misere_reader_free(reader);
    char *turns = misere_game_history(game, MISERE_STYLE_UCI, NULL);
    for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++) {
        char *text = misere_game_write(game, FORMATS[i], &error);
        reader = open_text(text, NULL);
        assert_int_equal(misere_reader_next(reader, &again, &error), MISERE_READ);
        char *same = misere_game_history(again, MISERE_STYLE_UCI, NULL);
        assert_string_equal(same, turns);
        misere_free(same);
        misere_free(text);
        misere_game_free(again);
        misere_reader_free(reader);
    }
    misere_free(turns);
    misere_game_free(game);
}

static void play(MisereGame *game, const char *turn, int64_t clock_ms) {
    MisereError error;
    if (!misere_game_play(game, turn, clock_ms, &error))
        fail_msg("%s", error.text);
}

/* Asserts that a text, which is freed, has a part. */
static void check_has(char *text, const char *part) {
    assert_non_null(text);
    if (!strstr(text, part))
        fail_msg("'%s' is not in %s", part, text);
    misere_free(text);
}

static void test_clocks(void **state) {
    MisereError error;
    MisereGame *game = misere_game_new("losers", NULL, &error);
    play(game, "e2e3", 59000);
    play(game, "b7b5", MISERE_NO_CLOCK);
    check_has(misere_game_write(game, MISERE_FORMAT_XML, &error),
              "<move side=\"white\" value=\"e2-e3\" time=\"59000\"/>");
    check_has(misere_game_write(game, MISERE_FORMAT_PGN, &error),
              "\n1. e3 { [%clk 0:00:59] } 1... b5 *\n");
    assert_null(misere_game_write(game, MISERE_FORMAT_1994, &error));
    assert_string_equal(error.text,
                        "a 1994 board can only hold a game of 6170-spring-1994, not of losers");
    misere_game_free(game);
    game = misere_game_new("6170-spring-1994", NULL, &error);
    check_has(misere_game_write(game, MISERE_FORMAT_1994, &error),
              "W\n1000000000.0 1000000000.0\nrnbq");
    misere_game_free(game);
}

/* What a file says about the end holds until the game goes on. */
static void test_playing_reopens_the_game(void **state) {
    MisereGame *game;
    MisereStatus status;
    MisereReader *reader = open_text("[Termination \"abandoned\"]\n\n1. e3 b5 0-1", "losers");
    assert_int_equal(misere_reader_next(reader, &game, NULL), MISERE_READ);
    misere_reader_free(reader);
    misere_game_status(game, &status);
    assert_string_equal(status.result, "0-1");
    assert_int_equal(status.state, MISERE_PLAYING);
    play(game, "f1b5", MISERE_NO_CLOCK);
    misere_game_status(game, &status);
    assert_string_equal(status.result, "*");
    misere_game_free(game);
}

/* A loss on time ends the game until it is taken back. */
static void test_time(void **state) {
    static const char JSON[] = "{\"ruleset\":\"losers\",\"turns\":[{\"turn\":\"e2e4\"},"
                               "{\"turn\":\"d7d5\"}],\"expired\":\"white\"}";
    MisereError error;
    MisereStatus status;
    MisereRefusal refusal;
    MisereMarks marks;
    MisereGame *game = misere_game_from_json(JSON, &error);
    misere_game_status(game, &status);
    assert_int_equal(status.state, MISERE_WON);
    assert_int_equal(status.colour, MISERE_BLACK);
    assert_string_equal(status.reason, "timeExpired");
    assert_true(misere_game_marks(game, NULL, &marks, &error));
    assert_int_equal(marks.must_capture, 0);
    assert_true(misere_game_refuse_piece(game, NULL, "e1", &refusal, &error));
    assert_string_equal(refusal.text, "the game is over (timeExpired)");
    assert_true(misere_game_undo(game));
    assert_int_equal(misere_game_length(game), 2);
    assert_true(misere_game_marks(game, NULL, &marks, &error));
    assert_true(marks.must_capture != 0);
    misere_game_free(game);
}

static void test_copies(void **state) {
    MisereGame *game, *copy;
    MisereReader *reader = open_text(PGN, NULL);
    assert_int_equal(misere_reader_next(reader, &game, NULL), MISERE_READ);
    misere_reader_free(reader);
    copy = misere_game_copy(game, NULL);
    char *json = misere_game_to_json(game, NULL), *same = misere_game_to_json(copy, NULL);
    assert_string_equal(same, json);
    misere_free(same);
    assert_true(misere_game_undo(copy));
    assert_int_equal(misere_game_length(copy), 2);
    same = misere_game_to_json(game, NULL);
    assert_string_equal(same, json);
    misere_free(same);
    misere_free(json);
    misere_game_free(copy);
    misere_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reading),
        cmocka_unit_test(test_a_chosen_ruleset),
        cmocka_unit_test(test_refused_files),
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_clocks),
        cmocka_unit_test(test_playing_reopens_the_game),
        cmocka_unit_test(test_time),
    };
    return test_run("the library's files", tests);
}
