/* Games of every format: recognising formats, lists of positions and openings, and files of unknown
 * format. */
#include "unit/errors.h"
#include "unit/files/games_testing.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void assert_end(Games *games) {
    StoredGame stored;
    assert_int_equal(games_next(games, &stored, NULL), GAMES_END);
    assert_int_equal(games_next(games, &stored, NULL), GAMES_END);
}

static void assert_bad(Games *games, const char *reason) {
    StoredGame stored;
    Error error = {.text = "no more games"};
    if (games_next(games, &stored, &error) != GAMES_BAD)
        fail_msg("not refused: %s", reason);
    assert_says(&error, reason);
}

static void assert_fen(const StoredGame *stored, const char *expected) {
    char fen[FEN_SIZE];
    position_to_fen(&stored->game.now, fen);
    assert_string_equal(fen, expected);
}

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"

/* --- contents of files --- */

static void test_bytes(void **state) {
    static const char BYTES[] = START "\n\0\nlosers moves e2e3 b7b5\n";
    Error error;
    Games *games = games_open_bytes("some name", BYTES, sizeof BYTES - 1, NULL, &error);
    assert_non_null(games);
    assert_int_equal(games_format(games), GAMES_LIST);
    StoredGame stored = next(games);
    assert_fen(&stored, START);
    stored_game_free(&stored);
    assert_bad(games, "some name:2: ");
    stored = next(games);
    assert_turns(&stored, "e2e3 b7b5");
    stored_game_free(&stored);
    assert_end(games);
    assert_int_equal(games_offset(games), sizeof BYTES - 1);
    games_close(games);
}

/* --- formats --- */

static void test_formats(void **state) {
    static const struct {
        const char *text;
        GamesFormat format;
    } FORMATS[] = {
        {"<?xml version='1.0'?>", GAMES_XML},
        {" \n<game/>", GAMES_XML},
        {"\xef\xbb\xbf<game/>", GAMES_XML},
        {"\xff\xfe<", GAMES_XML},
        {"W\n300 300\n", GAMES_1994},
        {"B \r\n300 300\n", GAMES_1994},
        {"W", GAMES_1994},
        {"[Event \"x\"]", GAMES_PGN},
        {"\xef\xbb\xbf\r\n[Event \"x\"]", GAMES_PGN},
        {"% escaped", GAMES_PGN},
        {"; comment", GAMES_PGN},
        {"% escaped\n[Event \"x\"]", GAMES_PGN},
        {"; comment\n1. e4", GAMES_PGN},
        {"% escaped\n; comment\n# comment\n" START, GAMES_LIST},
        {"{comment}", GAMES_PGN},
        {"1. e4", GAMES_PGN},
        {"1.e4", GAMES_PGN},
        {"1 e4", GAMES_PGN},
        {"1\u2026 e5", GAMES_PGN},
        {"\u00bd-\u00bd", GAMES_PGN},
        {"1\u20130", GAMES_PGN},
        {"1/2-1/2", GAMES_PGN},
        {"*", GAMES_PGN},
        {"8/8/8/8 w - -", GAMES_LIST},
        {"8/8/8/x7/8/8/8/8 w - -", GAMES_LIST},
        {"8/8/8/x7/8/8/8 w - -", GAMES_UNKNOWN},
        {"/usr/lib/a/b/c/d/e", GAMES_UNKNOWN},
        {START, GAMES_LIST},
        {"\xef\xbb\xbf" START, GAMES_LIST},
        {"# a comment\n\n# another\n" START, GAMES_LIST},
        {"startpos moves e2e4", GAMES_LIST},
        {"moves e2e4", GAMES_LIST},
        {"e2e4 e7e5", GAMES_LIST},
        {"e2-e4,e7-e5 g1f3,b8c6", GAMES_LIST},
        {"Nf3 Nf6", GAMES_LIST},
        {"0000 e2e4", GAMES_LIST},
        {"losers", GAMES_LIST},
        {"6170-Fall-2007 startpos", GAMES_LIST},
        {"", GAMES_LIST},
        {" \n\n ", GAMES_LIST},
        {"# nothing else", GAMES_LIST},
        {"# A Headline\n\nWith text below", GAMES_UNKNOWN},
        {"Dear all, W", GAMES_UNKNOWN},
        {"bank holiday", GAMES_UNKNOWN},
        {"\x7f"
         "ELF",
         GAMES_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++) {
        Games *games = open_text(FORMATS[i].text);
        if (games_format(games) != FORMATS[i].format)
            fail_msg("'%s' is taken for %d", FORMATS[i].text, (int)games_format(games));
        games_close(games);
    }
}

/* JSON is told from a comment of PGN. */
static void test_json(void **state) {
    static const struct {
        const char *text;
        GamesFormat format;
    } TEXTS[] = {{"{ \"Now\" he said}", GAMES_PGN},
                 {"{\"", GAMES_PGN},
                 {"{\"players\":[]}", GAMES_UNKNOWN},
                 {"{\n  \"players\" : []}", GAMES_UNKNOWN}};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        Games *games = open_text(TEXTS[i].text);
        assert_int_equal(games_format(games), TEXTS[i].format);
        games_close(games);
    }
}

