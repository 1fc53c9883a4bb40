/* The log of a tournament: complete lines stay, an incomplete last line is dropped, bad lines are
 * refused. */
#include "unit/errors.h"
#include "unit/failing_calls.h"
#include "unit/testing.h"

#include "files/log/journal.h"

#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

FAILING(int, ftruncate, (int fd, off_t size), (fd, size), -1);

enum { SIZE = 20 };

#define HEADER "{\"log\":\"misere-referee 1\",\"date\":\"2026.11.21\"}"

typedef struct {
    char folder[64];
    char path[96];
    char other[96];
    LogHeader *header;
} JournalFixture;

static int set_up(void **state) {
    JournalFixture *fixture = calloc(1, sizeof *fixture);
    strcpy(fixture->folder, "/tmp/misere-journal-XXXXXX");
    assert_non_null(mkdtemp(fixture->folder));
    snprintf(fixture->path, sizeof fixture->path, "%s/log.jsonl", fixture->folder);
    snprintf(fixture->other, sizeof fixture->other, "%s/other.jsonl", fixture->folder);
    fixture->header = log_header_parse(HEADER, strlen(HEADER), NULL);
    assert_non_null(fixture->header);
    *state = fixture;
    return 0;
}

static int tear_down(void **state) {
    JournalFixture *fixture = *state;
    log_header_free(fixture->header);
    unlink(fixture->path);
    unlink(fixture->other);
    assert_int_equal(rmdir(fixture->folder), 0);
    free(fixture);
    return 0;
}

static char *game(int number, const char *text) {
    json_t *game = json_pack("{si ss}", "game", number + 1, "turns", text);
    char *line = json_dumps(game, JSON_COMPACT);
    json_decref(game);
    return line;
}

static Journal *open_log(const JournalFixture *fixture, JournalMode mode) {
    Error error;
    Journal *journal = journal_open(fixture->path, mode, fixture->header, SIZE, &error);
    assert_done(journal, &error);
    return journal;
}

static void append(Journal *journal, int number, const char *text) {
    char *line = game(number, text);
    Error error;
    assert_done(journal_append(journal, number, line, &error), &error);
    free(line);
}

static void assert_game(const Journal *journal, int number, const char *text) {
    char *text_line = journal_line(journal, number, NULL);
    assert_non_null(text_line);
    json_t *line = json_loads(text_line, 0, NULL);
    free(text_line);
    assert_int_equal(json_integer_value(json_object_get(line, "game")), number + 1);
    assert_string_equal(json_string_value(json_object_get(line, "turns")), text);
    json_decref(line);
}

