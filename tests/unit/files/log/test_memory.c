/* Logs, their headers and puzzles, when each allocation in turn fails. */
#include "unit/failing_allocations.h"
#include "unit/temporary_folder.h"

#include "files/log/journal.h"
#include "files/log/log_entry.h"
#include "files/log/log_json.h"
#include "files/log/log_reader.h"
#include "files/log/puzzle_entry.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char ENTRY[] =
    "{\"game\":1,\"result\":\"0-1\",\"reason\":\"resignation\",\"fen\":"
    "\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\",\"opening\":1,\"turns\":"
    "\"g1f3 g8f6 "
    "f3g1\",\"scores\":[-35,\"#3\"],\"depths\":[0,1,0],\"nodes\":[0,12,0],\"us\":[65,21,7],"
    "\"clocks\":[10000,9900,9800]}";

static const char *const ARGUMENTS[] = {"--ruleset", "losers"};
static LogPlayerFile files[] = {{"program", 1}, {"argument 1", 2}};
static const LogPlayer PLAYERS[] = {{"A", "Mock", files, 2}, {"B", NULL, NULL, 0}};
static const LogHeaderFields FIELDS = {"2026.11.23", "0123", ARGUMENTS, 2, PLAYERS, 2, 4};

static bool write_log(ScenarioResult *result, Error *error) {
    unlink("log");
    LogHeader *header = log_header_new(&FIELDS, error);
    Journal *journal = header ? journal_open("log", JOURNAL_WRITE, header, 9, error) : NULL;
    bool done = journal && journal_append(journal, 0, ENTRY, error);
    char *line = done ? journal_line(journal, 0, error) : NULL;
    if (line)
        scenario_note(result, "%s", line);
    done = line && journal_merge("merged", &(JournalSources){header, &journal, 1}, error);
    if (done) {
        scenario_note_file(result, "log");
        scenario_note_file(result, "merged");
    }
    free(line);
    journal_close(journal);
    log_header_free(header);
    return done;
}

static void note_game(ScenarioResult *result, const StoredGame *stored) {
    scenario_note(result, "%d turns, %d of the opening, %s %s", stored->game.count,
                  stored->opening_turns, stored_game_result(stored), stored_game_reason(stored));
    for (int i = 0; i < stored->game.count; i++) {
        TurnEvaluation evaluation = stored_game_evaluation(stored, i);
        scenario_note(result,
                      "turn %d: score %d %d %d, depth %d, %" PRId64 " nodes, %" PRId64 " us", i,
                      evaluation.has_score, evaluation.is_mate, evaluation.score, evaluation.depth,
                      evaluation.nodes, evaluation.elapsed_us);
    }
}

/* The log is opened again to continue it, and read. */
static bool read_log(ScenarioResult *result, Error *error) {
    StoredGame stored;
    LogHeader *header = journal_header("log", error);
    Journal *journal = header ? journal_open("log", JOURNAL_WRITE, header, 9, error) : NULL;
    bool done = journal != NULL;
    journal_close(journal);
    log_header_free(header);
    LogReader *log = done ? log_reader_open("log", error) : NULL;
    done = log && log_reader_next(log, &stored, error) == LOG_READER_GAME;
    if (done) {
        note_game(result, &stored);
        stored_game_free(&stored);
    }
    log_reader_close(log);
    return done;
}

/* A game's line is whole, or not written at all. */
static bool write_entry(ScenarioResult *result, Error *error) {
    static const TurnEvaluation evaluation = {
        .has_score = true, .is_mate = true, .score = 3, .depth = 9, .nodes = 77, .elapsed_us = 5};
    StoredGame stored;
    LogPosition position = {.number = 41, .round = 2};
    stored_game_init(&stored, ruleset_find("losers"));
    bool done =
        game_play_text(&stored.game, "g1f3", 9900, error) &&
        (stored_game_set_evaluation(&stored, 0, &evaluation) || error_set(error, "out of memory"));
    stored_game_terminate(&stored, TERMINATION_RESIGNATION, BLACK, "had enough");
    char *line = done ? log_entry_write(&stored, &position, true) : NULL;
    if (done && !line)
        done = error_set(error, "out of memory");
    if (line) {
        assert_string_equal(line,
                            "{\"game\":42,\"round\":3,\"white\":\"\",\"black\":\"\","
                            "\"result\":\"1-0\",\"reason\":\"resignation\","
                            "\"detail\":\"had enough\","
                            "\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\","
                            "\"opening\":0,\"turns\":\"g1f3\",\"scores\":[\"#3\"],"
                            "\"depths\":[9],\"nodes\":[77],\"us\":[5],\"clocks\":[9900]}");
        scenario_note(result, "%s", line);
    }
    free(line);
    stored_game_free(&stored);
    return done;
}

static void test_logs(void **state) {
    static ScenarioResult written;
    Error error;
    each_allocation_fails(write_entry, NULL);
    each_allocation_fails(write_log, NULL);
    assert_true(write_log(&written, &error));
    each_allocation_fails(read_log, NULL);
}

static bool write_puzzle(ScenarioResult *result, Error *error) {
    PuzzleEntry entry = {.ruleset = "losers",
                         .fen = "8/8 w - - 0 1",
                         .solution = "e2e4 e7e5 d2d4",
                         .reason = "checkmate",
                         .length = 2,
                         .log = "a.jsonl"};
    char *text = puzzle_entry_write(&entry);
    bool done = text || error_set(error, "out of memory");
    if (text) {
        assert_non_null(strstr(text, "[\"e2e4\",\"e7e5\",\"d2d4\"]"));
        scenario_note(result, "%s", text);
    }
    free(text);
    return done;
}

static void test_puzzles(void **state) {
    each_allocation_fails(write_puzzle, NULL);
}

enum { STRING_MAX = 140 };

static int string_length;

/* A string that ends with an escaped character. jansson's buffer grows in the middle of it or at
 * its quote, depending on the length. */
static bool parse_string(ScenarioResult *result, Error *error) {
    char line[STRING_MAX + 16], expected[STRING_MAX + 16];
    snprintf(line, sizeof line, "[\"%0*d\\u00e9\"]", string_length, 0);
    snprintf(expected, sizeof expected, "%0*d\xc3\xa9", string_length, 0);
    json_t *json = log_json_parse(line, strlen(line), error);
    if (json) {
        assert_string_equal(json_string_value(json_array_get(json, 0)), expected);
        scenario_note(result, "%s", json_string_value(json_array_get(json, 0)));
    }
    json_decref(json);
    return json != NULL;
}

static void test_strings(void **state) {
    for (string_length = 1; string_length <= STRING_MAX; string_length++)
        each_allocation_fails(parse_string, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_logs),
        cmocka_unit_test(test_puzzles),
        cmocka_unit_test(test_strings),
    };
    return test_run_in_folder("memory of logs", tests);
}
