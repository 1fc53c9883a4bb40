/* The UCI client: every kind of misbehaviour is reported as the right failure, at its deadline, and
 * neither processes nor file descriptors are leaked. The engine is tests/mocks/mock_engine.c; the
 * environment variable MOCK_ENGINE has its path. */
/* tags: threads */
#include "unit/errors.h"
#include "unit/hand_clock.h"

#include "client/client.h"
#include "client/uci_client.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    WAIT_MS = 5000,
    QUIT_MS = 5000,  /* how long a program has to end after `quit` */
    TERM_MS = 300,   /* and after SIGTERM */
    LIFE_MS = 60000, /* a time limit by the real clock, for what happens at once or never */
};

static int count_descriptors(void) {
    int count = 0;
    DIR *directory = opendir("/proc/self/fd");
    while (readdir(directory))
        count++;
    closedir(directory);
    return count;
}

/* Kills and reaps what a test left running, so that only that test fails. */
static void end_children(void) {
    FILE *list = fopen("/proc/thread-self/children", "r");
    for (int pid; list && fscanf(list, "%d", &pid) == 1;)
        kill(pid, SIGKILL);
    if (list)
        fclose(list);
    while (waitpid(-1, NULL, 0) > 0) {
    }
}

/* Runs around every test: checks that it leaks no descriptor and no child process. */
static int descriptors_before(void **state) {
    static int count;
    hand_clock_let_pass_ms(0, 0);
    hand_clock_answers_take_ms(0);
    count = count_descriptors();
    *state = &count;
    return 0;
}

static int nothing_left(void **state) {
    const int *before = *state;
    int now = count_descriptors();
    if (now != *before)
        print_error("%d descriptors, %d before\n", now, *before);
    int waited = waitpid(-1, NULL, WNOHANG);
    bool no_child = waited < 0 && errno == ECHILD;
    if (!no_child) {
        print_error("a child process is left over\n");
        end_children();
    }
    return now == *before && no_child ? 0 : -1;
}

/* Starts the mock with up to two flags, NULL for none. */
static Client *start_logged(const char *flag, const char *flag2, int timeout_ms, FILE *transcript,
                            Error *error) {
    const char *argv[] = {getenv("MOCK_ENGINE"), flag, flag ? flag2 : NULL, NULL};
    ClientConfig config = {.argv = argv, .start_timeout_ms = timeout_ms, .transcript = transcript};
    return client_start(&config, error);
}

static Client *start_for(const char *flag, const char *flag2, int timeout_ms, Error *error) {
    return start_logged(flag, flag2, timeout_ms, NULL, error);
}

static Client *start(const char *flag, const char *flag2) {
    Error error = {.text = ""};
    Client *client = start_for(flag, flag2, WAIT_MS, &error);
    assert_done(client, &error);
    return client;
}

static bool go_depth(Client *client, int deadline_ms, ClientBestMove *answer, Error *error) {
    ClientLimits go = CLIENT_LIMITS_NONE;
    go.depth = 3;
    return uci_client_go(client, &go, deadline_ms, answer, error);
}

/* ---- A sound engine ---- */

static void test_handshake(void **state) {
    Client *client = start(NULL, NULL);
    assert_string_equal(client_name(client), "Mock 1.0");
    assert_true(client_has_option(client, "Hash"));
    assert_true(client_has_option(client, "move overhead"));
    assert_true(client_has_option(client, "Clear Hash"));
    assert_false(client_has_option(client, "Has"));
    assert_false(client_has_option(client, "Hash "));
    assert_false(client_has_option(client, "Overhead"));
    assert_false(client_has_option(client, ""));
    assert_true(process_alive(client->process));
    assert_int_equal(client_failure(client), CLIENT_FAILURE_NONE);
    int64_t before = clock_now_ms();
    client_stop(&client);
    assert_null(client);
    assert_passed_ms(before, 0);
    client_stop(&client);
    client_stop(NULL);
}

static void test_whole_game(void **state) {
    Error error = {.text = ""};
    ClientBestMove answer;
    Client *client = start(NULL, NULL);
    hand_clock_answers_take_ms(1);
    for (int game = 0; game < 20; game++) {
        assert_done(client_new_game(client, NULL, WAIT_MS, &error), &error);
        assert_done(
            uci_client_position(client, NULL, game ? "e2e4,e7e5 b1c3,gameover" : "", &error),
            &error);
        assert_done(client_wait_ready(client, WAIT_MS, &error), &error);
        assert_done(go_depth(client, WAIT_MS, &answer, &error), &error);
        assert_string_equal(answer.bestmove, "e2e4");
        assert_string_equal(answer.ponder, "e7e5");
        assert_in_range(answer.elapsed_us, 1, WAIT_MS * 1000);
        assert_string_equal(answer.pv, game ? "position startpos moves e2e4,e7e5 b1c3,gameover "
                                              "go depth 3"
                                            : "position startpos go depth 3");
    }
    client_stop(&client);
}

