/* Decoding and truncating UTF-8, and escaping it for XML. */
#include "unit/testing.h"

#include "base/markup.h"
#include "base/utf8.h"

#include <string.h>

static void expect_character(const char *text, int length, uint32_t expected) {
    uint32_t character = 1;
    assert_int_equal(utf8_decode(text, &character), length);
    assert_int_equal(character, expected);
}

static void test_decode(void **state) {
    expect_character("", 1, 0);
    expect_character("a", 1, 'a');
    expect_character("\xc3\xa8", 2, 0xe8);
    expect_character("\xe2\x99\x9a", 3, 0x265a);
    expect_character("\xf4\x8f\xbf\xbf", 4, 0x10ffff);
}

static void test_invalid(void **state) {
    static const char *const INVALID[] = {
        "\x80",             /* a continuation byte */
        "\xc3",             /* truncated */
        "\xe2\x99",         /* truncated */
        "\xc0\xaf",         /* overlong */
        "\xe0\x80\xaf",     /* overlong */
        "\xed\xa0\x80",     /* a surrogate */
        "\xf4\x90\x80\x80", /* above 0x10ffff */
        "\xff",
    };
    for (size_t i = 0; i < sizeof INVALID / sizeof *INVALID; i++)
        expect_character(INVALID[i], 0, 0);
    assert_true(utf8_is_valid(""));
    assert_true(utf8_is_valid("ab\xe2\x99\x9a"));
    for (size_t i = 0; i < sizeof INVALID / sizeof *INVALID; i++) {
        char text[8] = "ab";
        strcat(text, INVALID[i]);
        assert_false(utf8_is_valid(text));
    }
}

static void test_copy(void **state) {
    char copy[5];
    utf8_copy(copy, sizeof copy, "abcd");
    assert_string_equal(copy, "abcd");
    utf8_copy(copy, sizeof copy, "abcde");
    assert_string_equal(copy, "abcd");
    utf8_copy(copy, sizeof copy, "abc\xc3\xa8");
    assert_string_equal(copy, "abc");
    utf8_copy(copy, sizeof copy, "ab\xe2\x99\x9a");
    assert_string_equal(copy, "ab");
}

static void test_markup(void **state) {
    char text[100] = "";
    FILE *out = tmpfile();
    assert_non_null(out);
    markup_write_attribute(out, "a", "<\"&\">\n\x01\xff\xc3\xa8");
    markup_write_number(out, "n", -5);
    markup_write_qualified(out, "p", "b", "1");
    rewind(out);
    assert_true(fread(text, 1, sizeof text - 1, out) > 0);
    fclose(out);
    assert_string_equal(text, " a=\"&lt;&quot;&amp;&quot;&gt;&#10;??\xc3\xa8\" n=\"-5\" p:b=\"1\"");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_decode),
        cmocka_unit_test(test_invalid),
        cmocka_unit_test(test_copy),
        cmocka_unit_test(test_markup),
    };
    return test_run("utf8", tests);
}
