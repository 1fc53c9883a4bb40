/* The protocols' output and its log. */
#include "unit/capture.h"
#include "unit/failing_calls.h"

#include "base/os/path.h"
#include "server/transcript.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

FAILING(int, vasprintf, (char **text, const char *format, va_list arguments),
        (text, format, arguments), -1);

enum { LONG = 5000 };

static const char LOG[] = ">> is\\x01ready\n<< one\n<< two\n<< three\n<< \n<< four\n";

static char path[] = "/tmp/misere-transcript-XXXXXX";

static const char *read_log(void) {
    static char text[4 * LONG];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

/* --- the output and its log --- */

typedef struct {
    Capture *capture; /* the output */
    Transcript *transcript;
} TranscriptFixture;

static int set_up(void **state) {
    static TranscriptFixture fixture;
    fixture.capture = capture_new();
    fixture.transcript = transcript_new(fixture.capture->stream);
    *state = &fixture;
    return fixture.transcript ? 0 : -1;
}

static int tear_down(void **state) {
    TranscriptFixture *fixture = *state;
    transcript_free(fixture->transcript);
    capture_free(fixture->capture);
    return unlink(path) == 0 || errno == ENOENT ? 0 : -1;
}

/* Each line is flushed at once, for programs that talk to the engine. */
static void test_complete_lines_are_flushed(void **state) {
    TranscriptFixture *fixture = *state;
    transcript_print(fixture->transcript, "%s\n", "a first line");
    assert_printed(fixture->capture, "a first line\n");
    transcript_print(fixture->transcript, "one ");
    transcript_print(fixture->transcript, "%s", "");
    transcript_print(fixture->transcript, "line\ntwo\n");
    assert_printed(fixture->capture, "one line\ntwo\n");
}

static void test_log(void **state) {
    Transcript *transcript = ((TranscriptFixture *)*state)->transcript;
    Error error;
    transcript_print(transcript, "before\n");
    assert_true(transcript_set_log(transcript, path, &error));
    transcript_log_input(transcript, "is\x01ready");
    transcript_print(transcript, "one\ntwo\n");
    transcript_print(transcript, "thr");
    transcript_print(transcript, "ee\n\n");
    assert_false(transcript_set_log(transcript, "/nowhere/log", &error));
    transcript_print(transcript, "four\n");
    assert_string_equal(read_log(), LOG);
    assert_true(transcript_set_log(transcript, "", &error));
    transcript_print(transcript, "after\n");
    assert_string_equal(read_log(), LOG);
}

/* A text that does not fit into the buffer on the stack is printed whole; without memory it is cut.
 */
static void test_long_lines(void **state) {
    TranscriptFixture *fixture = *state;
    Error error;
    char expected[2 * LONG];
    assert_true(transcript_set_log(fixture->transcript, path, &error));
    transcript_print(fixture->transcript, "%0*d\n", LONG, 7);
    snprintf(expected, sizeof expected, "%0*d\n", LONG, 7);
    assert_printed(fixture->capture, expected);
    snprintf(expected, sizeof expected, "<< %0*d\n", LONG, 7);
    assert_string_equal(read_log(), expected);
    *fault = (FailingCall){"vasprintf", 0, ENOMEM};
    transcript_print(fixture->transcript, "%0*d\n", LONG, 7);
    assert_true(fault->left < 0);
    *fault = (FailingCall){.name = NULL};
    char *printed = capture_take(fixture->capture);
    assert_in_range(strlen(printed), 1000, LONG);
    assert_int_equal(strspn(printed, "0"), strlen(printed));
    free(printed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_complete_lines_are_flushed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_log, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_long_lines, set_up, tear_down),
    };
    int fd = mkstemp(path);
    if (fd < 0 || close(fd) != 0 || !share_fault())
        return 1;
    int failed = test_run("transcript", tests);
    unlink(path);
    return failed;
}
