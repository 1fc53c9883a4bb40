/* Output that arrives while the program does not read its input is part of the answer. */
#include "unit/failing_allocations.h"
#include "unit/hand_clock.h"

#include "client/process.h"

#include <stdio.h>
#include <string.h>

enum { LINES = 20000, LONG_LINE = 300000, WAIT_MS = 20000 };

static char long_line[LONG_LINE + 1];

static Process *start(const char *script, Error *error) {
    const char *argv[] = {"sh", "-c", script, NULL};
    return process_start(&(ClientConfig){.argv = argv, .start_timeout_ms = WAIT_MS}, error);
}

/* Both pipes are too small for what is in them, and the program writes before it reads. */
static bool converse(ScenarioResult *result, Error *error) {
    Process *process = start("echo first; seq 20000; head -c 300001 | wc -c", error);
    int64_t until = process_deadline(WAIT_MS);
    const char *line;
    char number[16];
    bool done = process && process_continue_request(process, error) &&
                process_read(process, until, &line, error);
    if (done)
        assert_string_equal(line, "first");
    done = done && process_send(process, until, error, "%s", long_line);
    for (int i = 1; done && i <= LINES; i++) {
        done = process_read(process, until, &line, error);
        snprintf(number, sizeof number, "%d", i);
        if (done)
            assert_string_equal(line, number);
    }
    done = done && process_read(process, until, &line, error);
    if (done)
        scenario_note(result, "%s", line);
    if (!done && process)
        assert_true(error->is_shortage);
    process_stop(&process, "quit");
    return done;
}

static void test_output_is_kept(void **state) {
    each_allocation_fails(converse, NULL);
}

/* The same output is dropped when another request begins. */
static void test_old_output_is_dropped(void **state) {
    Error error;
    const char *line;
    Process *process = start(
        "read -r go; seq 20000; head -c 300001 | wc -c; read -r more; echo \"$more\"", &error);
    assert_non_null(process);
    int64_t until = process_deadline(WAIT_MS);
    assert_true(process_begin_request(process, &error));
    assert_true(process_send(process, until, &error, "go"));
    assert_true(process_send(process, until, &error, "%s", long_line));
    do
        assert_true(process_read(process, until, &line, &error) && line);
    while (strcmp(line, "1000") != 0);
    assert_true(process_begin_request(process, &error));
    assert_true(process_send(process, until, &error, "more"));
    do
        assert_true(process_read(process, until, &line, &error) && line);
    while (strcmp(line, "300001") == 0); /* the last line may arrive late */
    assert_string_equal(line, "more");
    process_stop(&process, "quit");
}

/* The amount of output that is kept is bounded. */
static void test_flood(void **state) {
    Error error;
    Process *process = start("yes", &error);
    assert_non_null(process);
    assert_true(process_continue_request(process, &error));
    assert_false(process_send(process, process_deadline(WAIT_MS), &error, "%s", long_line));
    assert_non_null(strstr(error.text, "32 MiB of output without an answer"));
    assert_int_equal(process_failure(process), CLIENT_FAILURE_FLOODED);
    process_stop(&process, "quit");
}

/* Empty lines without end do not outrun a time limit: once it is past, few more are read. */
static void test_flood_of_short_lines(void **state) {
    (void)state;
    Error error;
    const char *line;
    int count = 0;
    Process *process = start("yes ''", &error);
    assert_non_null(process);
    assert_true(process_continue_request(process, &error));
    assert_true(process_read(process, process_deadline(WAIT_MS), &line, &error) && line);
    int64_t now = process_deadline(0);
    hand_clock_turn_ms(1);
    for (; process_read(process, now, &line, &error) && line; count++)
        assert_string_equal(line, "");
    assert_int_equal(process_failure(process), CLIENT_FAILURE_NONE);
    assert_in_range(count, 0, LINES * 2);
    hand_clock_answers_take_ms(100); /* the program does not quit */
    process_stop(&process, "quit");
    hand_clock_answers_take_ms(0);
}

/* They count as a flood long before they are 32 MiB, since each takes a line in the transcript. */
static void test_short_lines_are_a_flood(void **state) {
    (void)state;
    enum { LINES_MAX = (1 << 19) + (1 << 14) };
    Error error;
    const char *line;
    int count = 0;
    Process *process = start("yes ''", &error);
    assert_non_null(process);
    assert_true(process_continue_request(process, &error));
    int64_t until = process_deadline(WAIT_MS);
    while (process_read(process, until, &line, &error) && line)
        count++;
    assert_int_equal(process_failure(process), CLIENT_FAILURE_FLOODED);
    assert_in_range(count, LINES, LINES_MAX);
    process_stop(&process, "quit");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_output_is_kept),
        cmocka_unit_test(test_old_output_is_dropped),
        cmocka_unit_test(test_flood),
        cmocka_unit_test(test_flood_of_short_lines),
        cmocka_unit_test(test_short_lines_are_a_flood),
    };
    memset(long_line, 'x', LONG_LINE);
    return test_run("process", tests);
}
