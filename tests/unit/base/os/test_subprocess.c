/* Subprocesses, and our own process: termination requests, limits, seeds. */
#include "unit/counts.h"
#include "unit/hand_clock.h"
#include "unit/testing.h"

#include "base/os/entropy.h"
#include "base/os/open_files.h"
#include "base/os/regular_file.h"
#include "base/os/sibling.h"
#include "base/os/signals.h"
#include "base/os/stream.h"
#include "base/os/subprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum { LONG_MS = 60000 };

static int64_t in_ms(int ms) {
    return clock_now_us() + (int64_t)ms * 1000;
}

/* --- subprocess --- */

static SubprocessStart try_start(Subprocess **process, const char *path, const char *directory,
                                 const char *script) {
    const char *const argv[] = {path, "-c", script, NULL};
    SubprocessPlan plan = {.path = path, .argv = argv, .directory = directory};
    *process = subprocess_start(&plan);
    assert_non_null(*process);
    return subprocess_await_start(*process, in_ms(LONG_MS));
}

static Subprocess *start(const char *script) {
    Subprocess *process;
    assert_int_equal(try_start(&process, "/bin/sh", NULL, script), SUBPROCESS_STARTED);
    return process;
}

static SubprocessEnd await_end(const Subprocess *process) {
    SubprocessEnd end;
    for (int ms = 0; !subprocess_has_ended(process, &end); ms++) {
        assert_true(ms < LONG_MS);
        clock_sleep_ms(1);
    }
    return end;
}

/* Reads all output of the program, which must be `expected`. */
static void check_output(Subprocess *process, const char *expected) {
    char text[256] = "";
    size_t length = 0, count;
    SubprocessIo io;
    while ((io = subprocess_read(process, text + length, 2, &count, in_ms(LONG_MS))) ==
           SUBPROCESS_BYTES) {
        length += count;
        assert_true(count > 0 && count <= 2 && length < sizeof text - 2);
    }
    assert_int_equal(io, SUBPROCESS_CLOSED);
    assert_int_equal(count, 0);
    text[length] = '\0';
    assert_string_equal(text, expected);
}

static void test_dialogue(void **state) {
    size_t count;
    char bytes[8];
    Subprocess *process = start("read line; echo \"got $line\"; exit 7");
    SubprocessEnd end;
    assert_false(subprocess_has_ended(process, &end));
    int64_t before = clock_now_ms();
    hand_clock_let_pass_ms(40, 0);
    assert_int_equal(subprocess_read(process, bytes, sizeof bytes, &count, in_ms(20)),
                     SUBPROCESS_NOTHING);
    assert_passed_ms(before, 20);
    hand_clock_let_pass_ms(0, 0);
    assert_int_equal(subprocess_write(process, "word\n", 5, &count), SUBPROCESS_BYTES);
    assert_int_equal(count, 5);
    check_output(process, "got word\n");
    end = await_end(process);
    assert_int_equal(end.how, SUBPROCESS_EXITED);
    assert_int_equal(end.code, 7);
    before = clock_now_ms();
    hand_clock_let_pass_ms(40, 0); /* after SUBPROCESS_CLOSED a read just waits */
    assert_int_equal(subprocess_read(process, bytes, sizeof bytes, &count, in_ms(20)),
                     SUBPROCESS_NOTHING);
    assert_passed_ms(before, 20);
    hand_clock_let_pass_ms(0, 0);
    subprocess_free(process);
}

static void test_end_of_input(void **state) {
    Subprocess *process = start("cat; echo over");
    subprocess_close_input(process);
    check_output(process, "over\n");
    subprocess_kill(process);
    subprocess_free(process);
}

static void test_full_pipe(void **state) {
    static const char chunk[65536];
    size_t count;
    SubprocessIo io;
    Subprocess *process = start("kill -STOP $$");
    while ((io = subprocess_write(process, chunk, sizeof chunk, &count)) == SUBPROCESS_BYTES)
        assert_true(count > 0);
    assert_int_equal(io, SUBPROCESS_NOTHING);
    assert_int_equal(count, 0);
    hand_clock_let_pass_ms(20, 0);
    assert_false(subprocess_await_io(process, in_ms(20)));
    subprocess_kill(process);
    SubprocessEnd end = await_end(process);
    assert_int_equal(end.how, SUBPROCESS_KILLED);
    assert_int_equal(end.code, SIGKILL);
    assert_true(subprocess_await_io(process, in_ms(LONG_MS)));
    assert_int_equal(subprocess_write(process, chunk, 1, &count), SUBPROCESS_CLOSED);
    subprocess_free(process);
}