/* XML with another root element is no game, also behind a declaration, comments and a type. */
static void test_foreign_xml(void **state) {
    static const struct {
        const char *text;
        bool is_known;
    } TEXTS[] = {
        {"<game/>", true},
        {"<?xml version='1.0'?>\n<!-- <svg> -> --><game ruleset='losers'>", true},
        {"<?xml version='1.0'?>", true},
        {"<!-- without an end", true},
        {"<!DOCTYPE game [ <!ENTITY x 'y'> ]><game/>", true},
        {"\xff\xfe<\0s\0", true},
        {"<", true},
        {"<svg xmlns='http://www.w3.org/2000/svg'/>", false},
        {"\xef\xbb\xbf <!DOCTYPE html>\n<html>", false},
        {"<?xml version='1.0'?><!-- a > b <game> -->\n<games>", false},
        {"<gam/>", false},
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        Games *games = open_text(TEXTS[i].text);
        assert_int_equal(games_format(games), GAMES_XML);
        if (games_are_known(games) != TEXTS[i].is_known)
            fail_msg("'%s' is taken for another", TEXTS[i].text);
        games_close(games);
    }
}

/* A byte order mark is not part of a list's first line. */
static void test_list_with_a_byte_order_mark(void **state) {
    Games *games = open_text("\xef\xbb\xbflosers moves e2e3 b7b5\n\xef\xbb\xbflosers\n");
    StoredGame stored = next(games);
    assert_turns(&stored, "e2e3 b7b5");
    assert_string_equal(stored.game.start.rules->name, "losers");
    stored_game_free(&stored);
    assert_bad(games, ":2: ");
    assert_end(games);
    games_close(games);
}

static void test_unknown_format(void **state) {
    Games *games = open_text("Dear all,\n");
    assert_bad(games, ":1: not XML, a 1994 board, PGN or a list");
    assert_end(games);
    games_close(games);
    games = open_text("{\"log\":\"misere-referee 1\"}\n");
    assert_bad(games, ":1: a log of misere-referee");
    assert_end(games);
    games_close(games);
    /* NULs, and comments longer than the look-ahead. */
    static const char NULS[100000];
    games = open_bytes(NULS, sizeof NULS, NULL);
    assert_bad(games, path);
    assert_end(games);
    games_close(games);
    char *comments = malloc(200001);
    assert_non_null(comments);
    memset(comments, '#', 200000);
    games = open_bytes(comments, 200000, NULL);
    assert_int_equal(games_format(games), GAMES_LIST);
    assert_end(games);
    games_close(games);
    free(comments);
}

static void test_what_cannot_be_opened(void **state) {
    static const struct {
        const char *path, *reason;
    } PATHS[] = {{"/nowhere/x", "No such file"},
                 {"/tmp", "not a regular file"},
                 {"/dev/zero", "not a regular file"}};
    for (size_t i = 0; i < sizeof PATHS / sizeof *PATHS; i++) {
        Error error;
        assert_null(games_open(PATHS[i].path, NULL, &error));
        assert_says(&error, PATHS[i].reason);
    }
    char fifo[64];
    snprintf(fifo, sizeof fifo, "%s.fifo", path);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    assert_null(games_open(fifo, NULL, NULL));
    unlink(fifo);
}

/* --- files that are one game --- */

static void test_xml(void **state) {
    StoredGame made, stored;
    Error error;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    stored_game_init(&made, ruleset_find("losers"));
    assert_true(game_play_text(&made.game, "e2e4", GAME_NO_CLOCK, NULL));
    game_expire(&made.game, WHITE);
    assert_true(gamefile_print(out, &made, &error));
    fclose(out);
    Games *games = open_bytes(text, size, NULL);
    stored = next(games);
    assert_turns(&stored, "e2e4");
    assert_string_equal(stored_game_result(&stored), "0-1");
    assert_int_equal(stored.line, 1);
    assert_int_equal(games_offset(games), size);
    assert_end(games);
    stored_game_free(&stored);
    stored_game_free(&made);
    games_close(games);
    free(text);
    games = open_text("<game/>");
    assert_bad(games, ":1: ");
    assert_end(games);
    games_close(games);
}

