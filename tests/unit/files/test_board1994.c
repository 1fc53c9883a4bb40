/* The 1994 board: valid and refused files, and writing. */
#include "unit/errors.h"
#include "unit/temporary_folder.h"

#include "files/board1994.h"
#include "files/gamefile.h"
#include "files/games.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DATA "tests/data/gamefiles/"
#define ROWS "rnbqkbnr\npppppppp\n--------\n--------\n--------\n--------\nPPPPPPPP\nRNBQKBNR\n"

static const char START[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
/* White has only its king left. */
static const char BARE[] = "----k---\np-------\n--------\n--------\n--------\n--------\n--------\n"
                           "----K---\n";

static StoredGame parse(const char *text) {
    StoredGame stored;
    Error error;
    if (!gamefile_parse("text", text, strlen(text), &stored, &error))
        fail_msg("%s: %s", error.text, text);
    return stored;
}

static StoredGame parse_clocks(const char *clocks) {
    char text[1024];
    snprintf(text, sizeof text, "W\n%s\n" ROWS, clocks);
    return parse(text);
}

static void assert_fen(const StoredGame *stored, const char *expected) {
    char fen[FEN_SIZE];
    position_to_fen(&stored->game.now, fen);
    assert_string_equal(fen, expected);
}

static char *print(const StoredGame *stored) {
    char *text = NULL;
    size_t size;
    Error error;
    FILE *out = open_memstream(&text, &size);
    assert_done(board1994_print(out, stored, &error), &error);
    fclose(out);
    return text;
}

static void test_handout_board(void **state) {
    StoredGame stored;
    assert_true(games_load(DATA "valid/handout.1994", NULL, 1, &stored, NULL));
    assert_string_equal(stored.game.now.rules->name, "6170-spring-1994");
    assert_fen(&stored, START);
    assert_true(stored.timed);
    for (Colour c = WHITE; c <= BLACK; c++) {
        assert_int_equal(stored.current_ms[c], 300000);
        assert_int_equal(stored.initial_ms[c], GAME_NO_CLOCK);
    }
    assert_null(stored.extensions);
    char *text = print(&stored);
    assert_string_equal(text, "W\n300.0 300.0\n" ROWS);
    free(text);
    stored_game_free(&stored);
}

static void test_tolerance(void **state) {
    StoredGame stored;
    assert_true(games_load(DATA "valid/black-to-move.1994", NULL, 1, &stored, NULL));
    assert_fen(&stored, "4k3/p7/8/8/8/8/P7/4K3 b - - 0 1");
    assert_int_equal(stored.current_ms[WHITE], 12346);
    assert_int_equal(stored.current_ms[BLACK], GAME_NO_CLOCK);
    stored_game_free(&stored);
    stored = parse("\n \r\n\t W \t\n  1\t 2  \n" ROWS "\n  \r\n\t");
    assert_fen(&stored, START);
    stored_game_free(&stored);
}

static void test_seconds(void **state) {
    static const struct {
        const char *text;
        int64_t ms;
    } TIMES[] = {
        {"1", 1000},
        {"1.", 1000},
        {"1.0", 1000},
        {"007", 7000},
        {".5", 500},
        {"0.001", 1},
        {"0.0001", 1},
        {"0.0010000", 1},
        {"0.00100001", 2},
        {"12.3456", 12346},
        {"0.999", 999},
        {"0.9991", 1000},
        {"300.10", 300100},
        {"999999999.999", 999999999999},
        {"1000000000", GAME_NO_CLOCK},
        {"1000000000.5", GAME_NO_CLOCK},
        {"99999999999999999999999999999999999999", GAME_NO_CLOCK},
    };
    for (size_t i = 0; i < sizeof TIMES / sizeof *TIMES; i++) {
        char clocks[128];
        snprintf(clocks, sizeof clocks, "5 %s", TIMES[i].text);
        StoredGame stored = parse_clocks(clocks);
        assert_int_equal(stored.current_ms[WHITE], 5000);
        assert_int_equal(stored.current_ms[BLACK], TIMES[i].ms);
        assert_false(outcome_is_over(game_outcome(&stored.game)));
        stored_game_free(&stored);
    }
}

static void test_clocks_round_trip(void **state) {
    static const struct {
        bool timed;
        int64_t white, black;
        const char *text;
    } CLOCKS[] = {
        {true, 300000, 5, "300.0 0.005"},
        {true, 1, 1000, "0.001 1.0"},
        {true, 12340, 12300, "12.34 12.3"},
        {false, GAME_NO_CLOCK, GAME_NO_CLOCK, "1000000000.0 1000000000.0"},
        {true, GAME_NO_CLOCK, 7000, "1000000000.0 7.0"},
        {true, INT64_MAX, 7000, "9223372036854775.807 7.0"},
    };
    for (size_t i = 0; i < sizeof CLOCKS / sizeof *CLOCKS; i++) {
        char expected[256];
        StoredGame stored;
        stored_game_init(&stored, ruleset_find("6170-spring-1994"));
        stored.timed = CLOCKS[i].timed;
        stored.current_ms[WHITE] = CLOCKS[i].white;
        stored.current_ms[BLACK] = CLOCKS[i].black;
        char *text = print(&stored);
        snprintf(expected, sizeof expected, "W\n%s\n" ROWS, CLOCKS[i].text);
        assert_string_equal(text, expected);
        StoredGame again = parse(text);
        assert_int_equal(again.timed, stored.timed);
        for (Colour c = WHITE; c <= BLACK; c++)
            assert_int_equal(again.current_ms[c], stored.current_ms[c] == INT64_MAX
                                                      ? GAME_NO_CLOCK
                                                      : stored.current_ms[c]);
        stored_game_free(&again);
        stored_game_free(&stored);
        free(text);
    }
}

static void test_out_of_time(void **state) {
    static const struct {
        const char *clocks;
        Colour winner;
    } CLOCKS[] = {{"0 5", BLACK}, {"5 0.0", WHITE}, {"0.000 .0", BLACK}, {"0 1000000000", BLACK}};
    for (size_t i = 0; i < sizeof CLOCKS / sizeof *CLOCKS; i++) {
        StoredGame stored = parse_clocks(CLOCKS[i].clocks);
        Outcome outcome = game_outcome(&stored.game);
        assert_int_equal(outcome.reason, TIME_EXPIRED);
        assert_int_equal(outcome.winner, CLOCKS[i].winner);
        stored_game_free(&stored);
    }
    /* The clock of a player who has lost on time is written as zero. */
    StoredGame stored = parse_clocks("5 6");
    game_expire(&stored.game, BLACK);
    stored.current_ms[WHITE] = -3;
    char *text = print(&stored);
    assert_true(strncmp(text, "W\n0.0 0.0\n", 10) == 0);
    free(text);
    stored.current_ms[WHITE] = 3;
    text = print(&stored);
    StoredGame again = parse(text);
    assert_int_equal(game_outcome(&again.game).winner, WHITE);
    stored_game_free(&again);
    stored_game_free(&stored);
    free(text);
    /* The board takes precedence over the clock. */
    char bare[256];
    snprintf(bare, sizeof bare, "W\n0 0\n%s", BARE);
    stored = parse(bare);
    assert_int_equal(game_outcome(&stored.game).reason, PIECES_LOST);
    assert_int_equal(game_outcome(&stored.game).winner, WHITE);
    stored_game_free(&stored);
}

static void test_refused_boards(void **state) {
    static const char FIRST[] = ":1: not XML, a 1994 board, PGN or a list of positions";
    static const char CLOCKS[] = ":2: expected two clock times in seconds";
    static const struct {
        const char *name, *error;
    } REFUSED[] = {
        {"colour", FIRST},
        {"one-time", CLOCKS},
        {"three-times", CLOCKS},
        {"negative", CLOCKS},
        {"not-a-number", CLOCKS},
        {"hexadecimal", CLOCKS},
        {"point", CLOCKS},
        {"blank-line", CLOCKS},
        {"time-only", CLOCKS},
        {"short-row", ":5: a rank must have eight characters"},
        {"long-row", ":6: a rank must have eight characters"},
        {"digit", ":5: a rank must have eight characters"},
        {"missing-row", ":10: a rank must have eight characters"},
        {"letter", ":4: a rank may contain only the characters -PNBRQKpnbrqk"},
        {"nul", ":5: a rank may contain only the characters -PNBRQKpnbrqk"},
        {"more", ":11: unexpected text after the eighth rank"},
        {"kings", ": Black has no king"},
    };
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        char path[128], expected[256];
        StoredGame stored;
        Error error = {.text = ""};
        snprintf(path, sizeof path, DATA "invalid/%s.1994", REFUSED[i].name);
        snprintf(expected, sizeof expected, "%s%s", path, REFUSED[i].error);
        assert_false(games_load(path, NULL, 1, &stored, &error));
        assert_string_equal(error.text, expected);
    }
    static const char *const TEXTS[] = {"w\n1 1\n" ROWS,
                                        "W B\n1 1\n" ROWS,
                                        "W\n1,1\n" ROWS,
                                        "W\n1  +1\n" ROWS,
                                        "W\n1e3 1\n" ROWS,
                                        "W\n1 1;\n" ROWS,
                                        "W\r1 1\r" ROWS,
                                        "W\n1 1\n" ROWS "\n.\n",
                                        "W\n\n1 1\n" ROWS,
                                        "W\n1 1\n\n" ROWS,
                                        "W\n1 1",
                                        "W",
                                        "Wh",
                                        "\n\n",
                                        " W\n1 1\n  - " ROWS};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        StoredGame stored;
        if (gamefile_parse("text", TEXTS[i], strlen(TEXTS[i]), &stored, NULL))
            fail_msg("accepted: %s", TEXTS[i]);
    }
}

