/* Reading and writing FEN, positions that are not playable, and rights that are dropped. */
#include "unit/testing.h"

#include "rules/movegen.h"

#include <string.h>

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

static void expect_refused(const char *ruleset, const char *fen, const char *reason) {
    Position pos, before;
    Error error;
    memset(&pos, 0x5a, sizeof pos);
    before = pos;
    if (position_from_fen(&pos, ruleset_find(ruleset), fen, &error))
        fail_msg("accepted: %s", fen);
    if (!strstr(error.text, reason))
        fail_msg("%s: says '%s', not '%s'", fen, error.text, reason);
    assert_memory_equal(&pos, &before, sizeof pos);
}

static void expect_read(const char *ruleset, const char *fen, const char *wanted) {
    Position pos;
    Error error;
    char written[FEN_SIZE];
    if (!position_from_fen(&pos, ruleset_find(ruleset), fen, &error))
        fail_msg("%s: %s", fen, error.text);
    position_to_fen(&pos, written);
    assert_string_equal(written, wanted);
}

static void test_malformed(void **state) {
    static const char R[] = "6170-spring-2007";
    expect_refused(R, "", "board");
    expect_refused(R, START " x - - 0 1", "'x' is neither w nor b");
    expect_refused(R, START " w KK - 0 1", "castling");
    expect_refused(R, START " w KX - 0 1", "'KX'");
    expect_refused(R, START " w - e9 0 1", "'e9'");
    expect_refused(R, START " w - - x 1", "half-move clock: 'x'");
    expect_refused(R, START " w - - -1 1", "half-move clock");
    expect_refused(R, START " w - - 0 1000000", "move number");
    expect_refused(R, START " w - - 0 99999999999999999999", "move number");
    expect_refused(R, START " w - - 0 1 chips:1/1", "unexpected seventh field");
    expect_refused("6170-fall-2003", START " w - - 0 1 chips:1", "chips");
    expect_refused("6170-fall-2003", START " w - - 0 1 chips:1/10000", "chips");
    expect_refused("6170-fall-2003", START " w - - 0 1 chips:1/1 more", "unexpected field");
    expect_refused(R, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w - - 0 1", "rank 1");
    expect_refused(R, "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "'9'");
    expect_refused(R, "rnbqkbnr/pppppppp/71/81/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "'1'");
    expect_refused(R, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w - - 0 1", "rank 1");
    expect_refused(R, "rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "'x'");
}

static void test_missing_fields(void **state) {
    static const char R[] = "6170-spring-2007";
    expect_read(R, START, START " w - - 0 1");
    expect_read(R, START " b", START " b - - 0 1");
    expect_read("losers", START " w KQ", START " w KQ - 0 1");
    expect_read(R, START " w - -", START " w - - 0 1");
    expect_read(R, START " w - - 7", START " w - - 7 1");
}

/* Castling rights are also written as the rooks' files. */
static void test_castling_dialects(void **state) {
    expect_read("losers", START " w HAha - 0 1", START " w KQkq - 0 1");
    expect_read("losers", START " w Ah - 0 1", START " w Qk - 0 1");
    expect_read("antichess", START " w HAha - 0 1", START " w - - 0 1");
    expect_read("antichess", START " w HFhf - 0 1", START " w - - 0 1");
    expect_refused("losers", START " w HFhf - 0 1", "castling");
    expect_refused("losers", START " w KH - 0 1", "castling");
    expect_refused("antichess", START " w XY - 0 1", "castling");
}

static void test_not_playable(void **state) {
    static const char R[] = "6170-spring-2007", A[] = "6170-spring-2006-antiking";
    expect_refused(R, "8/8/8/8/8/8/4P3/4K3 w - - 0 1", "Black has no king");
    expect_refused(R, "kk6/8/8/8/8/8/4P3/4K3 w - - 0 1", "Black has 2 kings");
    expect_refused(R, "k7/8/3A4/8/8/3a4/4P3/4K3 w - - 0 1",
                   "White has an anti-king, but there is none");
    expect_refused(A, START " w KQkq - 0 1", "White has no anti-king");
    expect_refused("antichess", "8/8/8/8/8/8/8/8 w - - 0 1", "the board is empty");
    expect_refused("antichess", "k7/8/3A4/8/8/3a4/4P3/4K3 w - - 0 1", "White has an anti-king");
    expect_refused("antichess", "P7/8/8/8/8/8/8/K7 w - - 0 1", "a pawn stands on a8");
    expect_refused(R, "k3P3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on e8");
    expect_refused(R, "k7/8/8/8/8/8/8/p3K3 w - - 0 1", "a pawn stands on a1");
    expect_refused(R, "k7/8/8/8/8/8/8/4K3 w - - 0 1",
                   "neither side has more than 1 piece, so both have won");
    expect_refused(A, "k6r/8/3A4/8/8/3a4/8/4K2R w - - 0 1", "more than 3 pieces");
    expect_refused(R, "k7/8/8/8/8/8/4p3/R3K3 w - - 0 1", "its king is attacked");
    expect_refused(R, "8/8/8/8/8/8/3p4/kK5R w - - 0 1", "its king is attacked");
    /* The side that is not to move may be in anticheck. */
    expect_read(A, "kn5r/8/8/8/A7/8/4a3/4K1NR w - - 0 1", "kn5r/8/8/8/A7/8/4a3/4K1NR w - - 0 1");
}

static void test_dropped_silently(void **state) {
    expect_read("6170-spring-2007", START " w KQkq - 0 1", START " w - - 0 1");
    expect_read("6170-fall-2007", "r3k2r/p7/8/8/8/8/P7/R3KR2 w KQkq - 0 1",
                "r3k2r/p7/8/8/8/8/P7/R3KR2 w Qkq - 0 1");
    expect_read("losers", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
    expect_read("losers", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    expect_read("losers", "4k3/8/8/8/3pP3/8/4P3/4K3 b - e3 0 1",
                "4k3/8/8/8/3pP3/8/4P3/4K3 b - - 0 1");
    expect_read("6170-spring-1994", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
                "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1");
    expect_read("6170-fall-2003", START " w - - 0 1 chips:0/0", START " w - - 0 1");
    expect_read("6170-fall-2003", START " w - - 3 9 chips:2/0", START " w - - 3 9 chips:2/0");
    expect_read("6170-fall-2003-mindcontrol", START " b - - 2 2", START " b - - 2 2");
    expect_read("losers", "  " START "  w  KQ  -", START " w KQ - 0 1");
}

static void test_passes_and_counters(void **state) {
    Position pos, after;
    char fen[FEN_SIZE];
    assert_true(position_from_fen(&pos, ruleset_find("6170-fall-2003"),
                                  START " b - - 4 7 chips:1/2", NULL));
    position_apply(&after, &pos, MOVE_PASS);
    position_to_fen(&after, fen);
    assert_string_equal(fen, START " w - - 5 8 chips:1/1");
    /* A pass clears en passant. */
    assert_true(
        position_from_fen(&pos, ruleset_find("losers"), "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", NULL));
    position_apply(&after, &pos, MOVE_PASS);
    assert_int_equal(after.en_passant, NO_SQUARE);
    assert_true(after.key != pos.key);
}

static void test_keys_tell_positions_apart(void **state) {
    static const char *const FENS[] = {
        START " w KQkq - 0 1",
        START " w KQk - 0 1",
        START " b KQkq - 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    };
    enum { COUNT = sizeof FENS / sizeof *FENS };
    uint64_t keys[COUNT];
    for (int i = 0; i < COUNT; i++) {
        Position pos;
        assert_true(position_from_fen(&pos, ruleset_find("losers"), FENS[i], NULL));
        keys[i] = pos.key;
        for (int j = 0; j < i; j++)
            assert_true(keys[i] != keys[j]);
    }
    Position white, black;
    const Ruleset *mind = ruleset_find("6170-fall-2003-mindcontrol");
    assert_true(position_from_fen(&white, mind, START " w - - 0 1", NULL));
    assert_true(position_from_fen(&black, mind, START " b - - 0 1", NULL));
    assert_true(white.key != black.key);
    const Ruleset *chips = ruleset_find("6170-fall-2003");
    assert_true(position_from_fen(&white, chips, START " w - - 0 1 chips:1/0", NULL));
    assert_true(position_from_fen(&black, chips, START " w - - 0 1 chips:0/1", NULL));
    assert_true(white.key != black.key && white.key != keys[0] && black.key != keys[0]);
    /* After a pass the key is the same as if the position had been read. */
    Position after;
    position_apply(&after, &black, MOVE_PASS);
    position_apply(&black, &after, MOVE_PASS);
    assert_true(position_from_fen(&after, chips, START " w - - 0 1", NULL));
    assert_true(black.key == after.key);
}

static void test_diagram(void **state) {
    Position pos;
    char diagram[DIAGRAM_SIZE];
    position_start(&pos, ruleset_find("6170-spring-2006-antiking"));
    position_diagram(&pos, diagram);
    assert_non_null(strstr(diagram, "6 |   |   |   | A |   |   |   |   |\n"));
    assert_non_null(strstr(diagram, "1 | R | N | B | Q | K | B | N | R |\n"));
    assert_non_null(strstr(diagram, "    a   b   c"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_missing_fields),
        cmocka_unit_test(test_castling_dialects),
        cmocka_unit_test(test_not_playable),
        cmocka_unit_test(test_dropped_silently),
        cmocka_unit_test(test_passes_and_counters),
        cmocka_unit_test(test_keys_tell_positions_apart),
        cmocka_unit_test(test_diagram),
    };
    return test_run("position", tests);
}
