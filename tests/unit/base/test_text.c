/* Comparing, copying and splitting strings. */
#include "unit/testing.h"

#include "base/text.h"

#include <string.h>

static void test_comparison_ignores_case(void **state) {
    assert_true(text_equal_ignoring_case("", ""));
    assert_true(text_equal_ignoring_case("UTF-8", "utf-8"));
    assert_false(text_equal_ignoring_case("UTF-8", "UTF-80"));
    assert_false(text_equal_ignoring_case("UTF-80", "UTF-8"));
    assert_false(text_equal_ignoring_case(
        "[", "{")); /* 32 apart, like letters that differ in case, but not letters */
    assert_false(text_equal_ignoring_case("@", "`"));
    assert_false(text_equal_ignoring_case("\xC4", "\xE4")); /* not ASCII */
    assert_true(text_starts_ignoring_case("Windows-1252", "windows-125"));
    assert_true(text_starts_ignoring_case("x", ""));
    assert_false(text_starts_ignoring_case("", "x"));
    assert_false(text_starts_ignoring_case("windows", "windows-125"));
}

static void test_find_ignores_case(void **state) {
    const char *text = "0-1 {White Resigns}";
    assert_ptr_equal(text_find_ignoring_case(text, "resign"), text + 11);
    assert_ptr_equal(text_find_ignoring_case(text, "}"), text + 18);
    assert_ptr_equal(text_find_ignoring_case(text, ""), text);
    assert_null(text_find_ignoring_case(text, "resigned"));
    assert_null(text_find_ignoring_case("", "x"));
}

static void test_put_appends(void **state) {
    char line[16];
    char *end = text_put(text_put(text_put(line, "bench"), ""), " 10");
    assert_string_equal(line, "bench 10");
    assert_ptr_equal(end, line + 8);
}

static void test_splits(void **state) {
    char text[] = "a  bc ", empty[] = "";
    char *rest = text;
    assert_string_equal(text_split(&rest, ' '), "a");
    assert_string_equal(text_split(&rest, ' '), "");
    assert_string_equal(text_split(&rest, ' '), "bc");
    assert_string_equal(text_split(&rest, ' '), "");
    assert_null(rest);
    assert_null(text_split(&rest, ' '));
    rest = empty;
    assert_string_equal(text_split(&rest, ' '), "");
    assert_null(text_split(&rest, ' '));
}

static void test_trims(void **state) {
    char both[] = " \ta b\t ", none[] = "a\n", blank[] = " \t";
    assert_string_equal(text_trim(both), "a b");
    assert_string_equal(both, " \ta b");
    assert_string_equal(text_trim(none), "a\n");
    assert_string_equal(text_trim(blank), "");
}

static void test_squeezes(void **state) {
    char words[] = "\t a  b\t\tc d \t", none[] = "a", blank[] = " \t";
    assert_string_equal(text_squeeze(words), "a b c d");
    assert_string_equal(text_squeeze(none), "a");
    assert_string_equal(text_squeeze(blank), "");
}

static void test_endings(void **state) {
    assert_true(text_ends_ignoring_case("game.PGN", ".pgn"));
    assert_true(text_ends_ignoring_case(".pgn", ".pgn"));
    assert_true(text_ends_ignoring_case("game", ""));
    assert_false(text_ends_ignoring_case("pgn", ".pgn"));
    assert_false(text_ends_ignoring_case("game.pgn.xml", ".pgn"));
    assert_false(text_ends_ignoring_case("", ".pgn"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_endings),
        cmocka_unit_test(test_comparison_ignores_case),
        cmocka_unit_test(test_find_ignores_case),
        cmocka_unit_test(test_put_appends),
        cmocka_unit_test(test_splits),
        cmocka_unit_test(test_trims),
        cmocka_unit_test(test_squeezes),
    };
    return test_run("text", tests);
}
