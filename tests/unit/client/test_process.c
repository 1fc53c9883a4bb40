/* Output that arrives while the program does not read its input is part of the answer. */
#include "unit/failing_allocations.h"
#include "unit/hand_clock.h"

#include "client/process.h"

#include <stdio.h>
#include <stdlib.h>
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

/* A program that writes more than a pipe holds goes on while another one is waited for. */
static void test_output_of_another_is_kept(void **state) {
    (void)state;
    Error error;
    const char *line;
    char folder[] = "/tmp/test_process.XXXXXX", script[200], number[16];
    assert_non_null(mkdtemp(folder));
    snprintf(script, sizeof script, "seq %d; touch %s/all; read -r more", LINES, folder);
    Process *other = start(script, &error);
    snprintf(script, sizeof script, "until rm -r %s/all; do sleep 0.01; done; rmdir %s; echo ready",
             folder, folder);
    Process *process = start(script, &error);
    assert_true(other && process);
    assert_true(process_continue_request(other, &error));
    assert_true(process_continue_request(process, &error));
    process_keep_output_of(process, other);
    int64_t until = process_deadline(WAIT_MS);
    assert_true(process_read(process, until, &line, &error) && line);
    assert_string_equal(line, "ready");
    for (int i = 1; i <= LINES; i++) {
        snprintf(number, sizeof number, "%d", i);
        assert_true(process_read(other, until, &line, &error) && line);
        assert_string_equal(line, number);
    }
    process_stop(&process, "quit");
    process_stop(&other, "quit");
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

/* Runs a script with its output recorded, until it has written the line `end`, ended or flooded.
 * The caller closes the files. */
static ClientFailure record(const char *script, FILE *transcript, FILE *errors) {
    Error error;
    const char *argv[] = {"sh", "-c", script, NULL}, *line = "";
    ClientConfig config = {
        .argv = argv, .start_timeout_ms = WAIT_MS, .transcript = transcript, .errors = errors};
    Process *process = process_start(&config, &error);
    assert_non_null(process);
    assert_true(process_continue_request(process, &error));
    int64_t until = process_deadline(WAIT_MS);
    while (process_read(process, until, &line, &error) && line && strcmp(line, "end") != 0) {
    }
    ClientFailure failure = process_failure(process);
    process_stop(&process, "quit");
    return failure;
}

static long size_of(FILE *file) {
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    return ftell(file);
}

/* The lines of stderr are printable, those without an end are complete, and the last words count.
 */
static void test_stderr(void **state) {
    (void)state;
    char text[1024];
    FILE *errors = tmpfile();
    assert_non_null(errors);
    assert_int_equal(record("printf 'first\\r\\n\\033[2J\\ta\\nlast' >&2; exit 3", NULL, errors),
                     CLIENT_FAILURE_DIED);
    rewind(errors);
    text[fread(text, 1, sizeof text - 1, errors)] = '\0';
    fclose(errors);
    const char *rest = text;
    static const char *const LINES_SAID[] = {"] <! first\n", "] <! ?[2J a\n", "] <! last\n"};
    for (size_t i = 0; i < 3; i++) {
        rest = strstr(rest, LINES_SAID[i]);
        if (!rest)
            fail_msg("%s is missing: %s", LINES_SAID[i], text);
    }
}

/* A program may write more to stderr than a pipe holds, and is not blocked; what is recorded of a
 * request is bounded. */
static void test_much_stderr(void **state) {
    (void)state;
    enum { MIB = 1024 * 1024 };
    FILE *transcript = tmpfile(), *errors = tmpfile();
    assert_non_null(transcript);
    assert_non_null(errors);
    assert_int_equal(record("seq 300000 >&2; seq 100000; echo end", transcript, errors),
                     CLIENT_FAILURE_NONE);
    assert_in_range(size_of(transcript), MIB / 4, 2 * MIB);
    assert_in_range(size_of(errors), MIB / 4, 2 * MIB);
    rewind(errors);
    char line[256], last[256] = "";
    while (fgets(line, sizeof line, errors))
        strcpy(last, line);
    assert_non_null(strstr(last, "] !! more output, which is not recorded\n"));
    fclose(transcript);
    fclose(errors);
}

/* Standard error without end is a flood, and fills no file. */
static void test_flood_of_stderr(void **state) {
    (void)state;
    FILE *errors = tmpfile();
    assert_non_null(errors);
    assert_int_equal(record("yes >&2", NULL, errors), CLIENT_FAILURE_FLOODED);
    assert_in_range(size_of(errors), 1, 4 * 1024 * 1024);
    fclose(errors);
}

/* The file does not grow beyond its bound, however many requests there are. */
static void test_full_file_of_errors(void **state) {
    (void)state;
    FILE *errors = tmpfile();
    assert_non_null(errors);
    assert_int_equal(fseek(errors, CLIENT_ERRORS_MAX - 10, SEEK_SET), 0);
    for (int i = 0; i < 3; i++)
        assert_int_equal(record("echo complaint >&2; sleep 0.1; echo end", NULL, errors),
                         CLIENT_FAILURE_NONE);
    assert_in_range(size_of(errors), CLIENT_ERRORS_MAX, CLIENT_ERRORS_MAX + 200);
    fclose(errors);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_output_is_kept),
        cmocka_unit_test(test_old_output_is_dropped),
        cmocka_unit_test(test_output_of_another_is_kept),
        cmocka_unit_test(test_flood),
        cmocka_unit_test(test_flood_of_short_lines),
        cmocka_unit_test(test_short_lines_are_a_flood),
        cmocka_unit_test(test_stderr),
        cmocka_unit_test(test_much_stderr),
        cmocka_unit_test(test_flood_of_stderr),
        cmocka_unit_test(test_full_file_of_errors),
    };
    memset(long_line, 'x', LONG_LINE);
    return test_run("process", tests);
}
