/* Lines on standard error that say how far a program is. */
#include "unit/testing.h"

#include "base/os/clock.h"
#include "cli/progress.h"

#include <stdio.h>
#include <unistd.h>

static char OUTPUT[] = "test_progress.tmp";

/* Shows the progress `seconds` after the start, and checks what is printed. */
static void assert_shown(double seconds, double done, const char *expected) {
    char text[100];
    Progress progress;
    int before = dup(STDERR_FILENO);
    assert_non_null(freopen(OUTPUT, "w", stderr));
    progress_start(&progress);
    progress.start_ms -= (int64_t)(1000 * seconds);
    progress_show(&progress, done, "%d games", 7);
    progress_clear(&progress);
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    FILE *file = fopen(OUTPUT, "r");
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    remove(OUTPUT);
    assert_string_equal(text, expected);
}

static void test_time_left(void **state) {
    (void)state;
    assert_shown(125.3, 0.5, "7 games, 2:05 left\n");
    assert_shown(3599.3, 0.5, "7 games, 59:59 left\n");
    assert_shown(3600.3, 0.5, "7 games, 1:00:00 left\n");
    assert_shown(10861.3, 0.5, "7 games, 3:01:01 left\n");
    assert_shown(10.1, 0.25, "7 games, 0:30 left\n");
    assert_shown(50, 1, "7 games, 0:00 left\n");
    assert_shown(50, 0, "7 games\n");
    assert_shown(50, 1.5, "7 games\n");
}

static void test_due(void **state) {
    (void)state;
    Progress progress;
    progress_start(&progress);
    assert_false(progress_is_due(&progress));
    progress.next_ms = clock_now_ms();
    assert_true(progress_is_due(&progress));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_time_left),
                                       cmocka_unit_test(test_due)};
    return test_run("progress", tests);
}