static void assert_go_sent(Client *client, ClientLimits go, const char *sent) {
    Error error = {.text = ""};
    ClientBestMove answer;
    assert_done(uci_client_go(client, &go, WAIT_MS, &answer, &error), &error);
    assert_string_equal(answer.pv, sent);
}

static void test_go_words(void **state) {
    Error error = {.text = ""};
    Client *client = start(NULL, NULL);
    assert_done(uci_client_position(client, "8/8/8/8/8/8/8/K1k5 w - - 0 1", NULL, &error), &error);
    ClientLimits all = {{60000, 0}, {100, 200}, 40, 7, 8, 9000000000, true};
    assert_go_sent(client, all,
                   "position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1 go infinite wtime 60000 btime 0 "
                   "winc 100 binc 200 movestogo 40 movetime 7 depth 8 nodes 9000000000");
    assert_done(uci_client_position(client, NULL, NULL, &error), &error);
    ClientLimits half = {.clock_ms = {-1, 5}, .increment_ms = {3, 0}};
    assert_go_sent(client, half, "position startpos go btime 5");
    half.moves_to_go = 1;
    assert_go_sent(client, half, "position startpos go btime 5 movestogo 1");
    ClientLimits most = {{INT64_MAX, INT64_MAX},
                         {INT64_MAX, INT64_MAX},
                         INT32_MAX,
                         INT64_MAX,
                         INT32_MAX,
                         INT64_MAX,
                         true};
    assert_go_sent(client, most,
                   "position startpos go infinite "
                   "wtime 9223372036854775807 btime 9223372036854775807 "
                   "winc 9223372036854775807 binc 9223372036854775807 movestogo 2147483647 "
                   "movetime 9223372036854775807 depth 2147483647 nodes 9223372036854775807");
    client_stop(&client);
}

static void test_refused_arguments(void **state) {
    Error error;
    ClientBestMove answer = {.bestmove = "x"};
    Client *client = start(NULL, NULL);
    assert_false(client_set_option(client, "No Such Option", "1", &error));
    assert_says(&error, "Mock 1.0: has no option 'No Such Option'");
    assert_false(client_set_option(client, "Hash", "1\nquit", &error));
    assert_says(&error, "Mock 1.0: option Hash: '1?quit' is not a number from 1 to 1024");
    assert_false(uci_client_position(client, NULL, "e2e4\nquit", &error));
    assert_says(&error, "control character");
    ClientLimits nothing = CLIENT_LIMITS_NONE;
    assert_false(uci_client_go(client, &nothing, WAIT_MS, &answer, &error));
    assert_says(&error, "the search has no limit");
    assert_string_equal(answer.bestmove, "");
    assert_false(client_stop_search(client, WAIT_MS, &answer, &error));
    assert_says(&error, "no search to stop");
    assert_false(client_set_option(client, "No Such Option", "1", NULL));
    assert_int_equal(client_failure(client), CLIENT_FAILURE_NONE);
    assert_true(process_alive(client->process));
    assert_done(client_set_option(client, "hash", "32", &error), &error);
    assert_done(client_set_option(client, "Clear Hash", NULL, &error), &error);
    assert_done(go_depth(client, WAIT_MS, &answer, &error), &error);
    assert_string_equal(answer.pv, "position startpos go depth 3");
    client_stop(&client);
}

static void test_info(void **state) {
    Error error;
    ClientBestMove answer;
    Client *client = start("search-go", NULL);
    assert_done(go_depth(client, WAIT_MS, &answer, &error), &error);
    assert_string_equal(answer.bestmove, "d2d3");
    assert_string_equal(answer.ponder, "");
    assert_int_equal(answer.depth, 5);
    assert_true(answer.has_score);
    assert_true(answer.is_mate);
    assert_int_equal(answer.score, -3);
    assert_string_equal(answer.pv, "d2d3 d7d6");
    assert_int_equal(answer.nodes, 6000);
    client_stop(&client);
}

static void test_long_pv_is_cut_after_a_move(void **state) {
    Error error;
    ClientBestMove answer;
    char moves[2 * CLIENT_PV_SIZE] = "a7a8q "; /* so that a plain cut would split a move */
    for (size_t i = 6; i + 5 < sizeof moves; i += 5)
        memcpy(moves + i, "a2a3 ", 6);
    Client *client = start(NULL, NULL);
    assert_done(uci_client_position(client, NULL, moves, &error), &error);
    assert_done(go_depth(client, WAIT_MS, &answer, &error), &error);
    size_t length = strlen(answer.pv);
    assert_in_range(length, CLIENT_PV_SIZE - 6, CLIENT_PV_SIZE - 1);
    assert_string_equal(answer.pv + length - 5, " a2a3");
    client_stop(&client);
}