static void test_playing_on(void **state) {
    StoredGame stored = parse_clocks("10 20");
    assert_true(game_play_text(&stored.game, "e2-e3", 9500, NULL));
    stored.current_ms[WHITE] = 9500;
    char *text = print(&stored);
    assert_string_equal(text, "B\n9.5 20.0\nrnbqkbnr\npppppppp\n--------\n--------\n--------\n"
                              "----P---\nPPPP-PPP\nRNBQKBNR\n");
    /* The same game with its history, as XML. */
    char *xml = NULL;
    size_t size;
    FILE *out = open_memstream(&xml, &size);
    assert_true(gamefile_print(out, &stored, NULL));
    fclose(out);
    assert_non_null(strstr(xml, "value=\"e2-e3\" time=\"9500\""));
    StoredGame again = parse(xml);
    assert_int_equal(again.game.count, 1);
    assert_int_equal(again.game.now.key, stored.game.now.key);
    stored_game_free(&again);
    stored_game_free(&stored);
    free(text);
    free(xml);
}

static void test_saving(void **state) {
    static const char path[] = "game.1994", other[] = "game.1994x";
    StoredGame stored = parse_clocks("10 20");
    char first[8] = "";
    assert_true(gamefile_save(path, &stored, NULL));
    FILE *file = fopen(path, "r");
    assert_true(fread(first, 1, 2, file) == 2);
    fclose(file);
    assert_string_equal(first, "W\n");
    /* Any other extension gives XML. */
    assert_true(gamefile_save(other, &stored, NULL));
    file = fopen(other, "r");
    assert_true(fread(first, 1, 5, file) == 5);
    fclose(file);
    assert_string_equal(first, "<?xml");
    stored_game_free(&stored);
    /* Other rulesets are refused, and the older file stays. */
    for (int i = 0; i < ruleset_count(); i++) {
        Error error = {.text = ""};
        stored_game_init(&stored, ruleset_at(i));
        bool fits = strcmp(ruleset_at(i)->name, "6170-spring-1994") == 0;
        assert_int_equal(gamefile_save(path, &stored, &error), fits);
        if (!fits) {
            assert_non_null(strstr(error.text, path));
            assert_non_null(strstr(error.text, "can only hold a game of 6170-spring-1994"));
            assert_non_null(strstr(error.text, ruleset_at(i)->name));
        }
        stored_game_free(&stored);
    }
    assert_true(games_load(path, NULL, 1, &stored, NULL));
    stored_game_free(&stored);
    unlink(path);
    unlink(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_handout_board),
        cmocka_unit_test(test_tolerance),
        cmocka_unit_test(test_seconds),
        cmocka_unit_test(test_clocks_round_trip),
        cmocka_unit_test(test_out_of_time),
        cmocka_unit_test(test_refused_boards),
        cmocka_unit_test(test_playing_on),
        cmocka_unit_test_setup_teardown(test_saving, enter_folder, leave_empty_folder),
    };
    gamefile_init();
    int failed = test_run("board1994", tests);
    gamefile_quit();
    return failed;
}
