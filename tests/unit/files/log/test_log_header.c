/* Headers of logs: what is refused, and what they say about the tournament. */
#include "unit/testing.h"

#include "files/log/log_header.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static LogHeader *parse(const char *line) {
    Error error;
    LogHeader *header = log_header_parse(line, strlen(line), &error);
    if (!header)
        fail_msg("%s: %s", line, error.text);
    return header;
}

static void test_new_headers(void **state) {
    static const char *const ARGUMENTS[] = {"--ruleset", "losers", "Zo\xc3\xab"};
    static const char *const BAD[] = {"--ruleset", "\xff", "losers"};
    LogHeaderFields fields = {"2026.11.23", "0123", ARGUMENTS, 3, NULL, 0, 0};
    Error error;
    LogHeader *header = log_header_new(&fields, &error);
    assert_non_null(header);
    assert_true(log_header_check_version(header, &error));
    assert_string_equal(log_header_date(header), "2026.11.23");
    assert_int_equal(log_header_argument_count(header), 3);
    assert_string_equal(log_header_argument(header, 2), "Zo\xc3\xab");
    assert_string_equal(log_header_rules(header)->name, "losers");
    char *text = log_header_text(header);
    LogHeader *again = parse(text);
    assert_true(log_headers_equal(header, again));
    free(text);
    log_header_free(again);
    log_header_free(header);
    log_header_free(NULL);
    fields.arguments = BAD;
    assert_null(log_header_new(&fields, &error));
    assert_string_equal(error.text, "an argument on the command line is not UTF-8");
}

static void test_concurrency(void **state) {
    static const struct {
        const char *line;
        int concurrency;
    } CASES[] = {
        {"{\"log\":\"x\"}", 1},
        {"{\"log\":\"x\",\"concurrency\":7}", 7},
        {"{\"log\":\"x\",\"concurrency\":0}", 1},
        {"{\"log\":\"x\",\"concurrency\":-3}", 1},
        {"{\"log\":\"x\",\"concurrency\":99999999999}", 1},
        {"{\"log\":\"x\",\"concurrency\":\"5\"}", 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        LogHeader *header = parse(CASES[i].line);
        assert_int_equal(log_header_concurrency(header), CASES[i].concurrency);
        log_header_free(header);
    }
    LogHeader *header =
        log_header_new(&(LogHeaderFields){.date = "", .openings = "", .concurrency = 12}, NULL);
    assert_int_equal(log_header_concurrency(header), 12);
    log_header_free(header);
}

static LogHeader *header_of(const LogPlayer *player) {
    LogHeaderFields fields = {"2026.11.23", "0123", NULL, 0, player, player ? 1 : 0, 0};
    Error error;
    LogHeader *header = log_header_new(&fields, &error);
    assert_non_null(header);
    return header;
}

/* `expected`: the beginning of the error; NULL if there is none. */
static void check_players(const LogPlayer *log, const LogPlayer *now, const char *expected) {
    Error error = {.text = ""};
    LogHeader *a = header_of(log), *b = header_of(now);
    assert_int_equal(log_headers_check_players(a, b, &error), expected == NULL);
    if (expected)
        assert_memory_equal(error.text, expected, strlen(expected));
    log_header_free(a);
    log_header_free(b);
}

static void test_players(void **state) {
    LogPlayerFile one[] = {{"program", 1}, {"option.EvalFile", 2}};
    LogPlayerFile other[] = {{"program", 1}, {"option.EvalFile", 3}};
    LogPlayer log = {"A", "Mock 1", one, 2}, unnamed = {"A", NULL, one, 2};
    check_players(&log, &log, NULL);
    check_players(&log, &unnamed, NULL);
    check_players(&unnamed, &log, NULL);
    check_players(&log, &(LogPlayer){"A", "Mock 2", one, 2},
                  "player 'A': the program's own name is 'Mock 2' now, and was 'Mock 1' when");
    check_players(&log, &(LogPlayer){"A", "Mock 1", other, 2},
                  "player 'A': the hash of option.EvalFile is '0000000000000003' now, and was "
                  "'0000000000000002' when");
    check_players(&log, &(LogPlayer){"A", "Mock 1", one, 1},
                  "player 'A': the file of option.EvalFile, in use when this log was started, is");
    check_players(&(LogPlayer){"A", "Mock 1", one, 1}, &log, NULL);
    LogHeader *with = header_of(&log),
              *without = parse("{\"log\":\"misere-referee 1\",\"arguments\":[]}");
    assert_true(log_header_has_players(with));
    assert_false(log_header_has_players(without));
    assert_true(log_headers_check_players(without, with, NULL));
    log_header_free(with);
    log_header_free(without);
}

static void test_rulesets(void **state) {
    static const struct {
        const char *arguments, *rules; /* NULL: unknown */
    } CASES[] = {
        {"[]", "6170-spring-2007"},
        {"\"text\"", "6170-spring-2007"},
        {"[\"--ruleset\"]", "6170-spring-2007"},
        {"[\"--games\",\"7\",\"--ruleset\",\"losers\"]", "losers"},
        {"[7,8,\"--ruleset\",\"losers\"]", "losers"},
        {"[\"--ruleset\",7]", NULL},
        {"[\"--ruleset\",\"go\"]", NULL},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char line[256];
        snprintf(line, sizeof line, "{\"log\":\"misere-referee 1\",\"arguments\":%s}",
                 CASES[i].arguments);
        LogHeader *header = parse(line);
        const Ruleset *rules = log_header_rules(header);
        assert_int_equal(rules != NULL, CASES[i].rules != NULL);
        if (rules)
            assert_string_equal(rules->name, CASES[i].rules);
        log_header_free(header);
    }
}

static void test_versions(void **state) {
    Error error;
    LogHeader *header = parse("{\"log\":\"misere-referee 2\"}");
    assert_false(log_header_check_version(header, &error));
    assert_string_equal(error.text,
                        "the log's format is 'misere-referee 2', not 'misere-referee 1'");
    assert_null(log_header_date(header));
    assert_null(log_header_argument(header, 0));
    log_header_free(header);
    static const char *const BAD[] = {"", "{", "[]", "{}", "{\"log\":7}", "7"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        assert_null(log_header_parse(BAD[i], strlen(BAD[i]), &error));
        assert_int_equal(strncmp(error.text, "not a misere-referee log", 24), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_new_headers), cmocka_unit_test(test_concurrency),
        cmocka_unit_test(test_players),     cmocka_unit_test(test_rulesets),
        cmocka_unit_test(test_versions),
    };
    return test_run("log header", tests);
}
