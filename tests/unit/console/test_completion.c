/* Completion of words, and lines that are read without an editor. */
#include "unit/testing.h"

#include "console/prompt.h"

#include <stdlib.h>
#include <string.h>

static void test_last_word(void **state) {
    assert_string_equal(completion_last_word(""), "");
    assert_string_equal(completion_last_word("load"), "load");
    assert_string_equal(completion_last_word("load "), "");
    assert_string_equal(completion_last_word(" load\tga"), "ga");
}

static void test_words_that_fit(void **state) {
    Completion found = {0};
    assert_int_equal(completion_common_length(&found), 0);
    completion_offer(&found, "RU", "ruleset");
    completion_offer(&found, "RU", "rulesets");
    completion_offer(&found, "RU", "run");
    completion_offer(&found, "RU", "moves");
    assert_int_equal(found.count, 3);
    assert_string_equal(found.words[1], "rulesets");
    assert_int_equal(completion_common_length(&found), 2);
    completion_free(&found);
    assert_int_equal(found.count, 0);
    char word[] = "aa";
    for (int i = 0; i < 100; i++) {
        word[1] = (char)('a' + i % 26);
        completion_offer(&found, "", word);
    }
    assert_int_equal(found.count, 100);
    assert_int_equal(completion_common_length(&found), 1);
    completion_free(&found);
}

/* Returns a new prompt before the first line is read. */
static const char *await(void *context) {
    bool *is_new = context;
    const char *prompt = *is_new ? "again> " : NULL;
    *is_new = false;
    return prompt;
}

static void test_lines_without_an_editor(void **state) {
    static const char TEXT[] = "first\r\n\nlast";
    char *line, *printed = NULL;
    size_t size;
    bool is_new = true;
    LineEditorConfig config = {.await = await, .context = &is_new, .limit = 10};
    FILE *in = tmpfile(), *out = open_memstream(&printed, &size);
    assert_true(in && fputs(TEXT, in) >= 0 && fseek(in, 0, SEEK_SET) == 0);
    Prompt prompt;
    prompt_start(&prompt, in, out, &config, false);
    assert_int_equal(prompt_read(&prompt, "a> ", &line), LINE_TEXT);
    assert_string_equal(line, "first");
    assert_int_equal(prompt_read(&prompt, "b> ", &line), LINE_TEXT);
    assert_string_equal(line, "");
    assert_int_equal(prompt_read(&prompt, "c> ", &line), LINE_TEXT);
    assert_string_equal(line, "last");
    assert_int_equal(prompt_read(&prompt, "d> ", &line), LINE_END);
    prompt_free(&prompt);
    fclose(in);
    fclose(out);
    assert_string_equal(printed, "a> again> b> c> d> ");
    free(printed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_last_word),
        cmocka_unit_test(test_words_that_fit),
        cmocka_unit_test(test_lines_without_an_editor),
    };
    return test_run("completion", tests);
}
