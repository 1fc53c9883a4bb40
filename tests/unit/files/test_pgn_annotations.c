/* PGN: clocks, opening turns, glyphs and variations. */
#include "unit/files/pgn_testing.h"

static void test_clocks(void **state) {
    StoredGame stored = read_one("[TimeControl \"40/90+1\"]\n\n1. e4 {[%clk 0:01:29.5]} e5 { fine\n"
                                 "[%clk 0:01:31] } 2. d4 {[%eval 0.5]} {[%clk 0:00:00]} *");
    assert_true(stored.timed);
    assert_int_equal(stored.initial_ms[WHITE], 90000);
    assert_int_equal(stored.initial_ms[BLACK], 90000);
    assert_int_equal(stored.increment_ms, 1000);
    assert_int_equal(stored.game.turns[0].clock_ms, 89500);
    assert_int_equal(stored.game.turns[1].clock_ms, 91000);
    assert_int_equal(stored.current_ms[BLACK], 91000);
    assert_int_equal(stored.current_ms[WHITE], 1); /* not lost on time */
    assert_int_equal(stored_game_evaluation(&stored, 2).score, 50);
    assert_comment(&stored, 1, "fine");
    StoredGame xml = through_xml(&stored);
    assert_true(xml.timed);
    assert_int_equal(xml.game.turns[0].clock_ms, 89500);
    assert_int_equal(xml.current_ms[BLACK], 91000);
    stored_game_free(&xml);
    char *text = print(&stored);
    assert_has(text, "[TimeControl \"40/90+1\"]");
    assert_has(text, "e7e5 { [%clk 0:01:31] } { fine }");
    free(text);
    stored_game_free(&stored);
    /* A time control without clocks in comments does not make a timed game. */
    stored = read_one("[TimeControl \"90+x\"]\n\n1. e4 *");
    assert_false(stored.timed);
    stored_game_free(&stored);
    stored = read_one(
        "[TimeControl \"?\"]\n[Termination \"time forfeit\"]\n\n1. e4 {[%clk 0:00:01]} 1-0");
    assert_true(stored.timed && stored.game.time_expired);
    assert_true(stored.initial_ms[WHITE] == GAME_NO_CLOCK);
    assert_int_equal(stored.current_ms[WHITE], 1000);
    assert_int_equal(stored.current_ms[BLACK], 0);
    stored_game_free(&stored);
}

/* Opening turns are marked in PGN and in XML, and are the same when read again. */
static void test_openings(void **state) {
    static const struct {
        const char *movetext;
        int opening_turns;
    } CASES[] = {
        {"1. e4 {book} e5 {book} 2. d4 *", 2},
        {"1. e4 {book} {good} e5 *", 1},
        {"1. e4 {good} {book} e5 *", 1},
        {"1. e4 e5 {book} *", 0},
        {"1. e4 {Book} *", 0},
        {"{book} 1. e4 *", 0},
        {"1. e4 {book, of course} *", 0},
        {"1. e4 {book} e5 2. d4 {book} *", 1},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        StoredGame stored = read_one(CASES[i].movetext);
        assert_int_equal(stored.opening_turns, CASES[i].opening_turns);
        StoredGame xml = through_xml(&stored);
        assert_int_equal(xml.opening_turns, CASES[i].opening_turns);
        char *text = print(&stored);
        StoredGame again = read_one(text);
        assert_int_equal(again.opening_turns, CASES[i].opening_turns);
        free(text);
        stored_game_free(&again);
        stored_game_free(&xml);
        stored_game_free(&stored);
    }
    /* Taking back an opening turn leaves one opening turn fewer. */
    StoredGame stored = read_one(CASES[0].movetext);
    assert_true(stored_game_undo(&stored) && stored_game_undo(&stored));
    assert_int_equal(stored.opening_turns, 1);
    stored_game_free(&stored);
}

/* A forced pass in an opening, whether or not the file has it. */
static void test_openings_with_passes(void **state) {
    static const char *const PASSES[] = {"1... --", "1... -- {book}", ""};
    for (size_t i = 0; i < sizeof PASSES / sizeof *PASSES; i++) {
        char text[256];
        snprintf(text, sizeof text,
                 "[FEN \"k7/p1K5/P7/8/8/8/8/7R w - - 0 1\"]\n\n1. Rh5 {book} %s 2. Rh4 {book} "
                 "2... -- 3. Rh3 *",
                 PASSES[i]);
        StoredGame stored = read_one(text);
        assert_int_equal(stored.opening_turns, 3);
        StoredGame xml = through_xml(&stored);
        assert_int_equal(xml.opening_turns, 3);
        stored_game_free(&xml);
        stored_game_free(&stored);
    }
}

static void assert_glyphs(const TurnNotes *notes, const char *expected) {
    char text[256] = "", *out = text;
    for (int i = 0; i < notes->glyph_count; i++)
        out += sprintf(out, "%s%d", i > 0 ? " " : "", notes->glyphs[i]);
    assert_string_equal(text, expected);
}

