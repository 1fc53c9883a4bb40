/* Commands that wait for the end of a search: meanwhile the server goes on listening. What a long
 * search says. */
/* tags: threads */
#include "unit/hand_clock.h"
#include "unit/uci/server.h"

#include <unistd.h>

#define D4 "position startpos moves d2d4"
#define E4 "position startpos moves e2e4"

static const char FEN_D4[] = "\nFen: rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b - - 0 1\n";
static const char FEN_E4[] = "\nFen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1\n";

/* The thread of uci_loop. */
static struct {
    Thread thread;
    FILE *in;
    int write_end; /* write end of the pipe from which `in` reads */
} loop;

/* --- uci_submit --- */

static bool submit(Server *server, const char *command) {
    char *line = strdup(command);
    assert_non_null(line);
    bool goes_on = uci_submit(server->uci, line);
    free(line);
    return goes_on;
}

static void check_printed(Server *server, const char *part, int times) {
    char *printed = capture_take(server->capture);
    if (count_parts(printed, part) != times)
        fail_msg("not %d times '%s': '%s'", times, part, printed);
    free(printed);
}

/* Does the text contain these parts, in this order? The list ends with NULL. */
static void check_order(const char *text, const char *const parts[]) {
    const char *at = text;
    for (int i = 0; parts[i]; i++) {
        const char *found = strstr(at, parts[i]);
        if (!found)
            fail_msg("'%s' is missing or too early in '%s'", parts[i], text);
        at = found + strlen(parts[i]);
    }
}

/* The clock stands, so that no search ends because its time is over. */
static void let_searches_run(void) {
    hand_clock_readings_take_ms(0);
}

/* The clock goes on whenever a search looks at it. */
static void end_searches_soon(void) {
    hand_clock_readings_take_ms(1);
}

/* `isready` waits with the other commands; `stop` is heard at once, and ends the searches that were
 * waiting, too. */
static void test_stop_overtakes(void **state) {
    static const char *const ORDER[] = {"bestmove ", FEN_E4,    "bestmove ", "readyok",
                                        FEN_D4,      "unknown", NULL};
    static const char *const COMMANDS[] = {"go depth 100", E4,         "d",         "go depth 100",
                                           "ponderhit",    D4,         "\tisready", "d",
                                           "go mate 100",  "nonsense", "d"};
    Server *server = *state;
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++)
        assert_true(submit(server, COMMANDS[i]));
    assert_true(uci_is_busy(server->uci));
    check_printed(server, "bestmove ", 0);
    assert_true(submit(server, "stop"));
    assert_true(uci_wait(server->uci));
    assert_false(uci_is_busy(server->uci));
    char *printed = capture_take(server->capture);
    check_order(printed, ORDER);
    assert_int_equal(count_parts(printed, "bestmove "), 3);
    assert_int_equal(uci_error_count(server->uci), 1);
    free(printed);
}

static void test_stop_ends_a_perft(void **state) {
    Server *server = *state;
    assert_true(submit(server, "go perft 100"));
    assert_true(submit(server, "setoption name Hash value 1"));
    assert_true(submit(server, "bench 100"));
    assert_true(submit(server, "stop"));
    assert_true(uci_wait(server->uci));
    check_printed(server, ": stopped before the end\n", 2);
}

/* `quit` ends searches, but a position that waited is still set: it may be the end of a game. */
static void test_quit_overtakes(void **state) {
    Server *server = *state;
    assert_true(submit(server, "go depth 100"));
    assert_true(submit(server, E4));
    assert_true(submit(server, "go depth 100"));
    assert_true(submit(server, "d"));
    assert_false(submit(server, "quit"));
    assert_true(uci_wait(server->uci));
    char *printed = capture_take(server->capture);
    assert_int_equal(count_parts(printed, "bestmove "), 2);
    assert_non_null(strstr(printed, FEN_E4));
    free(printed);
}

static void test_quit_finishes_a_perft(void **state) {
    Server *server = *state;
    assert_true(submit(server, "go perft 4"));
    assert_true(submit(server, E4));
    assert_true(submit(server, "go perft 1"));
    assert_false(submit(server, "quit"));
    assert_true(uci_wait(server->uci));
    check_printed(server, "Nodes searched: ", 2);
}