static void test_transcript(void **state) {
    Error error;
    char text[4096];
    FILE *file = tmpfile();
    Client *client = start_logged("complain", "exit-go", WAIT_MS, file, &error);
    assert_non_null(client);
    assert_false(go_depth(client, WAIT_MS, NULL, &error));
    client_stop(&client);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    const char *in_order[] = {"] -> uci\n",
                              "] <! mock complains\n",
                              "] <- option name Clear Hash type button\n",
                              " Mock 1.0[",
                              "] <- uciok\n",
                              "] -> go depth 3\n",
                              "] !! exited with status 3\n"};
    const char *rest = text;
    for (size_t i = 0; i < sizeof in_order / sizeof in_order[0]; i++) {
        rest = strstr(rest, in_order[i]);
        if (!rest)
            fail_msg("'%s' is missing or out of order in:\n%s", in_order[i], text);
    }
}

static void test_transcript_in_memory(void **state) {
    Error error;
    char *text;
    size_t size;
    FILE *memory = open_memstream(&text, &size);
    Client *client = start_logged("complain", NULL, WAIT_MS, memory, &error);
    assert_non_null(client);
    client_stop(&client);
    fclose(memory);
    assert_non_null(strstr(text, "<- uciok\n"));
    assert_non_null(strstr(text, "-> quit\n"));
    assert_non_null(strstr(text, "<! mock complains\n"));
    free(text);
}

/* ---- Engines that do not start ---- */

static void assert_start_fails(const char *program, const char *reason) {
    Error error;
    const char *argv[] = {program, NULL};
    ClientConfig config = {.argv = argv, .start_timeout_ms = WAIT_MS};
    int64_t before = clock_now_ms();
    assert_null(client_start(&config, &error));
    assert_passed_ms(before, 0);
    assert_says(&error, program ? program : "");
    assert_says(&error, reason);
}

static void test_not_a_program(void **state) {
    assert_start_fails("/nonexistent/engine", "No such file or directory");
    assert_start_fails("/proc/self", "Permission denied");
    assert_start_fails("no-such-engine-in-path", "no such program");
    assert_start_fails("", "no program given");
    assert_start_fails(NULL, "no program given");
    assert_start_fails("true", "exited with status 0");
    assert_null(client_start(&(ClientConfig){.start_timeout_ms = WAIT_MS}, NULL));
}

static void test_program_in_path(void **state) {
    Error error;
    char *engine = strdup(getenv("MOCK_ENGINE"));
    char *path = strdup(getenv("PATH"));
    const char *argv[] = {basename(engine), NULL};
    char *copy = strdup(getenv("MOCK_ENGINE"));
    char directories[4096];
    snprintf(directories, sizeof directories, "/nonexistent::%s:/usr/bin", dirname(copy));
    setenv("PATH", directories, 1);
    Client *client =
        client_start(&(ClientConfig){.argv = argv, .start_timeout_ms = WAIT_MS}, &error);
    setenv("PATH", "/proc", 1);
    assert_start_fails("self", "no such program"); /* a directory */
    setenv("PATH", path, 1);
    free(engine);
    free(path);
    free(copy);
    assert_done(client, &error);
    client_stop(&client);
}

/* Once the engine has started, and has said that it ignores SIGTERM if it does, `passes_ms` may
 * pass. */
static void assert_mock_fails(const char *flag, const char *flag2, int timeout_ms,
                              const char *reason, int passes_ms) {
    Error error;
    int64_t before = clock_now_ms();
    bool ignores_term = flag2 && strcmp(flag2, "ignore-term") == 0;
    hand_clock_let_pass_ms(passes_ms, ignores_term ? 2 : 1);
    assert_null(start_for(flag, flag2, timeout_ms, &error));
    assert_passed_ms(before, passes_ms);
    assert_says(&error, reason);
}

static void test_bad_start(void **state) {
    assert_mock_fails("die-at-start", NULL, WAIT_MS, "exited with status 5", 0);
    assert_mock_fails("die-at-start", "grandchild", WAIT_MS, "exited with status 5", 0);
    assert_mock_fails("mute", NULL, 1000, "no uciok after 1000 ms", 1000);
    assert_mock_fails("mute", "ignore-term", 1000, "no uciok after 1000 ms", 1000 + TERM_MS);
    assert_mock_fails("slow-start", NULL, 50, "no uciok after 50 ms", 50);
    assert_mock_fails("flood-at-start", NULL, WAIT_MS, "MiB of output", 0);
    assert_mock_fails(NULL, NULL, 0, "", 0);
}

static void test_slow_start(void **state) {
    Client *client = start("slow-start", NULL);
    client_stop(&client);
}

static void test_odd_name(void **state) {
    Client *client = start("odd-name", NULL);
    assert_string_equal(client_name(client), "M?ck ?[31m 1");
    client_stop(&client);
}

static void test_many_options(void **state) {
    Error error;
    Client *client = start("many-options", NULL);
    assert_true(client_has_option(client, "Extra 0"));
    assert_false(client_has_option(client, "Extra 9999"));
    assert_done(client_wait_ready(client, WAIT_MS, &error), &error);
    client_stop(&client);
}