static void test_signals_to_group(void **state) {
    Subprocess *process = start("trap '' TERM; sleep 1000 & wait; echo child ended");
    clock_sleep_ms(50);
    subprocess_terminate(
        process); /* also ends the shell's child `sleep`, which does not trap SIGTERM */
    subprocess_kill(process);
    check_output(process, ""); /* no process holds the pipe any more */
    SubprocessEnd end = await_end(process);
    assert_int_equal(end.how, SUBPROCESS_KILLED);
    subprocess_free(process);
    subprocess_free(NULL);
}

static void test_no_start(void **state) {
    Subprocess *process;
    assert_int_equal(try_start(&process, "/nowhere/program", NULL, ""), SUBPROCESS_NOT_RUN);
    assert_int_equal(errno, ENOENT);
    subprocess_free(process);
    assert_int_equal(try_start(&process, "/etc/passwd", NULL, ""), SUBPROCESS_NOT_RUN);
    assert_int_equal(errno, EACCES);
    subprocess_free(process);
    assert_int_equal(try_start(&process, "/bin/sh", "/nowhere", ""), SUBPROCESS_NO_FOLDER);
    assert_int_equal(errno, ENOENT);
    subprocess_free(process);
}

static void test_surroundings(void **state) {
    Subprocess *process;
    signal(SIGPIPE, SIG_IGN); /* must not be inherited */
    assert_int_equal(try_start(&process, "/bin/sh", "/usr", "pwd; kill -PIPE $$; echo lives"),
                     SUBPROCESS_STARTED);
    assert_int_not_equal(subprocess_id(process), getpid());
    check_output(process, "/usr\n");
    assert_int_equal(await_end(process).code, SIGPIPE);
    subprocess_free(process);
    signal(SIGPIPE, SIG_DFL);
}

static int count_inherited_descriptors(void) {
    char text[16];
    size_t count;
    Subprocess *process = start("ls /proc/self/fd | wc -l");
    assert_int_equal(subprocess_read(process, text, sizeof text - 1, &count, in_ms(LONG_MS)),
                     SUBPROCESS_BYTES);
    text[count] = '\0';
    subprocess_free(process);
    return atoi(text);
}

