/* JSON texts: values, strings with escapes, numbers; and what is no JSON. */
#include "unit/testing.h"

#include "files/json/json_tree.h"

#include <string.h>

static void test_values(void **state) {
    JsonTree tree;
    Error error;
    assert_true(json_tree_parse(&tree,
                                " { \"a\" : [1, -2.5e1, [], {}] , \"b\":null,\t\"c\":true,\n"
                                "\"d\":false, \"a2\":\"x\", \"b\":\"last\" } ",
                                &error));
    assert_int_equal(tree.values[0].kind, JSON_KIND_OBJECT);
    assert_int_equal(tree.values[0].end, tree.count);
    int array = json_tree_member(&tree, 0, "a");
    int part = json_tree_first(&tree, array);
    assert_true(tree.values[part].number == 1);
    part = json_tree_next(&tree, array, part);
    assert_true(tree.values[part].number == -25);
    part = json_tree_next(&tree, array, part);
    assert_int_equal(json_tree_first(&tree, part), -1);
    part = json_tree_next(&tree, array, part);
    assert_int_equal(tree.values[part].kind, JSON_KIND_OBJECT);
    assert_int_equal(json_tree_member(&tree, part, "a"), -1);
    assert_int_equal(json_tree_next(&tree, array, part), -1);
    assert_string_equal(json_tree_string(&tree, json_tree_member(&tree, 0, "b")), "last");
    assert_int_equal(tree.values[json_tree_member(&tree, 0, "c")].kind, JSON_KIND_TRUE);
    assert_int_equal(tree.values[json_tree_member(&tree, 0, "d")].kind, JSON_KIND_FALSE);
    assert_int_equal(json_tree_member(&tree, 0, "x"), -1);
    assert_int_equal(json_tree_member(&tree, -1, "a"), -1);
    assert_int_equal(json_tree_member(&tree, array, "a"), -1);
    assert_int_equal(json_tree_first(&tree, -1), -1);
    assert_int_equal(json_tree_first(&tree, 0), -1);
    assert_null(json_tree_string(&tree, -1));
    assert_null(json_tree_string(&tree, 0));
    json_tree_free(&tree);
}

static void test_strings(void **state) {
    static const char *const STRINGS[][2] = {
        {"\"\"", ""},
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
        {"\"\\u0041\\u00e9\\u265E\"", "A\xc3\xa9\xe2\x99\x9e"},
        {"\"\\ud83d\\udc51\"", "\xf0\x9f\x91\x91"},
        {"\"\\ud83d\"", "\xef\xbf\xbd"},
        {"\"\\ud83dx\"", "\xef\xbf\xbdx"},
        {"\"\\ud83d\\u0041\"", "\xef\xbf\xbd"
                               "A"},
        {"\"\\udc51\"", "\xef\xbf\xbd"},
        {"\"\xc3\xa9\x7f\"", "\xc3\xa9\x7f"},
    };
    for (size_t i = 0; i < sizeof STRINGS / sizeof *STRINGS; i++) {
        JsonTree tree;
        Error error = {.text = ""};
        if (!json_tree_parse(&tree, STRINGS[i][0], &error))
            fail_msg("%s: %s", STRINGS[i][0], error.text);
        assert_string_equal(json_tree_string(&tree, 0), STRINGS[i][1]);
        json_tree_free(&tree);
    }
}

static void test_refusals(void **state) {
    static const char *const TEXTS[] = {
        "",          "x",          "tru",
        "nul",       "[1",         "[1,]",
        "[,1]",      "[1 2]",      "{\"a\"}",
        "{\"a\":}",  "{\"a\":1,}", "{a:1}",
        "{\"a\" 1}", "1 2",        "\"a",
        "\"\\x\"",   "\"\\u12\"",  "\"\\u0000\"",
        "\"\n\"",    "01",         "-",
        "1.",        ".5",         "+1",
        "0x10",      "inf",        "nan",
        "[}",        "{]",         "\"\\",
        "\"\\u",     "\"\xff\"",   "\"\\ud83d\\uzzzz\"",
        "]",         "{1:2}",
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        JsonTree tree;
        Error error = {.text = ""};
        if (json_tree_parse(&tree, TEXTS[i], &error))
            fail_msg("read: %s", TEXTS[i]);
        assert_memory_equal(error.text, "JSON: ", 6);
    }
    JsonTree tree;
    Error error;
    assert_false(json_tree_parse(&tree, "[1, 2 3]", &error));
    assert_string_equal(error.text, "JSON: no comma after 6 bytes");
}

static void test_nesting(void **state) {
    enum { DEPTH = 1000000 };
    char *text = malloc(2 * DEPTH + 1);
    JsonTree tree;
    Error error;
    assert_non_null(text);
    memset(text, '[', DEPTH);
    memset(text + DEPTH, ']', DEPTH);
    text[2 * DEPTH] = '\0';
    assert_true(json_tree_parse(&tree, text, &error));
    assert_int_equal(tree.count, DEPTH);
    json_tree_free(&tree);
    text[2 * DEPTH - 1] = '\0';
    assert_false(json_tree_parse(&tree, text, &error));
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_strings),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_nesting),
    };
    return test_run("json_tree", tests);
}
