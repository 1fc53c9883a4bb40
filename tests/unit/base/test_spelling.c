/* Which name a misspelt word may stand for. */
#include "unit/testing.h"

#include "base/spelling.h"

static const char *nearest(const char *word) {
    static const char *const NAMES[] = {
        "losers", "antichess", "suicide", "6170-spring-2007-encastle",
        "undo",   "hint",      "moves",   "name"};
    Spelling spelling = {.word = word};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        spelling_offer(&spelling, NAMES[i]);
    return spelling.name ? spelling.name : "none";
}

static void test_one_or_two_letters_may_be_wrong(void **state) {
    assert_string_equal(nearest("loser"), "losers");
    assert_string_equal(nearest("Lossers"), "losers");
    assert_string_equal(nearest("loesrs"), "losers");
    assert_string_equal(nearest("sucide"), "suicide");
    assert_string_equal(nearest("suside"), "suicide");
    assert_string_equal(nearest("udno"), "undo");
    assert_string_equal(nearest("undoo"), "undo");
    assert_string_equal(nearest("nmae"), "name");
    assert_string_equal(nearest("uinddo"), "undo");     /* two of six */
    assert_string_equal(nearest("uindd"), "none");      /* two of five */
    assert_string_equal(nearest("chess"), "antichess"); /* a part of it */
}

static void test_a_beginning_or_a_part_is_enough(void **state) {
    assert_string_equal(nearest("los"), "losers");
    assert_string_equal(nearest("LO"), "losers");
    assert_string_equal(nearest("encastle"), "6170-spring-2007-encastle");
    assert_string_equal(nearest("l"), "none");
    assert_string_equal(nearest("ser"), "none");
}

static void test_other_words_are_like_none(void **state) {
    assert_string_equal(nearest(""), "none");
    assert_string_equal(nearest("frob"), "none");
    assert_string_equal(nearest("nothing"), "none");
    assert_string_equal(nearest("a-word-of-more-than-forty-letters-is-not-looked-at"), "none");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_or_two_letters_may_be_wrong),
        cmocka_unit_test(test_a_beginning_or_a_part_is_enough),
        cmocka_unit_test(test_other_words_are_like_none),
    };
    return test_run("spelling", tests);
}