static void write_text(const char *path, const char *text) {
    FILE *out = fopen(path, "we");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

static char *read_text(const char *path) {
    static const size_t most = 100000;
    char *text = calloc(most, 1);
    FILE *in = fopen(path, "re");
    assert_non_null(in);
    assert_in_range(fread(text, 1, most, in), 0, most - 1);
    fclose(in);
    return text;
}

static void test_games_come_back(void **state) {
    const JournalFixture *fixture = *state;
    assert_true(journal_is_new(fixture->path));
    Journal *journal = open_log(fixture, JOURNAL_WRITE);
    append(journal, 7, "e2e4");
    append(journal, 0, "d2d4 \"and\\ more\n");
    assert_true(journal_has(journal, 7));
    assert_false(journal_has(journal, 1));
    assert_game(journal, 0, "d2d4 \"and\\ more\n");
    journal_close(journal);
    assert_false(journal_is_new(fixture->path));
    LogHeader *header = journal_header(fixture->path, NULL);
    assert_true(log_headers_equal(header, fixture->header));
    log_header_free(header);
    journal = open_log(fixture, JOURNAL_WRITE);
    assert_game(journal, 7, "e2e4");
    append(journal, SIZE - 1, "a2a3");
    assert_game(journal, 0, "d2d4 \"and\\ more\n");
    assert_game(journal, SIZE - 1, "a2a3");
    journal_close(journal);
}

/* A log that is cut off at any byte keeps the games whose lines are complete, and can be continued.
 */
static void test_torn_at_every_byte(void **state) {
    const JournalFixture *fixture = *state;
    Journal *journal = open_log(fixture, JOURNAL_WRITE);
    append(journal, 0, "e2e4");
    append(journal, 1, "d2d4");
    append(journal, 2, "c2c4");
    journal_close(journal);
    char *whole = read_text(fixture->path);
    for (size_t length = 0; length <= strlen(whole); length++) {
        char *torn = strndup(whole, length);
        int lines = 0;
        for (const char *c = torn; *c; c++)
            lines += *c == '\n';
        write_text(fixture->path, torn);
        assert_int_equal(journal_is_new(fixture->path), lines == 0);
        if (lines > 0) {
            journal = open_log(fixture, JOURNAL_READ);
            for (int i = 0; i < 3; i++)
                assert_int_equal(journal_has(journal, i), lines > i + 1);
            journal_close(journal);
        }
        journal = open_log(fixture, JOURNAL_WRITE);
        for (int i = 0; i < 3; i++)
            assert_int_equal(journal_has(journal, i), lines > i + 1);
        append(journal, 5, "g1f3");
        assert_game(journal, 5, "g1f3");
        journal_close(journal);
        journal = open_log(fixture, JOURNAL_READ);
        assert_game(journal, 5, "g1f3");
        if (lines > 1)
            assert_game(journal, 0, "e2e4");
        journal_close(journal);
        free(torn);
    }
    free(whole);
}

static void assert_refused(const JournalFixture *fixture, JournalMode mode, const char *reason) {
    Error error = {.text = ""};
    Journal *journal = journal_open(fixture->path, mode, fixture->header, SIZE, &error);
    assert_null(journal);
    assert_non_null(strstr(error.text, fixture->path));
    assert_says(&error, reason);
}

static void test_wrong_logs(void **state) {
    static const char header[] = HEADER "\n";
    static const struct {
        const char *games;
        const char *reason;
    } wrong[] = {
        {"{\"game\":1}\n{\"game\":1}\n", ":3: this game is already in the log"},
        {"{\"game\":0}\n", ":2: not a game"},
        {"{\"game\":21}\n", ":2: not a game"},
        {"{\"game\":\"1\"}\n", ":2: not a game"},
        {"[1]\n", ":2: not a game"},
        {"\n", ":2: "},
        {"{\"game\":1}\nnonsense\n", ":3: "},
        {"{\"game\":1\n", ":2: "},
    };
    const JournalFixture *fixture = *state;
    char text[200];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(text, sizeof text, "%s%s", header, wrong[i].games);
        write_text(fixture->path, text);
        assert_refused(fixture, JOURNAL_READ, wrong[i].reason);
        assert_refused(fixture, JOURNAL_WRITE, wrong[i].reason);
        char *after = read_text(fixture->path);
        assert_string_equal(after, text);
        free(after);
    }
    write_text(fixture->path, "{\"log\":\"misere-referee 1\",\"date\":\"2026.11.22\"}\n");
    assert_refused(fixture, JOURNAL_WRITE, "another tournament");
    write_text(fixture->path, "[Event \"x\"]\n");
    Error error;
    assert_null(journal_header(fixture->path, &error));
    write_text(fixture->path, "{\"x\":1}\n");
    assert_null(journal_header(fixture->path, &error));
    assert_non_null(strstr(error.text, "not a misere-referee log"));
    unlink(fixture->path);
    assert_null(journal_header(fixture->path, &error));
    assert_refused(fixture, JOURNAL_READ, "No such file");
}

static void test_one_writer(void **state) {
    const JournalFixture *fixture = *state;
    Journal *journal = open_log(fixture, JOURNAL_WRITE);
    assert_refused(fixture, JOURNAL_WRITE, "another referee");
    journal_close(open_log(fixture, JOURNAL_READ));
    journal_close(journal);
    journal_close(open_log(fixture, JOURNAL_WRITE));
}

/* Tries to append a game while the disk has room for only part of its line. */
static bool append_to_full_disk(const JournalFixture *fixture, Journal *journal, const char *line,
                                Error *error) {
    struct rlimit limit, usual;
    struct stat status;
    assert_int_equal(stat(fixture->path, &status), 0);
    getrlimit(RLIMIT_FSIZE, &usual);
    limit = usual;
    limit.rlim_cur = (rlim_t)status.st_size + 10;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
    bool appended = journal_append(journal, 1, line, error);
    setrlimit(RLIMIT_FSIZE, &usual);
    return appended;
}

/* On a full disk the log stays as it was. */
static void test_full_disk(void **state) {
    const JournalFixture *fixture = *state;
    Journal *journal = open_log(fixture, JOURNAL_WRITE);
    append(journal, 0, "e2e4");
    char *before = read_text(fixture->path);
    char *line = game(1, "d2d4 d7d5 c2c4");
    Error error;
    assert_false(append_to_full_disk(fixture, journal, line, &error));
    assert_non_null(strstr(error.text, fixture->path));
    char *after = read_text(fixture->path);
    assert_string_equal(after, before);
    assert_false(journal_has(journal, 1));
    assert_true(journal_append(journal, 1, line, &error));
    assert_game(journal, 1, "d2d4 d7d5 c2c4");
    free(line);
    journal_close(journal);
    free(before);
    free(after);
}