static void test_xml_that_is_too_large(void **state) {
    size_t size = GAMEFILE_MAX_BYTES + 1000000;
    char *text = malloc(size);
    assert_non_null(text);
    memset(text, '<', size);
    Games *games = open_bytes(text, size, NULL);
    assert_bad(games, "too large");
    assert_end(games);
    games_close(games);
    free(text);
}

static void test_board_1994(void **state) {
    Games *games = open_text("B\n12.5 300\nrnbqkbnr\npppppppp\n--------\n--------\n--------\n"
                             "--------\nPPPPPPPP\nRNBQKBNR\n");
    StoredGame stored = next(games);
    assert_string_equal(stored.game.start.rules->name, "6170-spring-1994");
    assert_int_equal(stored.current_ms[WHITE], 12500);
    stored_game_free(&stored);
    assert_end(games);
    games_close(games);
    games = open_text("W\n");
    assert_bad(games, ":2: ");
    games_close(games);
}

/* --- lists --- */

static void test_lines(void **state) {
    static const struct {
        const char *line, *rules, *turns, *fen; /* turns or fen may be NULL: not checked */
    } LINES[] = {
        {START, "6170-spring-2007", "", START},
        {"losers " START, "losers", "", START},
        {"6170-FALL-2007 startpos", "6170-fall-2007", "",
         "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
        {"6170-spring-2006", "6170-spring-2006", "",
         "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
        {"startpos", "6170-spring-2007", "", START},
        {"startpos moves e2e4 e7-e6", "6170-spring-2007", "e2e4 e7e6", NULL},
        {"e2e4 e7-e6 Nf3 # and so on", "6170-spring-2007", "e2e4 e7e6 g1f3", NULL},
        {"moves d4", "6170-spring-2007", "d2d4", NULL},
        {"\te2e4\t", "6170-spring-2007", "e2e4", NULL},
        {"6170-fall-2003-mindcontrol e2e4,e7e5 g1f3,b8c6", "6170-fall-2003-mindcontrol",
         "e2e4,e7e5 g1f3,b8c6", NULL},
        {"4k3/p7/8/8/8/8/7P/4K3 b - -", "6170-spring-2007", "", "4k3/p7/8/8/8/8/7P/4K3 b - - 0 1"},
        {"4k3/p7/8/8/8/8/7P/4K3 b - - 3", "6170-spring-2007", "",
         "4k3/p7/8/8/8/8/7P/4K3 b - - 3 1"},
        {"4k3/p7/8/8/8/8/7P/4K3 b - - 3 9 moves a7a5 h4", "6170-spring-2007", "a7a5 h2h4", NULL},
        {"4k3/p7/8/8/8/8/7P/4K3 b - - moves a5", "6170-spring-2007", "a7a5", NULL},
        {"4k3/p7/8/8/8/8/7P/4K3 b - - bm a5; id \"one # two\";", "6170-spring-2007", "",
         "4k3/p7/8/8/8/8/7P/4K3 b - - 0 1"},
        {"4k3/p7/8/8/8/8/7P/4K3 b - - 3 9 ;D1 20 ;D2 400", "6170-spring-2007", "",
         "4k3/p7/8/8/8/8/7P/4K3 b - - 3 9"},
        {"4k3/p7/8/8/8/8/7P/4K3 b - - 3 9; hmvc 4;", "6170-spring-2007", "",
         "4k3/p7/8/8/8/8/7P/4K3 b - - 3 9"},
        {"6170-fall-2003 4k3/p7/8/8/8/8/7P/4K3 b - - 0 1 chips:1/2 moves pass h4", "6170-fall-2003",
         "0000 h2h4", NULL},
    };
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        char text[512];
        snprintf(text, sizeof text, "# comment\r\n\r\n%s\r\n", LINES[i].line);
        Games *games = open_text(text);
        StoredGame stored = next(games);
        assert_string_equal(stored.game.start.rules->name, LINES[i].rules);
        assert_turns(&stored, LINES[i].turns);
        if (LINES[i].fen)
            assert_fen(&stored, LINES[i].fen);
        assert_int_equal(stored.line, 3);
        assert_string_equal(stored_game_result(&stored), "*");
        stored_game_free(&stored);
        assert_end(games);
        games_close(games);
    }
}

/* A FEN has at most FEN_SIZE - 1 characters; here the number of the turn begins with many zeros. */
static void test_long_fens(void **state) {
    static const char BOARD[] = "4k3/p7/8/8/8/8/7P/4K3 b - - 3 ";
    for (int length = FEN_SIZE - 2; length < FEN_SIZE + 3; length++) {
        char text[2 * FEN_SIZE];
        snprintf(text, sizeof text, "%s%0*d\n", BOARD, length - (int)strlen(BOARD), 7);
        Games *games = open_text(text);
        if (length < FEN_SIZE) {
            StoredGame stored = next(games);
            assert_fen(&stored, "4k3/p7/8/8/8/8/7P/4K3 b - - 3 7");
            stored_game_free(&stored);
        } else {
            assert_bad(games, ":1: the FEN is too long");
        }
        games_close(games);
    }
}

static void test_bad_lines(void **state) {
    static const struct {
        const char *line, *reason;
    } LINES[] = {
        {"4k3/p7 b - -", "FEN board"},
        {"4k3/p7/8/8/8/8/7P/4K3 x - -", "FEN active colour"},
        {"4k3/p7/8/8/8/8/7P/4K3 b - z9", "'z9' after a FEN"},
        {"4k3/p7/8/8/8/8/7P/4K3 b - - 0 1 nonsense", "'nonsense' after a FEN"},
        {"6170-spring-2007 4k3/p7/8/8/8/8/7P/4K3 b - - 0 1 chips:1/2", "unexpected seventh field"},
        {"4k3/p7/8/8/8/8/7P/4K3 b - - 0 1 moves h2h4", "the pawn on h2 is not black"},
        {"e2e4 e2e4", "'e2e4' is not legal: there is no piece on e2"},
        {"startpos nonsense", "'nonsense' is not a move"},
        {"6170-spring-1066 startpos", "'6170-spring-1066' is neither a ruleset, startpos, a FEN nor a turn"},
    };
    Games *games;
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        char text[512];
        snprintf(text, sizeof text, "startpos\n%s\nlosers\n", LINES[i].line);
        games = open_text(text);
        StoredGame stored = next(games);
        stored_game_free(&stored);
        assert_bad(games, LINES[i].reason);
        stored = next(games);
        assert_string_equal(stored.game.start.rules->name, "losers");
        stored_game_free(&stored);
        assert_end(games);
        games_close(games);
    }
    static const char NUL[] = "startpos\ne2e4\0 e7e5\n";
    games = open_bytes(NUL, sizeof NUL - 1, NULL);
    StoredGame stored = next(games);
    stored_game_free(&stored);
    assert_bad(games, ":2: ");
    games_close(games);
}