/* A search that waits may be one that only `stop` ends; what comes after it is then refused. */
static void test_an_infinite_search_waits(void **state) {
    Server *server = *state;
    let_searches_run();
    assert_true(submit(server, "go movetime 20"));
    assert_true(submit(server, "go infinite"));
    assert_true(submit(server, D4));
    end_searches_soon();
    while (!uci_resume(server->uci))
        clock_sleep_ms(1);
    assert_false(uci_resume(server->uci));
    assert_int_equal(uci_error_count(server->uci), 1);
    assert_false(uci_wait(server->uci));
    assert_true(submit(server, "stop"));
    assert_true(uci_wait(server->uci));
    check_printed(server, "bestmove ", 2);
}

/* `wait` first executes the commands that are waiting, and then waits for the last search. */
static void test_wait_waits_for_all(void **state) {
    static const char *const ORDER[] = {"bestmove ", FEN_E4, "bestmove ", NULL};
    Server *server = *state;
    let_searches_run();
    assert_true(submit(server, "go movetime 20"));
    assert_true(submit(server, E4));
    assert_true(submit(server, "d"));
    assert_true(submit(server, "go movetime 20"));
    end_searches_soon();
    assert_true(submit(server, "wait"));
    assert_false(uci_is_busy(server->uci));
    char *printed = capture_take(server->capture);
    check_order(printed, ORDER);
    free(printed);
}

/* A full queue loses nothing, and keeps the order. */
static void test_a_full_queue(void **state) {
    static const char *const ORDER[] = {"bestmove ", "'x", "'y", FEN_E4, NULL};
    enum { LONG = 8 << 20 };
    Server *server = *state;
    char *line = malloc(LONG + 1);
    assert_non_null(line);
    let_searches_run();
    assert_true(submit(server, "go movetime 20"));
    assert_true(submit(server, E4));
    end_searches_soon();
    for (int i = 0; i < 2; i++) {
        memset(line, 'x' + i, LONG);
        line[LONG] = '\0';
        assert_true(uci_submit(server->uci, line));
    }
    assert_true(submit(server, "d"));
    free(line);
    assert_true(uci_wait(server->uci));
    char *printed = capture_take(server->capture);
    check_order(printed, ORDER);
    free(printed);
}

/* --- reports --- */

/* A search of three seconds says which half-move it searches. */
static void test_currmove(void **state) {
    Server *server = *state;
    int depth, number;
    char move[5];
    let_searches_run();
    assert_true(submit(server, "go infinite"));
    capture_await(server->capture, "info depth 5 ");
    check_printed(server, "currmove", 0);
    hand_clock_turn_ms(3000);
    capture_await(server->capture, "currmove ");
    assert_true(submit(server, "stop"));
    assert_true(uci_wait(server->uci));
    char *printed = capture_take(server->capture);
    const char *line = strstr(printed, " currmove ");
    while (line > printed && line[-1] != '\n')
        line--;
    assert_int_equal(sscanf(line, "info depth %d currmove %4[a-h1-8] currmovenumber %d\n", &depth,
                            move, &number),
                     3);
    assert_in_range(depth, 5, 200);
    assert_int_equal(strlen(move), 4);
    assert_in_range(number, 1, 20);
    assert_int_equal(count_parts(printed, "bestmove "), 1);
    free(printed);
}

/* --- uci_loop --- */

static void *run_loop(void *context) {
    Server *server = context;
    assert_int_equal(uci_loop(server->uci, loop.in), UCI_ENDED);
    return NULL;
}

static void start_loop(Server *server) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    loop.in = fdopen(ends[0], "r");
    loop.write_end = ends[1];
    assert_true(loop.in && thread_start(&loop.thread, run_loop, server));
}

static void send_lines(const char *lines) {
    assert_int_equal(write(loop.write_end, lines, strlen(lines)), strlen(lines));
}

