/* How games ended, in words: whose king, pieces or clock it was, for each reader. */
#include "unit/positions.h"

#include "rules/outcome_text.h"

/* Asserts the text about a position in which the game is over. */
static void assert_text(const char *ruleset, const char *fen, Reader reader, const char *expected) {
    Position pos = position_of(ruleset, fen);
    Outcome outcome = outcome_of(&pos);
    char text[OUTCOME_TEXT_SIZE];
    assert_true(outcome_is_over(outcome));
    outcome_explain(&pos, outcome, reader, text);
    assert_string_equal(text, expected);
}

static void test_pieces(void **state) {
    static const char FEN[] = "7k/8/8/8/8/8/8/RK6 w - - 0 1";
    assert_text("losers", FEN, NAMED_BY_COLOUR, "Black has only its king left");
    assert_text("losers", FEN, READER_IS_BLACK, "you have only your king left, which wins");
    assert_text("losers", FEN, READER_IS_WHITE, "the computer has only its king left, which wins");
    assert_text("antichess", "8/8/8/8/8/8/8/R7 w - - 0 1", NAMED_BY_COLOUR,
                "Black has no pieces left");
    assert_text("6170-spring-2006-antiking", "k6a/4q3/8/8/8/8/PP6/K3A3 w - - 0 1", READER_IS_BLACK,
                "you have only three pieces left, which wins");
}

static void test_checkmate(void **state) {
    static const char FEN[] = "1R5k/6pp/8/8/8/8/P7/K7 b - - 0 1";
    assert_text("6170-spring-2007", FEN, NAMED_BY_COLOUR, "Black is checkmated");
    assert_text("6170-spring-2007", FEN, READER_IS_BLACK, "you are checkmated");
    assert_text("losers", FEN, NAMED_BY_COLOUR, "Black is checkmated");
    assert_text("losers", FEN, READER_IS_BLACK, "you are checkmated, which wins");
    assert_text("losers", FEN, READER_IS_WHITE, "the computer is checkmated, which wins");
}

static void test_stalemate(void **state) {
    static const char FEN[] = "k7/2Q5/8/8/8/p7/P7/7K b - - 0 1";
    static const char BLOCKED[] = "8/8/8/7p/p6P/P7/P7/8 b - - 0 1";
    assert_text("6170-spring-1994", FEN, READER_IS_BLACK, "you are stalemated");
    assert_text("losers", FEN, READER_IS_BLACK, "you are stalemated, which wins");
    assert_text("suicide", BLOCKED, NAMED_BY_COLOUR,
                "Black is stalemated, and Black has fewer pieces");
    assert_text("suicide", "8/8/8/7p/p6P/P7/8/8 b - - 0 1", READER_IS_WHITE,
                "the computer is stalemated, and both sides have the same number of pieces");
    assert_text("6170-spring-2007", "6bk/5p1p/5P1P/8/8/p1p5/P1P5/KB6 b - - 0 1", READER_IS_WHITE,
                "neither side can ever move");
}

static void test_other_reasons(void **state) {
    static const struct {
        Outcome outcome;
        Reader reader;
        const char *text;
    } CASES[] = {
        {{TIME_EXPIRED, false, BLACK}, NAMED_BY_COLOUR, "White has run out of time"},
        {{TIME_EXPIRED, false, BLACK}, READER_IS_WHITE, "you have run out of time"},
        {{TIME_EXPIRED, false, BLACK}, READER_IS_BLACK, "the computer has run out of time"},
        {{TIME_EXPIRED, true, BLACK},
         READER_IS_WHITE,
         "you have run out of time, but the computer can never win"},
        {{THREEFOLD, true, WHITE}, READER_IS_WHITE, "threefold repetition"},
        {{FIFTY, true, WHITE},
         NAMED_BY_COLOUR,
         "fifty moves by each side without a capture or a pawn move"},
        {{INSUFFICIENT_MATERIAL, true, WHITE}, NAMED_BY_COLOUR, "nothing can ever be captured"},
    };
    Position pos = position_of("antichess", ruleset_find("antichess")->start_fen);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char text[OUTCOME_TEXT_SIZE];
        outcome_explain(&pos, CASES[i].outcome, CASES[i].reader, text);
        assert_string_equal(text, CASES[i].text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_checkmate),
        cmocka_unit_test(test_stalemate),
        cmocka_unit_test(test_other_reasons),
    };
    return test_run("outcome_text", tests);
}