static int count_own_descriptors(void) {
    int count = 0;
    for (int fd = 0; fd < 100; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

static void test_leaves_nothing_open(void **state) {
    Subprocess *process;
    int before = count_own_descriptors();
    process = start("echo word");
    subprocess_free(process);
    try_start(&process, "/nowhere/program", NULL, "");
    subprocess_free(process);
    assert_int_equal(count_own_descriptors(), before);
}

/* A program must not inherit the pipes of another one. */
static void test_inherits_nothing(void **state) {
    int before = count_inherited_descriptors();
    Subprocess *first = start("cat"), *second = start("cat");
    FILE *file = regular_file_append("/dev/null", NULL);
    assert_int_equal(count_inherited_descriptors(), before);
    fclose(file);
    subprocess_close_input(first);
    assert_int_equal(await_end(first).how, SUBPROCESS_EXITED);
    subprocess_close_input(second);
    assert_int_equal(await_end(second).how, SUBPROCESS_EXITED);
    subprocess_free(first);
    subprocess_free(second);
}

/* Talks to a program with our standard streams closed, so that its pipes get these descriptors.
 * Returns whether that worked. */
static bool talks_without_streams(void) {
    static const char *const argv[] = {"/bin/sh", "-c", "echo no >&2 && read line && echo $line",
                                       NULL};
    SubprocessPlan plan = {.path = "/bin/sh", .argv = argv};
    char text[8];
    size_t count;
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        close(fd);
    Subprocess *process = subprocess_start(&plan);
    return process && subprocess_await_start(process, in_ms(LONG_MS)) == SUBPROCESS_STARTED &&
           subprocess_write(process, "word\n", 5, &count) == SUBPROCESS_BYTES &&
           subprocess_read(process, text, sizeof text, &count, in_ms(LONG_MS)) ==
               SUBPROCESS_BYTES &&
           count == 5 && memcmp(text, "word\n", 5) == 0;
}

static void test_closed_streams(void **state) {
    int status;
    pid_t pid = fork();
    if (pid == 0)
        _exit(talks_without_streams() ? 0 : 1);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

static void test_finding(void **state) {
    char path[PATH_MAX];
    char *before = strdup(getenv("PATH"));
    setenv("PATH", "/nowhere:/etc:/bin", 1);
    assert_true(subprocess_find("sh", false, path));
    assert_string_equal(path, "/bin/sh");
    assert_false(subprocess_find("passwd.none", false, path));
    assert_false(subprocess_find("apt", false, path) && strcmp(path, "/etc/apt") == 0);
    assert_true(
        subprocess_find("./engine", false, path)); /* a path is not checked before it is run */
    assert_string_equal(path, "./engine");
    assert_false(subprocess_find("./no-such-engine", true, path));
    char name[PATH_MAX + 10] = "./";
    memset(name + 2, 'a', sizeof name - 3);
    assert_false(subprocess_find(name, false, path));
    assert_false(subprocess_find(name + 2, false, path));
    assert_true(chdir("/bin") == 0 && subprocess_find("./sh", true, path));
    assert_int_equal(path[0], '/');
    /* An empty entry is the working directory. */
    static const char *const PATHS[] = {"", ":/nowhere", "/nowhere:", "/nowhere::/etc"};
    for (size_t i = 0; i < sizeof PATHS / sizeof *PATHS; i++) {
        setenv("PATH", PATHS[i], 1);
        assert_true(subprocess_find("sh", false, path));
        assert_string_equal(path, "./sh");
        assert_true(subprocess_find("sh", true, path));
        assert_int_equal(path[0], '/');
        assert_false(subprocess_find("no-such-engine", false, path));
    }
    setenv("PATH", "/nowhere", 1);
    assert_false(subprocess_find("sh", false, path));
    setenv("PATH", before, 1);
    free(before);
}

/* Signals neither shorten a wait nor end it with an error. */
static void test_interrupted(void **state) {
    char bytes[8];
    size_t count;
    Subprocess *process = start("read line; echo $line");
    int64_t before = clock_now_ms();
    hand_clock_let_pass_ms(100, 0);
    hand_clock_interrupt_every_ms(5);
    assert_int_equal(subprocess_read(process, bytes, sizeof bytes, &count, in_ms(60)),
                     SUBPROCESS_NOTHING);
    assert_passed_ms(before, 60);
    assert_int_equal(subprocess_write(process, "word\n", 5, &count), SUBPROCESS_BYTES);
    hand_clock_let_pass_ms(0, 0);
    hand_clock_interrupt_every_ms(0);
    check_output(process, "word\n");
    subprocess_free(process);
}

/* A program that someone else has reaped counts as ended, but its exit status is unknown. */
static void test_reaped_by_others(void **state) {
    SubprocessEnd end;
    Subprocess *process = start("exit 3");
    assert_int_equal(waitpid(subprocess_id(process), NULL, 0), subprocess_id(process));
    assert_true(subprocess_has_ended(process, &end));
    assert_int_equal(end.how, SUBPROCESS_ENDED_SOMEHOW);
    subprocess_free(process);
}

/* Without free descriptors no program is started, and none is left open. */
static void test_no_descriptors(void **state) {
    static const char *const argv[] = {"/bin/sh", "-c", "", NULL};
    SubprocessPlan plan = {.path = "/bin/sh", .argv = argv};
    struct rlimit before, tight;
    int before_count = count_own_descriptors();
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    for (rlim_t limit = 3; limit < 10; limit++) {
        tight = before;
        tight.rlim_cur = limit;
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &tight), 0);
        errno = 0;
        Subprocess *process = subprocess_start(&plan);
        int reason = errno;
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
        assert_null(process);
        assert_int_equal(reason, EMFILE);
    }
    assert_int_equal(count_own_descriptors(), before_count);
}

/* --- our own process --- */

static void test_held_termination(void **state) {
    int held = signals_hold_termination();
    assert_false(signals_termination_is_pending());
    assert_false(signals_await_termination(20));
    assert_int_equal(signals_hold_termination(), 0); /* all signals were held already */
    signals_release_termination(0);
    raise(SIGINT);
    assert_true(signals_termination_is_pending());
    assert_true(signals_termination_is_pending());
    assert_true(signals_await_termination(LONG_MS));
    assert_false(signals_termination_is_pending());
    raise(SIGHUP);
    raise(SIGTERM);
    assert_true(signals_await_termination(0));
    assert_true(signals_await_termination(0));
    assert_false(signals_await_termination(0));
    signals_release_termination(held);
    sigset_t blocked;
    pthread_sigmask(SIG_BLOCK, NULL, &blocked);
    assert_false(sigismember(&blocked, SIGTERM));
}

static void test_released_termination(void **state) {
    pid_t pid = fork();
    if (pid == 0) {
        int held = signals_hold_termination();
        raise(SIGTERM);
        signals_release_termination(held);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
}

/* The handler's last call before the process ends. */
int raise(int number) {
    write_counts();
    return pthread_kill(pthread_self(), number);
}

/* Starts a process at a terminal. It turns the echo off, is ended by the signal, and says
 * `message` first unless that is NULL. Returns what it prints; sets *status to its wait status,
 * and *modes to those of the terminal after it. */
static const char *end_at_terminal(const char *message, int number, int *status,
                                   struct termios *modes) {
    static char text[64];
    int terminal, got;
    size_t length = 0;
    pid_t pid = forkpty(&terminal, NULL, NULL, NULL);
    assert_true(pid >= 0);
    if (pid == 0) {
        struct termios silent;
        signal(SIGHUP, SIG_IGN); /* as under nohup */
        signal(SIGINT, SIG_DFL); /* a shell may ignore it in the background */
        signal(SIGTERM, SIG_DFL);
        signals_set_exit_message("not this one\n");
        if (tcgetattr(STDIN_FILENO, &silent) != 0)
            _exit(1);
        silent.c_lflag &= (tcflag_t)~ECHO;
        tcsetattr(STDIN_FILENO, TCSANOW, &silent);
        signals_set_exit_message(message);
        kill(getpid(), number);
        _exit(2);
    }
    while (length < sizeof text - 1 &&
           (got = (int)read(terminal, text + length, sizeof text - 1 - length)) > 0)
        length += (size_t)got;
    text[length] = '\0';
    assert_int_equal(waitpid(pid, status, 0), pid);
    assert_int_equal(tcgetattr(terminal, modes), 0);
    close(terminal);
    return text;
}

/* A program that is told to end prints its exit message, and the terminal has its modes again. */
static void test_exit_message(void **state) {
    int status;
    struct termios modes;
    assert_string_equal(end_at_terminal("bye\n", SIGTERM, &status, &modes), "bye\r\n");
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
    assert_true(modes.c_lflag & ECHO);
    assert_string_equal(end_at_terminal(NULL, SIGINT, &status, &modes), "");
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
    assert_true(modes.c_lflag & ECHO);
    assert_string_equal(end_at_terminal("bye\n", SIGHUP, &status, &modes), "");
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 2);
    assert_false(modes.c_lflag & ECHO);
}

static void test_limits(void **state) {
    struct rlimit before, lower;
    uint64_t count;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    lower = before;
    lower.rlim_cur = 64;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &lower), 0);
    assert_true(open_files_limit(&count));
    assert_int_equal(count, 64);
    open_files_raise_limit();
    assert_true(open_files_limit(&count));
    assert_true(count == before.rlim_max);
    setrlimit(RLIMIT_NOFILE, &before);
}

