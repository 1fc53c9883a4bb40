/* PGN: clocks, opening turns, glyphs and variations. */
#include "unit/files/pgn_testing.h"

static void test_clocks(void **state) {
    (void)state;
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
    (void)state;
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
    (void)state;
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

static void test_glyphs(void **state) {
    (void)state;
    StoredGame stored = read_one("1. e4 $2 {[%eval -1.0]} e5 $6 2. h3 $4 $1 h6 *");
    static const int NAGS[] = {NAG_MISTAKE, NAG_DUBIOUS, NAG_GOOD, 0};
    assert_false(stored.has_dropped_annotations);
    for (int i = 0; i < 4; i++)
        assert_int_equal(stored_game_nag(&stored, i), NAGS[i]);
    char *text = print(&stored);
    assert_has(text, "1. e2e4 $2 { [%eval -1.00] } 1... e7e5 $6 2. h2h3 $1 h7h6 *");
    free(text);
    stored_game_free(&stored);
    static const char *const OTHERS[] = {"1. e4 $7 *", "1. e4 $0 *", "1. e4 $ *", "1. e4 $22 *",
                                         "1. $1 e4 *"};
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        stored = read_one(OTHERS[i]);
        assert_true(stored.has_dropped_annotations);
        assert_int_equal(stored_game_nag(&stored, 0), 0);
        stored_game_free(&stored);
    }
}

/* Variations are written with the numbers of the turns that they replace. */
static void test_variations(void **state) {
    (void)state;
    StoredGame stored = read_one("1. e4 e6 2. h3 {end} *");
    StoredGame other = read_one("1. d4 d6 2. a4 *"), reply = read_one("1. e4 c5 2. b4 *");
    const Turn line[] = {other.game.turns[0].turn, other.game.turns[1].turn,
                         other.game.turns[2].turn};
    const Turn answer[] = {reply.game.turns[1].turn, reply.game.turns[2].turn};
    assert_true(stored_game_set_variation(&stored, 0, line, 1));
    assert_true(stored_game_set_variation(&stored, 0, line, 3));
    assert_true(stored_game_set_variation(&stored, 1, answer, 2));
    char *text = print_in(&stored, STYLE_SAN);
    assert_has(text, "1. e4 ( 1. d4 d6 2. a4 ) 1... e6 ( 1... c5 2. b4 ) 2. h3 { end } *");
    StoredGame again = read_one(text);
    assert_int_equal(again.game.count, 3);
    assert_true(again.has_dropped_annotations);
    free(text);
    assert_true(stored_game_undo(&stored) && stored_game_undo(&stored));
    text = print_in(&stored, STYLE_SAN);
    assert_has(text, "1. e4 ( 1. d4 d6 2. a4 ) *");
    free(text);
    stored_game_free(&again);
    stored_game_free(&reply);
    stored_game_free(&other);
    stored_game_free(&stored);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clocks),
        cmocka_unit_test(test_openings),
        cmocka_unit_test(test_openings_with_passes),
        cmocka_unit_test(test_glyphs),
        cmocka_unit_test(test_variations),
    };
    if (!make_file())
        return 1;
    int failed = test_run("pgn_annotations", tests);
    remove_file();
    return failed;
}
