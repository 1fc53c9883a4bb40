/* Splitting a line into words, and reading numbers. */
#include "unit/testing.h"

#include "base/words.h"

static void test_next(void **state) {
    char line[] = " go\tdepth  5 ";
    char *text = line;
    assert_string_equal(words_next(&text), "go");
    assert_string_equal(words_next(&text), "depth");
    assert_string_equal(words_next(&text), "5");
    assert_null(words_next(&text));
    assert_null(words_next(&text));
}

static void test_number(void **state) {
    static const char *const BAD[] = {"", "x", "1x", "1.5", "--1", "9223372036854775808"};
    int64_t number = 7;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_false(words_number(BAD[i], &number));
    assert_false(words_number(NULL, &number));
    assert_true(number == 7);
    assert_true(words_number("-9223372036854775808", &number));
    assert_true(number == INT64_MIN);
    assert_true(words_number("+12", &number));
    assert_true(number == 12);
}

static void test_digits(void **state) {
    const char *text = "007:x", *large = "9223372036854775808.";
    int64_t number;
    assert_true(words_digits(&text, &number));
    assert_true(number == 7);
    assert_string_equal(text, ":x");
    assert_false(words_digits(&text, &number));
    assert_string_equal(text, ":x");
    assert_true(words_digits(&large, &number));
    assert_true(number == INT64_MAX);
    assert_string_equal(large, ".");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_next),
        cmocka_unit_test(test_number),
        cmocka_unit_test(test_digits),
    };
    return test_run("words", tests);
}
