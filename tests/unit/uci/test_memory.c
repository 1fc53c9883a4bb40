/* `go` when each allocation in turn fails: it is answered with a turn, and the next one, too. */
#include "unit/capture.h"
#include "unit/failing_allocations.h"

#include "uci/uci.h"

static Capture *capture;
static Uci *uci;

static void say(const char *command) {
    char line[128];
    snprintf(line, sizeof line, "%s", command);
    assert_true(uci_execute(uci, line));
}

static bool go(ScenarioResult *result, Error *error) {
    capture->length = 0;
    capture->text[0] = '\0';
    say("ucinewgame");
    say("go depth 2");
    assert_true(uci_wait(uci));
    const char *bestmove = strstr(capture->text, "bestmove ");
    const char *complaint = strstr(capture->text, "info string error: go: out of memory");
    assert_int_equal(count_parts(capture->text, "bestmove "), 1);
    assert_int_equal(strncmp(bestmove, "bestmove e4d5", strlen("bestmove e4d5")), 0);
    assert_true(!complaint || complaint < bestmove);
    scenario_note(result, "%s", bestmove);
    return !complaint || error_set(error, "out of memory");
}

static void test_go(void **state) {
    each_allocation_fails(go, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_go)};
    capture = capture_new();
    uci = uci_new(capture->stream, (FileAccess){.only = NULL});
    if (!uci)
        return 1;
    say("position startpos moves e2e4 d7d5"); /* a capture is compulsory */
    int failed = test_run("memory of the UCI server", tests);
    uci_free(uci);
    capture_free(capture);
    return failed;
}