/* A turn may have any number of glyphs, with any number. */
static void test_glyphs(void **state) {
    StoredGame stored = read_one("1. e4 $2 {[%eval -1.0]} e5 $6 2. h3 $4 $1 h6 $139 $0 *");
    static const char *const GLYPHS[] = {"2", "6", "4 1", "139 0"};
    assert_false(has_skipped(&stored));
    for (int i = 0; i < 4; i++)
        assert_glyphs(stored_game_notes(&stored, i), GLYPHS[i]);
    char *text = print(&stored);
    assert_has(text, "1. e2e4 $2 { [%eval -1.00] } 1... e7e5 $6 2. h2h3 $4 $1 h7h6 $139 $0 *");
    free(text);
    stored_game_free(&stored);
    static const char *const OTHERS[] = {"1. e4 $ *", "1. $1 e4 *", "1. e4 $1234567 *"};
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        stored = read_one(OTHERS[i]);
        assert_int_equal(stored.skipped[SKIPPED_GLYPHS].count, 1);
        assert_int_equal(stored.skipped[SKIPPED_GLYPHS].line, 1);
        assert_glyphs(stored_game_notes(&stored, 0), "");
        stored_game_free(&stored);
    }
}

static void assert_same_text(const char *movetext) {
    char game[512];
    snprintf(game, sizeof game, "[Event \"x\"]\n\n%s",
             movetext); /* without a tag a game without turns would be none */
    StoredGame stored = read_one(game);
    char *text = print_in(&stored, STYLE_SAN);
    const char *written = strstr(text, "\n\n") + 2;
    char *unfolded = strdup(written);
    for (char *at = unfolded; *at; at++)
        *at = *at == '\n' && at[1] && at[1] != '\n' ? ' ' : *at;
    if (strncmp(unfolded, movetext, strlen(movetext)) != 0)
        fail_msg("written: %snot: %s", unfolded, movetext);
    free(unfolded);
    free(text);
    stored_game_free(&stored);
}

/* Variations, with all that belongs to their turns, are written as they were read. */
static void test_variations(void **state) {
    static const char *const GAMES[] = {
        "1. e4 ( 1. d4 d6 2. a4 ) 1... e6 ( 1... c5 2. b4 ) 2. h3 { end } *",
        "1. e4 ( 1. d4 ) ( 1. c4 $1 { yes } ( 1. a3 ( 1. a4 ( 1. b3 ) ) ) ) 1... e6 *",
        "{ z } 1. e4 { a } ( { b } 1. d4 { c } 1... d5 { [%clk 0:00:05] } { d } ) { e } 1... e6 *",
        "1. e4 1... { before } e6 2. { now } h3 ( 2. Nf3 2... { x } a6 ) { y } 2... h6 *",
        "1. e4 ( 1. e3 { [%eval 0.25,3] [%emt 0:00:02] } { 1 } { 2 } ) *",
        "{ only this } *",
    };
    for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++)
        assert_same_text(GAMES[i]);
    /* Taking a turn back leaves the comments before it, but nothing else of it. */
    StoredGame stored = read_one(GAMES[3]);
    assert_true(stored_game_undo(&stored) && stored_game_undo(&stored));
    char *text = print_in(&stored, STYLE_SAN);
    assert_has(text, "1. e4 1... { before } e6 *");
    assert_comments(&stored_game_notes(&stored, 2)->before, "now");
    free(text);
    stored_game_free(&stored);
}

/* A variation ends before its first illegal turn; one without turns is ignored. */
static void test_variations_that_are_cut(void **state) {
    static const struct {
        const char *read, *written;
    } CASES[] = {
        {"1. e4 (1. d4 e4 d5 {no}) e6 *", "1. e4 ( 1. d4 ) 1... e6 *"},
        {"1. e4 (Ke4 e5 (d5) {no}) e6 *", "1. e4 1... e6 *"},
        {"1. e4 () e6 *", "1. e4 1... e6 *"},
        {"(1. d4) 1. e4 e6 *", "1. e4 e6 *"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        StoredGame stored = read_one(CASES[i].read);
        assert_int_equal(stored.skipped[SKIPPED_VARIATIONS].count, 1);
        char *text = print_in(&stored, STYLE_SAN);
        StoredGame again = read_one(text);
        assert_false(has_skipped(&again));
        char *same = print_in(&again, STYLE_SAN);
        assert_string_equal(text, same);
        free(same);
        free(text);
        stored_game_free(&again);
        stored_game_free(&stored);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clocks),
        cmocka_unit_test(test_openings),
        cmocka_unit_test(test_openings_with_passes),
        cmocka_unit_test(test_glyphs),
        cmocka_unit_test(test_variations),
        cmocka_unit_test(test_variations_that_are_cut),
    };
    if (!make_file())
        return 1;
    int failed = test_run("pgn_annotations", tests);
    remove_file();
    return failed;
}
