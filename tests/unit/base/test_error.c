/* Errors: setting, wrapping and quoting, and how long messages are truncated. */
#include "unit/testing.h"

#include "base/error.h"
#include "base/utf8.h"

#include <errno.h>
#include <string.h>

static void test_set(void **state) {
    Error error;
    assert_false(error_set(&error, "%d moves", 3));
    assert_string_equal(error.text, "3 moves");
    assert_false(error_set(NULL, "not needed"));
    error_set(&error, "tab\there, \xc3\xa9, \xe2\x99\x9e");
    assert_string_equal(error.text, "tab?here, \xc3\xa9, \xe2\x99\x9e");
    error_set(&error, "\x7f \xc2\x9b \xff \xe2\x99");
    assert_string_equal(error.text, "? ?? ? ??");
}

/* Truncation does not leave a part of a character. */
static void test_truncated_character(void **state) {
    char text[2 * ERROR_TEXT_SIZE + 1] = "";
    Error error;
    for (int i = 0; i < ERROR_TEXT_SIZE; i++)
        strcat(text, "\xc3\xa9");
    error_set(&error, "%s", text);
    assert_int_equal(strlen(error.text), ERROR_TEXT_SIZE - 1);
    assert_string_equal(error.text + ERROR_TEXT_SIZE - 4, "\xc3\xa9?");
    error_set(&error, "no such file");
    error_wrap(&error, "a%s", text);
    assert_memory_equal(error.text, "...", 3);
    uint32_t character;
    for (const char *c = error.text; *c; c += utf8_decode(c, &character))
        assert_true(utf8_decode(c, &character) > 0);
}

static void test_wrap(void **state) {
    Error error;
    error_set(&error, "no such file");
    assert_false(error_wrap(&error, "%s:%d", "games.pgn", 7));
    assert_string_equal(error.text, "games.pgn:7: no such file");
    assert_false(error_wrap(NULL, "not needed"));
}

/* The end of a long path and the whole message are kept. */
static void test_long_context(void **state) {
    char path[5000];
    memset(path, 'a', sizeof path);
    strcpy(path + sizeof path - 10, "/game.xml");
    Error error;
    error_set(&error, "not a regular file");
    error_wrap(&error, "%s", path);
    assert_int_equal(strlen(error.text), ERROR_TEXT_SIZE - 1);
    assert_memory_equal(error.text, "...aaaa", 7);
    const char *end = "a/game.xml: not a regular file";
    assert_string_equal(error.text + strlen(error.text) - strlen(end), end);
}

/* A context around a long context: both keep their ends, and the reason is complete. */
static void test_long_contexts(void **state) {
    char path[300];
    memset(path, 'a', sizeof path);
    strcpy(path + sizeof path - 10, "/game.xml");
    Error error;
    error_set(&error, "File name too long");
    error_wrap(&error, "%s", path);
    error_wrap(&error, "option BookFile");
    assert_int_equal(strlen(error.text), ERROR_TEXT_SIZE - 1);
    assert_memory_equal(error.text, "option BookFile: ...aaaa", 24);
    const char *end = "a/game.xml: File name too long";
    assert_string_equal(error.text + strlen(error.text) - strlen(end), end);
    error_wrap(&error, "%s", path);
    assert_int_equal(strlen(error.text), ERROR_TEXT_SIZE - 1);
    assert_memory_equal(error.text, "...aaaa", 7);
    assert_non_null(strstr(error.text, "a/game.xml: ...aaaa"));
    assert_string_equal(error.text + strlen(error.text) - strlen(end), end);
    error_set(&error, "%s", path);
    assert_string_not_equal(error.text, "");
    error_wrap(&error, "%s", path);
    error_wrap(&error, "%s", path);
    assert_memory_equal(error.text, "...aaaa", 7);
    assert_int_equal(strlen(error.text), ERROR_TEXT_SIZE - 1);
}

/* A long message is truncated to make room for the context. */
static void test_long_message(void **state) {
    char text[400];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    Error error;
    error_set(&error, "%s", text);
    error_wrap(&error, "book.bin");
    assert_int_equal(strlen(error.text), ERROR_TEXT_SIZE - 1);
    assert_memory_equal(error.text, "book.bin: xxx", 13);
}

static void test_set_at(void **state) {
    Error error;
    assert_false(error_set_at(&error, "a.xml", 12, "no square is e9"));
    assert_string_equal(error.text, "a.xml:12: no square is e9");
    error_set_at(&error, "a.xml", 0, "empty");
    assert_string_equal(error.text, "a.xml: empty");
    assert_false(error_set_at(NULL, "a.xml", 0, "empty"));
    errno = EISDIR;
    assert_false(error_set_errno(&error, "/tmp"));
    assert_string_equal(error.text, "/tmp: Is a directory");
}

static void test_quote(void **state) {
    char long_word[100];
    memset(long_word, 'e', sizeof long_word);
    long_word[sizeof long_word - 1] = '\0';
    assert_string_equal(QUOTE("e9"), "'e9'");
    assert_string_equal(QUOTE(NULL), "''");
    long_word[40] = '\0';
    assert_string_equal(QUOTE(long_word), "'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'");
    long_word[40] = 'e';
    assert_string_equal(QUOTE(long_word), "'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee...'");
    memcpy(long_word + 39, "\xc3\xa9", 2);
    assert_string_equal(QUOTE(long_word), "'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee...'");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_set),           cmocka_unit_test(test_truncated_character),
        cmocka_unit_test(test_wrap),          cmocka_unit_test(test_long_context),
        cmocka_unit_test(test_long_contexts), cmocka_unit_test(test_long_message),
        cmocka_unit_test(test_set_at),        cmocka_unit_test(test_quote),
    };
    return test_run("error", tests);
}
