/* The server with threads, as on a page with shared memory. tests/wasm tests the server with
 * threads that take turns. */
/* tags: threads */
#include "unit/failing_allocations.h"

#include "base/os/clock.h"
#include "wasm/server.h"

#include <stdlib.h>
#include <string.h>

static int set_up(void **state) {
    *state = wasm_server_new();
    return *state ? 0 : -1;
}

static int tear_down(void **state) {
    wasm_server_free(*state);
    return 0;
}

/* Executes a line and returns what is printed until the server is in this state. */
static char *run_until(WasmServer *server, const char *line, WasmServerState state) {
    char *all = calloc(1, 1), *more;
    size_t size = 0;
    wasm_server_execute(server, line);
    for (;;) {
        wasm_server_run(server);
        WasmServerState now = wasm_server_state(server);
        while ((more = wasm_server_take_output(server))) {
            all = realloc(all, size + strlen(more) + 1);
            strcpy(all + size, more);
            size += strlen(more);
            free(more);
        }
        if (now == state)
            return all;
        clock_sleep_ms(1);
    }
}

static void check_answer(WasmServer *server, const char *line, const char *expected) {
    char *answer = run_until(server, line, WASM_SERVER_IDLE);
    assert_string_equal(answer, expected);
    free(answer);
}

/* Frees the text. */
static void check_ends(char *text, const char *end) {
    size_t length = strlen(text), end_length = strlen(end);
    assert_non_null(strstr(text, "bestmove "));
    assert_true(length >= end_length);
    assert_string_equal(text + length - end_length, end);
    free(text);
}

static void test_commands(void **state) {
    check_answer(*state, "isready", "readyok\n");
    check_answer(*state, "", "");
    check_answer(*state, "position startpos moves e2e4", "");
    check_answer(*state, "status", "status playing black\n");
    check_answer(*state, "fly", "info string error: word 1: unknown command 'fly'; try help\n");
}

static void test_search(void **state) {
    char *answer = run_until(*state, "go depth 4", WASM_SERVER_IDLE);
    assert_non_null(strstr(answer, "info depth 4 "));
    assert_non_null(strstr(answer, "\nbestmove "));
    free(answer);
}

static void test_stop(void **state) {
    free(run_until(*state, "go infinite", WASM_SERVER_WAITS));
    char *answer = run_until(*state, "isready", WASM_SERVER_WAITS);
    assert_non_null(strstr(answer, "readyok\n"));
    free(answer);
    answer = run_until(*state, "stop", WASM_SERVER_IDLE);
    assert_non_null(strstr(answer, "bestmove "));
    free(answer);
}

/* Commands that wait for a search do not keep the server from hearing `stop`. */
static void test_waiting(void **state) {
    wasm_server_execute(*state, "go depth 100");
    wasm_server_execute(*state, "position startpos moves e2e4");
    assert_int_not_equal(wasm_server_state(*state), WASM_SERVER_IDLE);
    wasm_server_execute(*state, "stop");
    check_ends(run_until(*state, "status", WASM_SERVER_IDLE), "status playing black\n");
    wasm_server_execute(*state, "go movetime 20");
    wasm_server_execute(*state, "position startpos moves e2e4 e7e5");
    check_ends(run_until(*state, "status", WASM_SERVER_IDLE), "status playing white\n");
}

static void test_quit(void **state) {
    wasm_server_execute(*state, "go infinite");
    wasm_server_execute(*state, "quit");
    assert_int_equal(wasm_server_state(*state), WASM_SERVER_QUIT);
    wasm_server_run(*state);
    assert_int_equal(wasm_server_state(*state), WASM_SERVER_QUIT);
}

/* Without memory the server either answers completely, says so, or quits. */
static bool converse(ScenarioResult *result, Error *error) {
    static const char ANSWERS[] = "readyok\nstatus playing black\n";
    WasmServer *server = wasm_server_new();
    if (!server)
        return error_set(error, "out of memory");
    wasm_server_execute(server, "isready");
    for (int i = 0; i < 2 && wasm_server_state(server) != WASM_SERVER_QUIT; i++)
        wasm_server_execute(server, i == 0 ? "position startpos moves e2e4" : "status");
    bool has_quit = wasm_server_state(server) == WASM_SERVER_QUIT;
    char *lines = wasm_server_take_output(server);
    if (!lines && !has_quit)
        lines = wasm_server_take_output(server);
    bool is_complete = lines && strcmp(lines, ANSWERS) == 0;
    if (lines && !is_complete && !has_quit && !strstr(lines, "out of memory"))
        fail_msg("the server goes on after '%s'", lines);
    if (is_complete)
        scenario_note(result, "%s", lines);
    free(lines);
    wasm_server_free(server);
    return is_complete || error_set(error, "out of memory");
}

static void test_memory(void **state) {
    each_allocation_fails(converse, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_commands, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_search, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stop, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_waiting, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_quit, set_up, tear_down),
        cmocka_unit_test(test_memory),
    };
    return test_run("wasm/server", tests);
}
