/* What a long run prints about its progress, at a terminal and in a log. */
#include "unit/hand_clock.h"
#include "unit/testing.h"

#include "cli/progress.h"

#include <fcntl.h>
#include <pty.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Starts a progress display on a terminal, or on a pipe. Returns where its messages can be read. */
static int start(Progress *progress, bool on_terminal, int *before) {
    int ends[2];
    if (on_terminal)
        assert_int_equal(openpty(&ends[0], &ends[1], NULL, NULL, NULL), 0);
    else
        assert_int_equal(pipe(ends), 0);
    *before = dup(STDERR_FILENO);
    assert_true(*before >= 0 && dup2(ends[1], STDERR_FILENO) >= 0);
    close(ends[1]);
    progress_start(progress);
    return ends[0];
}

/* Returns all that has been printed, until the next call. */
static const char *finish(int reader, int before) {
    static char text[512];
    size_t length = 0;
    ssize_t got;
    assert_int_equal(fcntl(reader, F_SETFL, O_NONBLOCK), 0);
    while ((got = read(reader, text + length, sizeof text - 1 - length)) > 0)
        length += (size_t)got;
    text[length] = '\0';
    assert_int_equal(dup2(before, STDERR_FILENO), STDERR_FILENO);
    close(before);
    close(reader);
    return text;
}

static void test_terminal(void **state) {
    Progress progress;
    int before, reader = start(&progress, true, &before);
    assert_false(progress_is_due(&progress));
    hand_clock_turn_ms(199);
    assert_false(progress_is_due(&progress));
    hand_clock_turn_ms(1);
    assert_true(progress_is_due(&progress));
    progress_show(&progress, 0, "%d games", 1);
    assert_false(progress_is_due(&progress));
    progress_show(&progress, 1, "%d games", 2);
    progress_clear(&progress);
    progress_clear(&progress);
    /* The second message replaces the first, and then nothing is left. */
    assert_string_equal(finish(reader, before), "1 games\r\033[K2 games, 0:00 left\r\033[K");
}

static void test_log(void **state) {
    Progress progress;
    int before, reader = start(&progress, false, &before);
    assert_false(progress_is_due(&progress));
    progress_show(&progress, 0, "none");
    hand_clock_turn_ms(9999); /* a second message so soon is not due */
    assert_false(progress_is_due(&progress));
    assert_float_equal(progress_seconds(&progress), 10, 1e-9); /* rounded up to a millisecond */
    hand_clock_turn_ms(1);
    assert_true(progress_is_due(&progress));
    progress_show(&progress, 0, "%d games", 7);
    progress_clear(&progress);
    assert_string_equal(finish(reader, before), "none\n7 games\n");
}

/* Checks what is printed `seconds` after the start. */
static void assert_shown(double seconds, double done, const char *expected) {
    Progress progress;
    int before, reader = start(&progress, false, &before);
    hand_clock_turn_ms((int)(1000 * seconds));
    progress_show(&progress, done, "%d games", 7);
    assert_string_equal(finish(reader, before), expected);
}

static void test_time_left(void **state) {
    assert_shown(125.3, 0.5, "7 games, 2:05 left\n");
    assert_shown(3599.3, 0.5, "7 games, 59:59 left\n");
    assert_shown(3600.3, 0.5, "7 games, 1:00:00 left\n");
    assert_shown(10861.3, 0.5, "7 games, 3:01:01 left\n");
    assert_shown(10.1, 0.25, "7 games, 0:30 left\n");
    assert_shown(50, 1, "7 games, 0:00 left\n");
    assert_shown(50, 0, "7 games\n");
    assert_shown(50, 1.5, "7 games\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_terminal),
        cmocka_unit_test(test_log),
        cmocka_unit_test(test_time_left),
    };
    return test_run("progress", tests);
}