static void test_long_lines(void **state) {
    size_t size = 25 * 1024 * 1024;
    char *text = malloc(size + 20);
    assert_non_null(text);
    memset(text, 'x', size);
    memcpy(text, "startpos\n", 9);
    strcpy(text + size, "\nstartpos");
    Games *games = open_text(text);
    StoredGame stored = next(games);
    stored_game_free(&stored);
    assert_bad(games, ":2: the line is too long");
    stored = next(games);
    stored_game_free(&stored);
    assert_end(games);
    games_close(games);
    free(text);
}

static void test_fallback(void **state) {
    static const char *const TEXTS[] = {"startpos", "e2e4", "1. e4 *", "[Event \"x\"]\n\n*"};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        const Ruleset *rules = ruleset_find("6170-spring-2006-antiking");
        Games *games = open_bytes(TEXTS[i], strlen(TEXTS[i]), rules);
        StoredGame stored = next(games);
        assert_ptr_equal(stored.game.start.rules, rules);
        stored_game_free(&stored);
        games_close(games);
    }
}

/* A long list is read line by line. */
static void test_many_lines(void **state) {
    int lines = fewer_if_sanitized(100000);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (int i = 0; i < lines; i++)
        fprintf(file, "%s moves e2e4 # %d\n", START, i);
    assert_int_equal(fclose(file), 0);
    Games *games = games_open(path, NULL, NULL);
    assert_non_null(games);
    for (int i = 0; i < lines; i++) {
        StoredGame stored = next(games);
        assert_int_equal(stored.line, i + 1);
        stored_game_free(&stored);
    }
    assert_end(games);
    games_close(games);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_list_with_a_byte_order_mark),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_foreign_xml),
        cmocka_unit_test(test_unknown_format),
        cmocka_unit_test(test_what_cannot_be_opened),
        cmocka_unit_test(test_xml),
        cmocka_unit_test(test_xml_that_is_too_large),
        cmocka_unit_test(test_board_1994),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_long_fens),
        cmocka_unit_test(test_bad_lines),
        cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_fallback),
        cmocka_unit_test(test_many_lines),
    };
    if (!make_file())
        return 1;
    int failed = test_run("games", tests);
    remove_file();
    return failed;
}