/* Nothing follows an incomplete line that cannot be removed, and the log can be opened again. */
static void test_incomplete_line_stays_last(void **state) {
    const JournalFixture *fixture = *state;
    Journal *journal = open_log(fixture, JOURNAL_WRITE);
    append(journal, 0, "e2e4");
    char *line = game(1, "d2d4 d7d5 c2c4");
    Error error = {.text = ""};
    *fault = (FailingCall){"ftruncate", 0, EIO};
    assert_false(append_to_full_disk(fixture, journal, line, &error));
    assert_true(fault->left < 0);
    *fault = (FailingCall){.name = NULL};
    assert_non_null(strstr(error.text, "File too large"));
    assert_false(journal_append(journal, 1, line, &error));
    assert_non_null(strstr(error.text, "an earlier write failed and left an incomplete line"));
    assert_non_null(strstr(error.text, fixture->path));
    assert_false(journal_has(journal, 1));
    assert_game(journal, 0, "e2e4");
    journal_close(journal);
    journal = open_log(fixture, JOURNAL_WRITE);
    assert_game(journal, 0, "e2e4");
    assert_false(journal_has(journal, 1));
    assert_true(journal_append(journal, 1, line, &error));
    journal_close(journal);
    journal_close(open_log(fixture, JOURNAL_READ));
    free(line);
}

/* Files that are not regular are refused, without waiting for them. */
static void test_devices(void **state) {
    const JournalFixture *fixture = *state;
    Error error;
    assert_int_equal(mkfifo(fixture->path, 0600), 0);
    assert_null(journal_header(fixture->path, &error));
    assert_refused(fixture, JOURNAL_WRITE, "not a regular file");
    assert_null(journal_open("/dev/zero", JOURNAL_READ, NULL, SIZE, &error));
    assert_non_null(strstr(error.text, "not a regular file"));
}

/* A log that cannot be read is not called another file. */
static void test_unreadable(void **state) {
    const JournalFixture *fixture = *state;
    Error error;
    assert_null(journal_header("/proc/self/mem", &error)); /* its first page is not mapped */
    assert_non_null(strstr(error.text, ":1: not a misere-referee log: the line cannot be read"));
    write_text(fixture->path, "");
    assert_null(journal_header(fixture->path, &error));
    assert_non_null(strstr(error.text, ":1: not a misere-referee log"));
    assert_null(strstr(error.text, "cannot be read"));
    assert_null(journal_header(fixture->other, &error));
    assert_non_null(strstr(error.text, "No such file"));
}

/* A line that someone shortens while the log is open is not handed out. */
static void test_truncated_in_use(void **state) {
    const JournalFixture *fixture = *state;
    Error error;
    Journal *journal = open_log(fixture, JOURNAL_WRITE);
    append(journal, 3, "e2e4");
    assert_int_equal(truncate(fixture->path, sizeof HEADER + 5), 0);
    assert_null(journal_line(journal, 3, &error));
    assert_non_null(strstr(error.text, "the file was truncated while in use"));
    assert_false(
        journal_merge(fixture->other, &(JournalSources){fixture->header, &journal, 1}, &error));
    assert_non_null(strstr(error.text, "truncated"));
    assert_int_equal(access(fixture->other, F_OK), -1);
    journal_close(journal);
}

static void test_merging(void **state) {
    const JournalFixture *fixture = *state;
    Error error;
    Journal *logs[2] = {open_log(fixture, JOURNAL_WRITE),
                        journal_open(fixture->other, JOURNAL_WRITE, fixture->header, SIZE, NULL)};
    JournalSources sources = {fixture->header, logs, 2};
    append(logs[0], 4, "e2e4");
    append(logs[0], 1, "d2d4");
    append(logs[1], 3, "c2c4");
    append(logs[1], 4, "e2e4");
    assert_true(journal_merge(fixture->path, &sources, &error));
    char *text = read_text(fixture->path);
    assert_string_equal(text, HEADER "\n"
                                     "{\"game\":2,\"turns\":\"d2d4\"}\n"
                                     "{\"game\":4,\"turns\":\"c2c4\"}\n"
                                     "{\"game\":5,\"turns\":\"e2e4\"}\n");
    append(logs[0], 9, "g1f3");
    append(logs[1], 9, "b1c3");
    assert_false(journal_merge(fixture->path, &sources, &error));
    assert_non_null(strstr(error.text, "game 10"));
    char *after = read_text(fixture->path);
    assert_string_equal(after, text);
    free(after);
    free(text);
    journal_close(logs[0]);
    journal_close(logs[1]);
}

#define test_in_folder(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        test_in_folder(test_games_come_back), test_in_folder(test_torn_at_every_byte),
        test_in_folder(test_wrong_logs),      test_in_folder(test_one_writer),
        test_in_folder(test_full_disk),       test_in_folder(test_devices),
        test_in_folder(test_unreadable),      test_in_folder(test_truncated_in_use),
        test_in_folder(test_merging),         test_in_folder(test_incomplete_line_stays_last),
    };
    return !share_fault() || test_run("journal", tests);
}
