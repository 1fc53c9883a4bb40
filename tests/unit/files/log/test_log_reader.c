/* Reading the referee's logs: games, their openings and results, and bad lines. */
#include "unit/errors.h"

#include "files/log/log_reader.h"
#include "files/model/result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEADER "{\"log\":\"misere-referee 1\",\"arguments\":[\"--ruleset\",\"losers\"]}\n"
#define START  "\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\""

static char path[] = "/tmp/misere-gamelog-XXXXXX";

static LogReader *open_text(const char *text) {
    Error error;
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    LogReader *log = log_reader_open(path, &error);
    assert_done(log, &error);
    return log;
}

static void test_games_are_read(void **state) {
    StoredGame stored;
    LogReader *log =
        open_text(HEADER "{\"game\":1,\"result\":\"1-0\"," START
                         ",\"opening\":2,\"turns\":\"e2e3 b7b5 f1b5\"}\n"
                         "{\"game\":2,\"result\":\"1/2-1/2\"," START ",\"turns\":\"\"}\n"
                         "{\"game\":3,\"result\":\"0-1\"," START ",\"turns\":\"e2e4\"}");
    assert_int_equal(log_reader_next(log, &stored, NULL), LOG_READER_GAME);
    assert_string_equal(stored.game.start.rules->name, "losers");
    assert_int_equal(stored.game.count, 3);
    assert_int_equal(stored.opening_turns, 2);
    assert_int_equal(result_white_points(stored.result), 2);
    stored_game_free(&stored);
    assert_int_equal(log_reader_next(log, &stored, NULL), LOG_READER_GAME);
    assert_int_equal(stored.game.count, 0);
    assert_int_equal(result_white_points(stored.result), 1);
    stored_game_free(&stored);
    /* The third line is incomplete, as if the referee had been killed. */
    assert_int_equal(log_reader_next(log, &stored, NULL), LOG_READER_END);
    log_reader_close(log);
}

static void test_a_long_line_is_refused(void **state) {
    StoredGame stored;
    Error error;
    LogReader *log = open_text(HEADER);
    FILE *file = fopen(path, "a");
    assert_non_null(file);
    for (int i = 0; i < 17 * 1024; i++)
        fprintf(file, "%1024d", 0);
    fputc('\n', file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(log_reader_next(log, &stored, &error), LOG_READER_BAD);
    assert_non_null(strstr(error.text, ":2: the line is longer than 16 MiB"));
    log_reader_close(log);
}

static void test_bad_games(void **state) {
    static const struct {
        const char *line, *reason;
    } BAD[] = {
        {"nonsense", ":2: "},
        {"[]", ":2: '' is not a result"},
        {"{\"result\":\"2-0\"," START "}", "'2-0' is not a result"},
        {"{\"result\":\"1-0\",\"fen\":\"8/8\"}", ":2: "},
        {"{\"result\":\"1-0\"," START ",\"turns\":\"e2e5\"}", ":2: 'e2e5'"},
        {"{\"result\":\"1-0\"," START ",\"opening\":-1,\"turns\":\"e2e4\"}", "'opening'"},
        {"{\"result\":\"1-0\"," START ",\"opening\":2,\"turns\":\"e2e4\"}", "'opening'"},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        char text[512];
        StoredGame stored;
        Error error = {.text = ""};
        snprintf(text, sizeof text, HEADER "%s\n", BAD[i].line);
        LogReader *log = open_text(text);
        assert_int_equal(log_reader_next(log, &stored, &error), LOG_READER_BAD);
        assert_says(&error, BAD[i].reason);
        log_reader_close(log);
    }
}

static void test_other_files_are_refused(void **state) {
    static const char *const BAD[] = {
        "",      "text\n",          "{}\n",
        "[1]\n", "{\"log\":\"x\"}", "{\"log\":\"x\",\"arguments\":[\"--ruleset\",\"go\"]}\n"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        Error error = {.text = ""};
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(BAD[i], file);
        fclose(file);
        assert_null(log_reader_open(path, &error));
        assert_non_null(strstr(error.text, ": not a misere-referee log"));
    }
    assert_null(log_reader_open("/tmp", NULL));
    assert_null(log_reader_open("/nowhere/log.jsonl", NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_are_read),
        cmocka_unit_test(test_a_long_line_is_refused),
        cmocka_unit_test(test_bad_games),
        cmocka_unit_test(test_other_files_are_refused),
    };
    int fd = mkstemp(path);
    if (fd < 0 || close(fd) != 0)
        return 1;
    int failed = test_run("gamelog", tests);
    unlink(path);
    return failed;
}
