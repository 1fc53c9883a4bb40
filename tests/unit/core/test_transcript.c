/* The server's output and its log: long lines, lines in parts, and the games that wait to be
 * learned. */
#include "unit/capture.h"
#include "unit/failing_calls.h"

#include "base/os/path.h"
#include "core/lessons.h"
#include "core/transcript.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

FAILING(int, vasprintf, (char **text, const char *format, va_list arguments),
        (text, format, arguments), -1);

enum { LONG = 5000 };

static char path[] = "/tmp/misere-transcript-XXXXXX";

static const char *read_log(void) {
    static char text[4 * LONG];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void test_parts_and_long_lines(void **state) {
    (void)state;
    Capture *capture = capture_new();
    Transcript *transcript = transcript_new(capture->stream);
    Error error;
    char expected[4 * LONG];
    assert_true(transcript_set_log(transcript, path, &error));
    transcript_print(transcript, "one ");
    transcript_print(transcript, "%s", "");
    transcript_print(transcript, "line\ntwo\n");
    transcript_log_input(transcript, "stop");
    transcript_print(transcript, "%0*d\n", LONG, 7);
    snprintf(expected, sizeof expected, "one line\ntwo\n%0*d\n", LONG, 7);
    assert_printed(capture, expected);
    snprintf(expected, sizeof expected, "<< one line\n<< two\n>> stop\n<< %0*d\n", LONG, 7);
    assert_string_equal(read_log(), expected);
    /* Without memory a long line is cut. */
    *fault = (FailingCall){"vasprintf", 0, ENOMEM};
    transcript_print(transcript, "%0*d\n", LONG, 7);
    assert_true(fault->left < 0);
    *fault = (FailingCall){.name = NULL};
    char *printed = capture_take(capture);
    assert_in_range(strlen(printed), 1000, LONG);
    assert_int_equal(strspn(printed, "0"), strlen(printed));
    free(printed);
    transcript_free(transcript);
    capture_free(capture);
}

/* If too many games wait, the oldest are dropped; a game without a turn can wait, too. */
static void test_waiting_lessons(void **state) {
    (void)state;
    Lessons lessons = {0};
    Game game;
    game_init(&game, ruleset_default());
    assert_true(lessons_add(&lessons, &game, 0));
    for (int i = 0; i < LESSONS_MAX; i++) {
        assert_true(game_play_text(&game, i % 2 ? "g8f6" : "g1f3", GAME_NO_CLOCK, NULL));
        assert_true(lessons_add(&lessons, &game, i % 3));
        assert_true(game_undo(&game));
        if (i % 2 == 0)
            assert_true(game_play_text(&game, "a2a3", GAME_NO_CLOCK, NULL));
        else
            assert_true(game_undo(&game));
    }
    assert_int_equal(lessons.count, LESSONS_MAX);
    for (int i = 0; i < LESSONS_MAX; i++) {
        assert_int_equal(lessons.waiting[i].white_points, i % 3);
        assert_int_equal(lessons.waiting[i].game.count, 1 + i % 2);
    }
    lessons_free(&lessons);
    assert_int_equal(lessons.count, 0);
    game_free(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts_and_long_lines),
        cmocka_unit_test(test_waiting_lessons),
    };
    int fd = mkstemp(path);
    if (fd < 0 || close(fd) != 0 || !share_fault())
        return 1;
    int failed = test_run("transcript and lessons", tests);
    unlink(path);
    return failed;
}