/* ---- Engines that fail later ---- */

/* Every call must fail with the error of the first failure. */
static void assert_stays_failed(Client *client, ClientFailure failure, const char *reason) {
    Error error;
    ClientBestMove answer = {.bestmove = "x"};
    int64_t before = clock_now_ms();
    assert_false(client_wait_ready(client, WAIT_MS, &error));
    assert_string_equal(error.text, reason);
    assert_false(client_new_game(client, NULL, WAIT_MS, &error));
    assert_string_equal(error.text, reason);
    assert_false(client_set_option(client, "Hash", "1", &error));
    assert_string_equal(error.text, reason);
    assert_false(uci_client_position(client, NULL, NULL, &error));
    assert_string_equal(error.text, reason);
    assert_false(go_depth(client, WAIT_MS, &answer, &error));
    assert_string_equal(error.text, reason);
    assert_string_equal(answer.bestmove, "");
    assert_false(client_wait_ready(client, WAIT_MS, NULL));
    assert_int_equal(client_failure(client), failure);
    assert_false(process_alive(client->process));
    assert_passed_ms(before, 0);
}

typedef struct {
    const char *flag, *flag2;
    int deadline_ms;
    ClientFailure failure;
    const char *reason;
    int passes_ms; /* during the search, once `answers` waits have been answered */
    int answers;
    int stop_ms; /* how long the program takes to be stopped */
} BadGo;

static void assert_bad_go(const BadGo *bad) {
    Error error = {.text = ""};
    ClientBestMove answer;
    Client *client = start(bad->flag, bad->flag2);
    int64_t before = clock_now_ms();
    hand_clock_let_pass_ms(bad->passes_ms, bad->answers);
    assert_false(go_depth(client, bad->deadline_ms, &answer, &error));
    assert_passed_ms(before, bad->passes_ms);
    assert_says(&error, bad->reason);
    assert_says(&error, "Mock 1.0: ");
    assert_int_equal(client_failure(client), bad->failure);
    assert_string_equal(answer.bestmove, "");
    if (bad->failure == CLIENT_FAILURE_HUNG)
        assert_int_equal(answer.elapsed_us, bad->deadline_ms * 1000);
    assert_stays_failed(client, bad->failure, error.text);
    before = clock_now_ms();
    if (bad->failure != CLIENT_FAILURE_HUNG) {
        Error again;
        assert_false(client_stop_search(client, WAIT_MS, &answer, &again));
        assert_string_equal(again.text, error.text);
        assert_string_equal(answer.bestmove, "");
    }
    hand_clock_let_pass_ms(bad->stop_ms, 0);
    client_stop(&client);
    assert_passed_ms(before, bad->stop_ms);
}