/* Ends the input and waits for the end of the loop. */
static void end_loop(void) {
    close(loop.write_end);
    thread_join(&loop.thread);
    fclose(loop.in);
}

/* What waits is executed when the search has ended, without more input. */
static void test_the_loop_wakes_up(void **state) {
    Server *server = *state;
    end_searches_soon();
    start_loop(server);
    for (int i = 0; i < 20; i++) {
        send_lines(i % 2 ? "go perft 3\n" E4 "\nd\n" : "go movetime 5\n" D4 "\nd\n");
        capture_await(server->capture, i % 2 ? FEN_E4 : FEN_D4);
        char *printed = capture_take(server->capture);
        assert_true(strstr(printed, i % 2 ? "Nodes searched: " : "bestmove ") <
                    strstr(printed, "\nFen: "));
        free(printed);
    }
    end_loop();
    assert_int_equal(uci_error_count(server->uci), 0);
}

static void test_the_loop_listens(void **state) {
    Server *server = *state;
    start_loop(server);
    send_lines("go depth 100\nisready\n" E4 "\nd\n");
    capture_await(server->capture, "readyok\n");
    check_printed(server, "bestmove ", 0);
    send_lines("stop\n");
    capture_await(server->capture, FEN_E4);
    check_printed(server, "bestmove ", 1);
    send_lines("go perft 100\n" D4 "\nd\nstop\n");
    capture_await(server->capture, FEN_D4);
    send_lines("go depth 100\n" E4 "\nquit\n");
    thread_join(&loop.thread);
    close(loop.write_end);
    fclose(loop.in);
    check_printed(server, "bestmove ", 1);
}

/* Prints to the capture, and sends commands as soon as `bestmove` is printed, before the thread
 * that prints it has gone on. */
static bool react(void *context, const char *bytes, size_t size) {
    Server *server = context;
    if (memmem(bytes, size, "bestmove", strlen("bestmove")))
        send_lines(E4 "\nd\nisready\n");
    return capture_write(server->capture, bytes, size);
}

/* Even if the engine is still busy when a client reacts to `bestmove`, `isready` comes last. */
static void test_commands_after_bestmove(void **state) {
    static const char *const ORDER[] = {"bestmove ", FEN_E4, "readyok\n", NULL};
    Server *server = *state;
    FILE *out = stream_to_writer(react, server);
    assert_non_null(out);
    uci_free(server->uci);
    server->uci = uci_new(out, (FileAccess){.only = NULL});
    assert_non_null(server->uci);
    start_loop(server);
    for (int i = 0; i < 500; i++) {
        send_lines("go depth 1\n");
        capture_await(server->capture, "readyok\n");
        capture_await(server->capture, FEN_E4);
        char *printed = capture_take(server->capture);
        check_order(printed, ORDER);
        free(printed);
    }
    end_loop();
    uci_free(server->uci);
    server->uci = NULL;
    fclose(out);
}

/* At the end of the input all commands are executed; only the last search is cut short. */
static void test_end_of_input(void **state) {
    static const char *const ORDER[] = {"info depth 3 ", "bestmove ", FEN_E4, "info depth 3 ",
                                        "bestmove ",     FEN_D4,      NULL};
    Server *server = *state;
    start_loop(server);
    send_lines("go depth 3\n" E4 "\nd\ngo depth 3\n" D4 "\nd\ngo depth 100\n");
    end_loop();
    char *printed = capture_take(server->capture);
    check_order(printed, ORDER);
    assert_int_equal(count_parts(printed, "bestmove "), 3);
    free(printed);
}

#define server_test(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        server_test(test_stop_overtakes),
        server_test(test_stop_ends_a_perft),
        server_test(test_quit_overtakes),
        server_test(test_quit_finishes_a_perft),
        server_test(test_an_infinite_search_waits),
        server_test(test_wait_waits_for_all),
        server_test(test_a_full_queue),
        server_test(test_currmove),
        server_test(test_the_loop_wakes_up),
        server_test(test_the_loop_listens),
        server_test(test_commands_after_bestmove),
        server_test(test_end_of_input),
    };
    return test_run("commands that wait", tests);
}
