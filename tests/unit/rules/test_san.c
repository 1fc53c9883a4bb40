/* Standard algebraic notation: writing it, and reading it, as written or as typed. */
#include "unit/positions.h"

#include "rules/game.h"
#include "rules/san.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES = 40, TURNS_MAX = 200 };

/* Turns in UCI notation and how SAN writes them. */
static const struct {
    const char *ruleset, *fen, *uci, *san;
} WRITTEN[] = {
    {"losers", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "e4"},
    {"losers", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "Nf3"},
    {"losers", "4k3/p7/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"},
    {"losers", "3k4/7p/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"},
    {"losers", "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5c6", "dxc6"},
    {"losers", "1r5k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q+"},
    {"losers", "8/P7/8/8/8/8/p6k/4K3 w - - 0 1", "a7a8n", "a8=N"},
    {"6170-spring-2007", "8/P7/8/8/8/8/p6k/4K3 w - - 0 1", "a7a8", "a8=Q"},
    /* Disambiguation by file, by rank and by both; none if the other piece is pinned. */
    {"losers", "4k3/8/8/8/8/8/4p3/R3K2R w - - 0 1", "e1e2", "Kxe2"},
    {"losers", "7k/8/8/8/3p4/1N3N2/8/K7 w - - 0 1", "b3d4", "Nbxd4"},
    {"losers", "7k/8/1N6/3p4/1N6/8/8/K7 w - - 0 1", "b6d5", "N6xd5"},
    {"losers", "7k/8/8/8/8/1Q1Q4/2p5/1Q5K w - - 0 1", "b3c2", "Qb3xc2"},
    {"losers", "4k3/4r3/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2", "Nc2"},
    {"losers", "7k/6pp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Ra8#"},
    {"6170-spring-2006-antiking", "rnbqkbnr/pppppppp/3A4/8/8/3a4/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     "d6c6", "Ac6"},
    /* Without a royal king there is no check, a pawn may become a king, and kings are told apart.
     */
    {"antichess", "1n6/P7/8/8/8/8/p7/1N6 w - - 0 1", "a7b8k", "axb8=K"},
    {"antichess", "8/8/8/4k3/8/2K1K3/8/8 w - - 0 1", "c3d4", "Kcd4"},
    {"antichess", "8/8/8/8/8/8/4k3/R3K3 w - - 0 1", "e1e2", "Kxe2"},
    {"antichess", "k7/8/8/8/8/8/8/1R5N w - - 0 1", "b1a1", "Ra1"},
    {"giveaway", "4r3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"},
    {"6170-fall-2003-mindcontrol", "4k3/p7/8/8/8/8/7P/4K3 b - - 0 1", "h2h4,a7a5", "h4,a5"},
    {"6170-fall-2003", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 chips:1/0", "0000",
     "--"},
};

static void test_writes(void **state) {
    for (size_t i = 0; i < sizeof WRITTEN / sizeof *WRITTEN; i++) {
        Position pos = position_of(WRITTEN[i].ruleset, WRITTEN[i].fen);
        Turn turn;
        char text[TURN_TEXT_SIZE];
        if (!notation_read_turn(&pos, WRITTEN[i].uci, &turn, NULL))
            fail_msg("%s is refused", WRITTEN[i].uci);
        notation_write_turn(&pos, turn, STYLE_SAN, text);
        assert_string_equal(text, WRITTEN[i].san);
    }
}

/* What a person types, and the turn in UCI notation or part of the error message. */
static const struct {
    const char *ruleset, *fen, *typed, *expected;
} TYPED[] = {
    {"losers", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "E4", "e2e4"},
    {"losers", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "E2-E4", "e2e4"},
    {"losers", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "nf3", "g1f3"},
    {"losers", "4k3/p7/8/8/8/8/8/4K2R w K - 0 1", "o-o", "e1g1"},
    {"losers", "4k3/p7/8/8/8/8/8/4K2R w K - 0 1", "00", "e1g1"},
    {"losers", "3k4/7p/8/8/8/8/8/R3K3 w Q - 0 1", "ooo", "e1c1"},
    {"losers", "4k3/8/8/8/2p5/1P1B4/8/4K3 w - - 0 1", "bxc4", "b3c4"},
    {"losers", "4k3/8/8/8/2p5/1P1B4/8/4K3 w - - 0 1", "Bxc4", "d3c4"},
    {"losers", "4k3/8/8/8/2p5/3B4/8/4K3 w - - 0 1", "bxc4", "d3c4"},
    {"losers", "4k3/8/8/8/2p5/1P1B4/8/4K3 w - - 0 1", "BXC4", "b3c4"},
    {"losers", "4k3/8/8/8/2p5/1P6/8/4K3 w - - 0 1", "Bxc4", "no white bishop can go to c4"},
    {"losers", "4k3/8/8/8/4p3/3P4/8/4K3 w - - 0 1", "Dxe4", "'Dxe4' is not a move"},
    {"losers", "8/P7/8/8/8/8/p6k/4K3 w - - 0 1", "A8=R", "a7a8r"},
    {"losers", "8/P7/8/8/8/8/p6k/4K3 w - - 0 1", "a8q", "a7a8q"},
    {"losers", "4k3/8/8/8/2p5/1P1B4/8/4K3 w - - 0 1", "be4", "White must capture"},
    {"losers", "4k3/8/8/8/2p5/1P1B4/8/4K3 w - - 0 1", "Qe4", "no white queen can go to e4"},
    {"losers", "7k/8/8/8/3p4/1N3N2/8/K7 w - - 0 1", "nxd4", "could be 2 moves"},
    {"losers", "7k/8/8/8/3p4/1N3N2/8/K7 w - - 0 1", "hello", "'hello' is not a move"},
    {"6170-fall-2003", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 chips:1/0", "PASS",
     "0000"},
    {"antichess", "8/P7/8/8/8/8/p6k/4K3 w - - 0 1", "a8=k", "a7a8k"},
    {"antichess", "8/P7/8/8/8/8/p6k/4K3 w - - 0 1", "a7a8", "a7a8q"},
    {"6170-fall-2003-mindcontrol", "4k3/p7/8/8/8/8/7P/4K3 b - - 0 1", "H4,A5", "h2h4,a7a5"},
};

static void test_reads_what_people_type(void **state) {
    for (size_t i = 0; i < sizeof TYPED / sizeof *TYPED; i++) {
        Position pos = position_of(TYPED[i].ruleset, TYPED[i].fen);
        Turn turn;
        Refusal refusal;
        Error error;
        char text[TURN_TEXT_SIZE];
        bool is_read = notation_read_typed_turn(&pos, TYPED[i].typed, &turn, &refusal);
        if (is_read)
            notation_write_turn(&pos, turn, STYLE_UCI, text);
        else
            refusal_error(&refusal, TYPED[i].typed, &error);
        if (!strstr(is_read ? text : error.text, TYPED[i].expected))
            fail_msg("'%s': %s, not %s", TYPED[i].typed, is_read ? text : error.text,
                     TYPED[i].expected);
    }
}

/* All legal turns must have different texts, and reading a text must give its turn. */
static void check_turns(const Position *pos, const TurnList *list) {
    TurnTexts texts;
    assert_true(notation_all_turns(pos, STYLE_SAN, &texts));
    assert_int_equal(texts.count, list->count);
    for (int i = 1; i < texts.count; i++)
        assert_string_not_equal(texts.texts[i - 1], texts.texts[i]);
    notation_free_turns(&texts);
    for (int i = 0; i < list->count; i++) {
        char text[TURN_TEXT_SIZE];
        Turn turn;
        notation_write_turn(pos, list->turns[i], STYLE_SAN, text);
        if (!notation_read_any_turn(pos, text, &turn, NULL))
            fail_msg("%s is refused", text);
        assert_true(turn_equal(turn, list->turns[i]));
        assert_true(notation_read_typed_turn(pos, text, &turn, NULL));
        assert_true(turn_equal(turn, list->turns[i]));
    }
}

static void play_and_check(const Ruleset *rules, uint64_t *seed) {
    Game game;
    game_init(&game, rules);
    while (game.count < TURNS_MAX && !outcome_is_over(game_outcome(&game))) {
        TurnList list;
        assert_true(turn_list_make(&game.now, &list));
        if (rules->halfmoves_per_turn == 1 || game.count % 8 == 0)
            check_turns(&game.now, &list);
        Turn turn = list.turns[random_next(seed) % (uint64_t)list.count];
        turn_list_free(&list);
        assert_true(game_play(&game, turn, GAME_NO_CLOCK));
    }
    game_free(&game);
}

static void test_every_turn_is_read_again(void **state) {
    uint64_t seed = 16;
    for (int i = 0; i < ruleset_count(); i++)
        for (int game = 0; game < (ruleset_at(i)->halfmoves_per_turn == 1 ? GAMES : 2); game++)
            play_and_check(ruleset_at(i), &seed);
}

/* Typed turns may be in any case; others may not, even right after a typed one. */
static void test_looks_like_turn(void **state) {
    static const char *const TURNS[] = {"e2e4",      "Nf3",  "exd8=Q", "O-O",
                                        "e2e4,e7e5", "0000", "pass"};
    static const char *const CASES[] = {"E2E4", "nf3", "EXD8=q", "QXE5"};
    static const char *const WORDS[] = {"", "hello", "e9", "help", "42", "#", "e2e4e"};
    for (size_t i = 0; i < sizeof TURNS / sizeof *TURNS; i++) {
        assert_true(notation_looks_like_turn(TURNS[i]));
        assert_true(notation_looks_like_typed_turn(TURNS[i]));
    }
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        assert_true(notation_looks_like_typed_turn(CASES[i]));
        assert_false(notation_looks_like_turn(CASES[i]));
    }
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        assert_false(notation_looks_like_turn(WORDS[i]));
        assert_false(notation_looks_like_typed_turn(WORDS[i]));
    }
}

static void test_too_long(void **state) {
    SanMove san;
    assert_true(san_parse("Nf3!!!!!!!!!!", &san));
    assert_false(san_parse("Nf3!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!", &san));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_looks_like_turn),
        cmocka_unit_test(test_too_long),
        cmocka_unit_test(test_writes),
        cmocka_unit_test(test_reads_what_people_type),
        cmocka_unit_test(test_every_turn_is_read_again),
    };
    return test_run("san", tests);
}