static void test_seeds(void **state) {
    assert_true(entropy_seed() != entropy_seed());
}

static void test_own_place(void **state) {
    char folder[PATH_MAX], path[PATH_MAX];
    assert_string_equal(sibling_own_name(), "test_subprocess");
    assert_true(sibling_own_folder(folder));
    assert_true(folder[0] == '/' && folder[strlen(folder) - 1] == '/');
    const char *found = sibling_program_find("test_subprocess", path);
    assert_ptr_equal(found, path);
    assert_int_equal(strncmp(found, folder, strlen(folder)), 0);
    assert_string_equal(sibling_program_find("no-such-program", path), "no-such-program");
    char name[PATH_MAX] = "";
    memset(name, 'a', sizeof name - 1);
    assert_ptr_equal(sibling_program_find(name, path), name);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dialogue),         cmocka_unit_test(test_end_of_input),
        cmocka_unit_test(test_full_pipe),        cmocka_unit_test(test_signals_to_group),
        cmocka_unit_test(test_no_start),         cmocka_unit_test(test_surroundings),
        cmocka_unit_test(test_own_place),        cmocka_unit_test(test_inherits_nothing),
        cmocka_unit_test(test_closed_streams),   cmocka_unit_test(test_leaves_nothing_open),
        cmocka_unit_test(test_finding),          cmocka_unit_test(test_interrupted),
        cmocka_unit_test(test_reaped_by_others), cmocka_unit_test(test_no_descriptors),
        cmocka_unit_test(test_held_termination), cmocka_unit_test(test_released_termination),
        cmocka_unit_test(test_limits),           cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_exit_message),
    };
    return test_run("subprocess", tests);
}
