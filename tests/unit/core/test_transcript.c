/* The protocols' output and its log. */
#include "unit/testing.h"

#include "core/transcript.h"

#include <stdio.h>
#include <string.h>

static char OUTPUT[] = "test_transcript.tmp", LOG[] = "test_transcript.log";

static void assert_file(const char *path, const char *expected) {
    char text[4096];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(text, expected);
}

/* Programs that talk to the engine get each line at once. */
static void test_complete_lines_are_flushed(void **state) {
    (void)state;
    FILE *out = fopen(OUTPUT, "w");
    Transcript *transcript = transcript_new(out);
    transcript_print(transcript, "%s\n", "a first line");
    assert_file(OUTPUT, "a first line\n");
    transcript_print(transcript, "b\n");
    assert_file(OUTPUT, "a first line\nb\n");
    transcript_free(transcript);
    fclose(out);
    remove(OUTPUT);
}

static void test_log(void **state) {
    (void)state;
    Error error;
    remove(LOG);
    FILE *out = fopen("/dev/null", "w");
    Transcript *transcript = transcript_new(out);
    transcript_print(transcript, "before\n");
    assert_true(transcript_set_log(transcript, LOG, &error));
    transcript_log_input(transcript, "is\x01ready");
    transcript_print(transcript, "one\ntwo\n");
    transcript_print(transcript, "thr");
    transcript_print(transcript, "ee\n\n");
    assert_false(transcript_set_log(transcript, "/nowhere/log", &error));
    transcript_print(transcript, "four\n");
    assert_file(LOG, ">> is\\x01ready\n<< one\n<< two\n<< three\n<< \n<< four\n");
    assert_true(transcript_set_log(transcript, "", &error));
    transcript_print(transcript, "after\n");
    assert_file(LOG, ">> is\\x01ready\n<< one\n<< two\n<< three\n<< \n<< four\n");
    transcript_free(transcript);
    fclose(out);
    remove(LOG);
}

/* A text that does not fit into the buffer on the stack is printed whole. */
static void test_long_text(void **state) {
    (void)state;
    char text[3001], expected[3002];
    memset(text, 'x', 3000);
    text[3000] = '\0';
    snprintf(expected, sizeof expected, "%s\n", text);
    FILE *out = fopen(OUTPUT, "w");
    Transcript *transcript = transcript_new(out);
    transcript_print(transcript, "%s\n", text);
    assert_file(OUTPUT, expected);
    transcript_free(transcript);
    fclose(out);
    remove(OUTPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_complete_lines_are_flushed),
        cmocka_unit_test(test_log),
        cmocka_unit_test(test_long_text),
    };
    return test_run("transcript", tests);
}