static void test_bad_go(void **state) {
    const ClientFailure DIED = CLIENT_FAILURE_DIED, HUNG = CLIENT_FAILURE_HUNG;
    const ClientFailure FLOODED = CLIENT_FAILURE_FLOODED, NONSENSE = CLIENT_FAILURE_PROTOCOL;
    const BadGo all[] = {
        {"exit-go", NULL, WAIT_MS, DIED, "exited with status 3", 0, 0, 0},
        {"exit-go", NULL, -1, DIED, "exited with status 3", 0, 0, 0},
        {"exit-go", "grandchild", WAIT_MS, DIED, "exited with status 3", 0, 0, 0},
        {"kill-go", NULL, WAIT_MS, DIED, "killed by signal 9", 0, 0, 0},
        {"close-go", NULL, WAIT_MS, DIED, "still running", 100, 1, 0},
        {"hang-go", NULL, 50, HUNG, "no bestmove after 50 ms", 50, 0, 0},
        {"hang-go", NULL, 0, HUNG, "no bestmove after 0 ms", 0, 0, 0},
        {"hang-go", "ignore-term", 50, HUNG, "no bestmove after 50 ms", 50, 0, TERM_MS},
        {"hang-go", "grandchild", 50, HUNG, "no bestmove after 50 ms", 50, 0, 0},
        {"lines-go", NULL, WAIT_MS, FLOODED, "32 MiB of output", 0, 0, 0},
        {"lines-go", NULL, -1, FLOODED, "32 MiB of output", 0, 0, 0},
        {"line-go", NULL, WAIT_MS, FLOODED, "32 MiB of output", 0, 0, 0},
        {"empty-go", NULL, WAIT_MS, NONSENSE, "not a bestmove: 'bestmove  '", 0, 0, 0},
        {"huge-go", NULL, WAIT_MS, NONSENSE, "not a bestmove: 'bestmove 000", 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        assert_bad_go(&all[i]);
}

/* Output that never ends does not stretch the deadline. */
static void assert_deadline_holds(const char *flag, int read_ms, int deadline_ms) {
    Error error;
    Client *client = start(flag, NULL);
    int64_t before = clock_now_ms();
    hand_clock_answers_take_ms(read_ms);
    assert_false(go_depth(client, deadline_ms, NULL, &error));
    assert_passed_ms(before, deadline_ms);
    hand_clock_answers_take_ms(0);
    assert_says(&error, "no bestmove after ");
    assert_int_equal(client_failure(client), CLIENT_FAILURE_HUNG);
    assert_stays_failed(client, CLIENT_FAILURE_HUNG, error.text);
    client_stop(&client);
}

static void test_output_does_not_stretch_the_deadline(void **state) {
    assert_deadline_holds("trickle-go", 10, 150);
    assert_deadline_holds("line-go", 1, 1);
}

/* Searches with the client, whose engine must answer with this best move. Returns the answer. */
static ClientBestMove expect_bestmove(Client *client, const char *bestmove) {
    Error error;
    ClientBestMove answer;
    assert_done(go_depth(client, WAIT_MS, &answer, &error), &error);
    assert_string_equal(answer.bestmove, bestmove);
    return answer;
}

static void assert_bestmove(const char *flag, const char *bestmove) {
    Error error;
    Client *client = start(flag, NULL);
    ClientBestMove answer = expect_bestmove(client, bestmove);
    assert_string_equal(answer.ponder, *bestmove == 'e' && bestmove[4] == '\0' ? "e7e5" : "");
    assert_done(client_wait_ready(client, WAIT_MS, &error), &error);
    client_stop(&client);
}

static void test_strange_answers(void **state) {
    assert_bestmove("nonsense-go", "castle!");
    assert_bestmove("binary-go", "e2?e4?");
    assert_bestmove("long-go", "e2e4");
}

/* A file in a new folder, whose path the mock knows as $MOCK_GATE. */
typedef struct {
    char folder[32], file[48];
} Gate;

static Gate make_gate(void) {
    Gate gate = {.folder = "/tmp/misere-gate-XXXXXX"};
    assert_non_null(mkdtemp(gate.folder));
    snprintf(gate.file, sizeof gate.file, "%s/open", gate.folder);
    setenv("MOCK_GATE", gate.file, 1);
    return gate;
}

static void open_gate(const Gate *gate) {
    assert_int_equal(close(open(gate->file, O_CREAT | O_WRONLY, 0600)), 0);
}

static void await_mock_to_close(const Gate *gate) {
    for (int ms = 0; access(gate->file, F_OK) == 0; ms++) {
        assert_true(ms < LIFE_MS);
        clock_sleep_ms(1);
    }
}

static void test_stale_answers_are_dropped(void **state) {
    Gate gate = make_gate();
    Client *client = start("twice-go", NULL);
    for (int i = 0; i < 3; i++) {
        open_gate(&gate);
        expect_bestmove(client, "e2e4");
        await_mock_to_close(&gate); /* the second answer has arrived */
    }
    rmdir(gate.folder);
    client_stop(&client);
}

static void test_last_answer_counts(void **state) {
    Error error;
    Client *client = start("last-go", "grandchild");
    expect_bestmove(client, "e2e4");
    assert_false(client_wait_ready(client, WAIT_MS, &error));
    assert_says(&error, "exited with status 0");
    assert_stays_failed(client, CLIENT_FAILURE_DIED, error.text);
    client_stop(&client);
}

static void test_death_between_calls(void **state) {
    Error error;
    Client *client = start("last-go", NULL);
    assert_true(process_alive(client->process));
    assert_done(go_depth(client, WAIT_MS, NULL, &error), &error);
    for (int ms = 0; ms < LIFE_MS && process_alive(client->process); ms++)
        clock_sleep_ms(1);
    assert_false(process_alive(client->process));
    assert_int_equal(client_failure(client), CLIENT_FAILURE_NONE);
    assert_false(uci_client_position(client, NULL, NULL, &error));
    assert_says(&error, "exited with status 0");
    client_stop(&client);
}

static void test_hung_new_game(void **state) {
    Error error;
    Client *client = start("no-newgame", NULL);
    assert_done(client_wait_ready(client, WAIT_MS, &error), &error);
    int64_t before = clock_now_ms();
    hand_clock_let_pass_ms(100, 0);
    assert_false(client_new_game(client, NULL, 100, &error));
    assert_passed_ms(before, 100);
    assert_says(&error, "no readyok after 100 ms");
    assert_int_equal(client_failure(client), CLIENT_FAILURE_HUNG);
    assert_false(client_stop_search(client, WAIT_MS, NULL, &error));
    assert_says(&error, "no readyok after ");
    client_stop(&client);
}

/* ---- Late searches ---- */

static void test_halt(void **state) {
    Error error, again;
    ClientBestMove answer;
    ClientLimits go = CLIENT_LIMITS_NONE;
    go.infinite = true;
    Client *client = start("wait-stop", NULL);
    for (int i = 0; i < 2; i++) {
        hand_clock_let_pass_ms(500, 1); /* after its first line */
        assert_false(uci_client_go(client, &go, 500, &answer, &error));
        assert_int_equal(client_failure(client), CLIENT_FAILURE_HUNG);
        assert_string_equal(answer.bestmove, "");
        assert_string_equal(answer.pv, "position startpos go infinite");
        assert_false(client_wait_ready(client, WAIT_MS, &again));
        assert_string_equal(again.text, error.text);
        assert_done(client_stop_search(client, WAIT_MS, &answer, &error), &error);
        assert_string_equal(answer.bestmove, "g1f3");
        assert_string_equal(answer.pv, "position startpos go infinite");
        assert_int_equal(answer.elapsed_us, 500 * 1000);
        assert_int_equal(client_failure(client), CLIENT_FAILURE_NONE);
        assert_true(process_alive(client->process));
        assert_done(client_wait_ready(client, WAIT_MS, &error), &error);
        assert_false(client_stop_search(client, WAIT_MS, &answer, &error));
        assert_says(&error, "no search to stop");
    }
    client_stop(&client);
}

static void test_halt_takes_an_answer_that_came_meanwhile(void **state) {
    Error error;
    ClientBestMove answer;
    Gate gate = make_gate();
    Client *client = start("gate-go", NULL);
    hand_clock_let_pass_ms(50, 0);
    assert_false(go_depth(client, 50, &answer, &error));
    open_gate(&gate);
    await_mock_to_close(&gate);
    rmdir(gate.folder);
    assert_done(client_stop_search(client, 0, &answer, &error), &error);
    assert_string_equal(answer.bestmove, "e2e4");
    client_stop(&client);
}

static void test_halt_in_vain(void **state) {
    Error error;
    Client *client = start("hang-go", NULL);
    hand_clock_let_pass_ms(100, 0);
    assert_false(go_depth(client, 50, NULL, &error));
    assert_false(client_stop_search(client, 50, NULL, &error));
    assert_says(&error, "no bestmove after 50 ms");
    assert_int_equal(client_failure(client), CLIENT_FAILURE_HUNG);
    assert_stays_failed(client, CLIENT_FAILURE_HUNG, error.text);
    client_stop(&client);
}

/* ---- Engines that do not read, or do not end ---- */

static char *many_moves(size_t size) {
    char *moves = malloc(size);
    for (size_t i = 0; i < size; i++)
        moves[i] = "a2a3 "[i % 5];
    moves[size - 1] = '\0';
    return moves;
}

static void test_deaf_engine(void **state) {
    Error error;
    char *moves = many_moves(4 << 20);
    Client *client = start("deaf", NULL);
    int64_t before = clock_now_ms();
    hand_clock_let_pass_ms(2000, 0);
    assert_false(uci_client_position(client, NULL, moves, &error));
    assert_passed_ms(before, 2000);
    assert_says(&error, "does not read its input");
    assert_stays_failed(client, CLIENT_FAILURE_HUNG, error.text);
    client_stop(&client);
    client = start("deaf", NULL);
    before = clock_now_ms();
    hand_clock_let_pass_ms(100, 0);
    assert_false(client_wait_ready(client, 100, &error));
    assert_passed_ms(before, 100);
    client_stop(&client);
    free(moves);
}

static void test_closed_input(void **state) {
    Error error;
    Client *client = start("close-input", NULL);
    int64_t before = clock_now_ms();
    hand_clock_let_pass_ms(100, 0); /* for its exit status */
    assert_false(uci_client_position(client, NULL, NULL, &error));
    assert_passed_ms(before, 100);
    assert_says(&error, "closed its input or output but is still running");
    assert_stays_failed(client, CLIENT_FAILURE_DIED, error.text);
    client_stop(&client);
}

static void test_both_sides_write(void **state) {
    Error error;
    ClientBestMove answer;
    char *moves = many_moves(4 << 20);
    Client *client = start("chatter", NULL);
    assert_done(client_set_option(client, "Hash", "1", &error), &error);
    assert_done(client_set_option(client, "Hash", "2", &error), &error);
    assert_done(uci_client_position(client, NULL, moves, &error), &error);
    assert_done(go_depth(client, WAIT_MS, &answer, &error), &error);
    assert_string_equal(answer.bestmove, "e2e4");
    assert_done(client_set_option(client, "Hash", "3", &error), &error);
    int64_t before = clock_now_ms();
    client_stop(&client); /* the engine reads `quit` only after its output has been read */
    assert_passed_ms(before, 0);
    free(moves);
}

static void test_engine_that_will_not_quit(void **state) {
    Client *client = start("ignore-quit", "ignore-term");
    int64_t before = clock_now_ms();
    hand_clock_let_pass_ms(QUIT_MS + TERM_MS, 0);
    client_stop(&client);
    assert_passed_ms(before, QUIT_MS + TERM_MS);
}

/* A pipe whose write end is inherited by every process started from now on: it reports end of file
 * when all of them have ended. */
static void open_leash(int leash[2]) {
    assert_int_equal(pipe(leash), 0);
}

static void assert_all_gone(const int leash[2]) {
    struct pollfd ended = {.fd = leash[0], .events = POLLIN};
    char byte;
    close(leash[1]);
    assert_int_equal(poll(&ended, 1, LIFE_MS), 1);
    assert_int_equal(read(leash[0], &byte, 1), 0);
    close(leash[0]);
}

static void test_grandchildren_are_killed(void **state) {
    const char *flags[] = {NULL, "exit-go", "hang-go", "kill-go"};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        int leash[2];
        open_leash(leash);
        Client *client = start("grandchild", flags[i]);
        hand_clock_let_pass_ms(flags[i] && strcmp(flags[i], "hang-go") == 0 ? 50 : 0, 0);
        if (flags[i])
            assert_false(go_depth(client, 50, NULL, NULL));
        client_stop(&client);
        assert_all_gone(leash);
    }
}

static void test_engine_dies_with_us(void **state) {
    int leash[2];
    open_leash(leash);
    pid_t pid = fork();
    if (pid == 0) {
        Client *client = start_for("ignore-quit", "ignore-term", WAIT_MS, NULL);
        _exit(client ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    assert_all_gone(leash);
}

/* ---- Cancelling, and the working directory ---- */

static void *cancel_soon(void *cancel) {
    clock_sleep_ms(50);
    atomic_store((atomic_bool *)cancel, true);
    return NULL;
}

/* Every wait must end once the cancel flag is set, though its time limit never comes. */
static void assert_cancels(const char *flag, bool (*ask)(Client *client, Error *error)) {
    Error error;
    atomic_bool cancel = false;
    pthread_t thread;
    const char *argv[] = {getenv("MOCK_ENGINE"), flag, NULL};
    ClientConfig config = {.argv = argv, .start_timeout_ms = WAIT_MS, .cancel = &cancel};
    Client *client = ask ? client_start(&config, &error) : NULL;
    assert_int_equal(pthread_create(&thread, NULL, cancel_soon, &cancel), 0);
    assert_false(ask ? ask(client, &error) : client_start(&config, &error) != NULL);
    assert_says(&error, "cancelled");
    if (ask)
        assert_int_equal(client_failure(client), CLIENT_FAILURE_CANCELLED);
    client_stop(&client);
    pthread_join(thread, NULL);
}

static bool ask_ready(Client *client, Error *error) {
    return client_wait_ready(client, -1, error);
}

static bool ask_go(Client *client, Error *error) {
    return go_depth(client, -1, NULL, error);
}

static bool ask_much(Client *client, Error *error) {
    char *moves = many_moves(4 << 20);
    bool sent = uci_client_position(client, NULL, moves, error);
    free(moves);
    return sent;
}

static void test_cancel(void **state) {
    assert_cancels("mute", NULL);
    assert_cancels("hang-go", ask_go);
    assert_cancels("trickle-go", ask_go);
    assert_cancels("deaf", ask_ready);
    assert_cancels("deaf", ask_much);
}

static void test_cancelled_before(void **state) {
    atomic_bool cancel = true;
    Error error;
    const char *argv[] = {getenv("MOCK_ENGINE"), "mute", NULL};
    ClientConfig config = {.argv = argv, .start_timeout_ms = WAIT_MS, .cancel = &cancel};
    assert_null(client_start(&config, &error));
    assert_says(&error, "mock_engine: cancelled");
    cancel = false;
    argv[1] = "ignore-quit";
    Client *client = client_start(&config, &error);
    assert_done(client, &error);
    cancel = true;
    client_stop(&client); /* without `quit`, for which it would wait in vain */
}

static void test_directory(void **state) {
    Error error;
    char here[PATH_MAX], folder[PATH_MAX], engine[PATH_MAX];
    assert_non_null(getcwd(here, sizeof here));
    assert_non_null(realpath(getenv("MOCK_ENGINE"), engine));
    assert_int_equal(chdir(dirname(strcpy(folder, engine))), 0);
    snprintf(folder, sizeof folder, "./%s",
             strrchr(engine, '/') + 1); /* relative to our working directory */
    const char *argv[] = {folder, "tell-folder", NULL};
    ClientConfig config = {.argv = argv, .start_timeout_ms = WAIT_MS, .directory = "/proc"};
    Client *client = client_start(&config, &error);
    assert_done(client, &error);
    assert_string_equal(client_name(client), "/proc");
    client_stop(&client);
    config.directory = "/nonexistent";
    assert_null(client_start(&config, &error));
    assert_says(&error, "cannot enter /nonexistent: No such file or directory");
    argv[0] = "./no-such-engine";
    assert_null(client_start(&config, &error));
    assert_says(&error, "no such program");
    assert_int_equal(chdir(here), 0);
}

/* ---- Unusual callers ---- */

static void test_caller_without_stdio(void **state) {
    for (int closed = 1; closed < 8; closed++) {
        pid_t pid = fork();
        if (pid == 0) {
            for (int fd = 0; fd < 3; fd++)
                if (closed >> fd & 1)
                    close(fd);
            Client *client = start_for("complain", NULL, WAIT_MS, NULL);
            bool answered = client && go_depth(client, WAIT_MS, NULL, NULL);
            client_stop(&client);
            _exit(answered ? 0 : 1);
        }
        int status;
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_int_equal(status, 0);
    }
}

static void on_alarm(int number) {
}

static void test_signals_do_not_shorten_waits(void **state) {
    Error error;
    struct itimerval often = {{0, 300}, {0, 300}}, never = {{0, 0}, {0, 0}};
    struct sigaction action = {.sa_handler = on_alarm}, before_action;
    sigaction(SIGALRM, &action, &before_action);
    setitimer(ITIMER_REAL, &often, NULL);
    for (int i = 0; i < 20; i++) {
        Client *short_lived = start(NULL, NULL);
        client_stop(&short_lived);
    }
    Client *client = start("slow-go", NULL);
    bool answered = go_depth(client, WAIT_MS, NULL, &error);
    client_stop(&client);
    setitimer(ITIMER_REAL, &never, NULL);
    sigaction(SIGALRM, &before_action, NULL);
    assert_done(answered, &error);
    client = start("hang-go", NULL);
    hand_clock_let_pass_ms(70, 0);
    hand_clock_interrupt_every_ms(1);
    bool late = !go_depth(client, 70, NULL, &error);
    hand_clock_interrupt_every_ms(0);
    client_stop(&client);
    assert_true(late);
    assert_says(&error, "no bestmove after 70 ms");
}

static void test_engine_does_not_inherit_signals(void **state) {
    sigset_t term;
    sigemptyset(&term);
    sigaddset(&term, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &term, NULL);
    signal(SIGTERM, SIG_IGN);
    Client *client = start("hang-go", NULL);
    signal(SIGTERM, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &term, NULL);
    hand_clock_let_pass_ms(10, 0);
    assert_false(go_depth(client, 10, NULL, NULL));
    client_stop(&client); /* ended by SIGTERM; the time for SIGKILL never comes */
}

/* One worker of a match. Returns NULL on success. */
static void *terminal_play_games(void *unused) {
    static char failed[] = "failed";
    for (int game = 0; game < 5; game++) {
        bool breaks = game == 2;
        Client *client = start_for(breaks ? "exit-go" : NULL, NULL, WAIT_MS, NULL);
        if (!client)
            return failed;
        for (int move = 0; move < 20 && !breaks; move++)
            if (!uci_client_position(client, NULL, "e2e4", NULL) ||
                !go_depth(client, WAIT_MS, NULL, NULL))
                return failed;
        if (breaks && go_depth(client, WAIT_MS, NULL, NULL))
            return failed;
        client_stop(&client);
    }
    return NULL;
}

static void test_many_threads(void **state) {
    pthread_t threads[8];
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, terminal_play_games, NULL), 0);
    for (size_t i = 0; i < 8; i++) {
        void *result;
        pthread_join(threads[i], &result);
        assert_null(result);
    }
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, descriptors_before, nothing_left)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_handshake),
        TEST(test_whole_game),
        TEST(test_go_words),
        TEST(test_refused_arguments),
        TEST(test_info),
        TEST(test_long_pv_is_cut_after_a_move),
        TEST(test_transcript),
        TEST(test_transcript_in_memory),
        TEST(test_not_a_program),
        TEST(test_program_in_path),
        TEST(test_bad_start),
        TEST(test_slow_start),
        TEST(test_odd_name),
        TEST(test_many_options),
        TEST(test_bad_go),
        TEST(test_output_does_not_stretch_the_deadline),
        TEST(test_strange_answers),
        TEST(test_stale_answers_are_dropped),
        TEST(test_last_answer_counts),
        TEST(test_death_between_calls),
        TEST(test_hung_new_game),
        TEST(test_halt),
        TEST(test_halt_takes_an_answer_that_came_meanwhile),
        TEST(test_halt_in_vain),
        TEST(test_deaf_engine),
        TEST(test_closed_input),
        TEST(test_both_sides_write),
        TEST(test_engine_that_will_not_quit),
        TEST(test_grandchildren_are_killed),
        TEST(test_engine_dies_with_us),
        TEST(test_cancel),
        TEST(test_cancelled_before),
        TEST(test_directory),
        TEST(test_caller_without_stdio),
        TEST(test_signals_do_not_shorten_waits),
        TEST(test_engine_does_not_inherit_signals),
        TEST(test_many_threads),
    };
    if (!getenv("MOCK_ENGINE")) {
        fprintf(stderr, "MOCK_ENGINE must be the path of the mock engine\n");
        return 2;
    }
    signal(SIGPIPE, SIG_DFL); /* the clients must keep this signal from us */
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("client", tests, NULL, NULL);
}
