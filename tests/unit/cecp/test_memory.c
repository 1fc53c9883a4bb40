/* CECP sessions when each allocation in turn fails. */
#include "unit/capture.h"
#include "unit/failing_allocations.h"
#include "unit/temporary_folder.h"

#include "cecp/cecp.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static Capture *capture;

static const char INPUT[] =
    "protover 2\nsd 2\noption Threads=2\noption Experience File=experience\n"
    "option Debug Log File=log\n"
    "variant losers\nsetboard 4k3/8/8/8/8/1p6/8/N3K3 w - - 0 1\n"
    "usermove a1b3\nresult 0-1 {Black is bare}\nnew\nhint\nanalyze\n"
    "exit\nnew\nsd 2\nhard\npost\nusermove e2e4\n";

/* Does the output report a lack of memory? */
static bool is_told(const char *said) {
    return strstr(said, "out of memory") || strstr(said, "Not enough memory") ||
           strstr(said, "cannot start");
}

/* Notes which answers there are: to `hint`, the engine's turn, and the reply that it expects; not
 * what they say, which differs from run to run with two threads. */
static void note_answers(ScenarioResult *result, const char *said) {
    const char *hint = strstr(said, "\nHint: "), *move = hint ? strstr(hint, "\nmove ") : NULL;
    scenario_note(result, "hint: %d, move: %d, reply: %d, experience: %d", hint != NULL,
                  move != NULL, move && strstr(move, "\nHint: "), path_exists("experience"));
}

/* Executes the lines. Also fails if the output reports a lack of memory. */
static bool converse(const char *lines, Error *error) {
    unlink("experience");
    capture->length = 0;
    capture->text[0] = '\0';
    FILE *in = stream_from_bytes(lines, strlen(lines));
    if (!in)
        return error_set(error, "out of memory");
    bool done = cecp_loop(in, capture->stream, (FileAccess){.only = NULL});
    fclose(in);
    return (done && !is_told(capture->text)) || error_set(error, "out of memory");
}

static bool play_and_learn(ScenarioResult *result, Error *error) {
    bool done = converse(INPUT, error);
    note_answers(result, capture->text);
    return done;
}

static void test_session(void **state) {
    each_allocation_fails(play_and_learn, NULL);
}

/* Another variant, where a capture is compulsory, and then the one that is the default. */
static bool change_variants(ScenarioResult *result, Error *error) {
    static const char LINES[] = "variant losers\nsetboard 4k3/8/8/8/7p/1p6/8/N3K3 w - - 0 1\nhint\n"
                                "new\nsd 1\nusermove e2e4\n";
    bool done = converse(LINES, error);
    char *rest = capture->text;
    for (char *line; (line = strsep(&rest, "\n"));)
        if (strncmp(line, "Hint: ", 6) == 0 || strncmp(line, "move ", 5) == 0)
            scenario_note(result, "%s", line);
    return done;
}

static void test_variants(void **state) {
    each_allocation_fails(change_variants, NULL);
}

/* A move that cannot be played for lack of memory is legal, and the next game can be played. */
static bool play_opponent(ScenarioResult *result, Error *error) {
    bool done = converse("new\nforce\nusermove e2e4\nnew\nsd 1\nusermove d2d4\n", error);
    const char *complaint = strstr(capture->text, "tellusererror Cannot play 'e2e4': ");
    bool has_moved = strstr(capture->text, "move ") != NULL;
    assert_null(strstr(capture->text, "Illegal"));
    assert_true(!complaint || strstr(capture->text, "Error (out of memory): e2e4\n"));
    if (complaint && !is_told(strchr(complaint, '\n')))
        assert_true(has_moved);
    scenario_note(result, "move: %d", has_moved);
    return done;
}

static void test_opponents_move(void **state) {
    each_allocation_fails(play_opponent, NULL);
}

/* The engine's move needs memory, as the game has no turns yet. */
static bool move(ScenarioResult *result, Error *error) {
    bool done = converse("new\nvariant losers\nsd 1\ngo\n?\n", error);
    /* The engine searches in any case; only playing the move may fail. */
    const char *complaint = strstr(capture->text, "telluser Not enough memory");
    if (complaint)
        assert_true(strstr(complaint, "\nmove ") || strstr(complaint, "\ntelluser Cannot play "));
    scenario_note(result, "move: %d, complaint: %d", strstr(capture->text, "move ") != NULL,
                  strstr(capture->text, "telluser") != NULL);
    return done;
}

static void test_moving(void **state) {
    each_allocation_fails(move, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_session),
        cmocka_unit_test(test_variants),
        cmocka_unit_test(test_opponents_move),
        cmocka_unit_test(test_moving),
    };
    capture = capture_new();
    int failed = test_run_in_folder("memory of CECP sessions", tests);
    capture_free(capture);
    return failed;
}
