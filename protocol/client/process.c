#include "client/process.h"

#include "base/os/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum {
    LINE_SIZE = 64 * 1024,
    CHUNK_SIZE = 16 * 1024,
    FLOOD_MIB = 32,

    SEND_TIMEOUT_MS = 2000,    /* for the program to make room in its stdin */
    POLL_INTERVAL_MS = 50,     /* how soon a death is seen while something else holds the pipe,
                                * and how soon a cancellation is */
    EXIT_STATUS_WAIT_MS = 100, /* between the end of a process's output and its exit status */
    REAP_STEP_MS = 2,
    QUIT_GRACE_MS = 1000,
    TERM_GRACE_MS = 300,
    KILL_GRACE_MS = 1000, /* only a process stuck in the kernel needs it */
};

static const int64_t FLOOD_BYTES = (int64_t)FLOOD_MIB * 1024 * 1024;

struct Process {
    pid_t pid;        /* also its process group; 0: none */
    int to_program;   /* a socket, because only a socket can be written without risking SIGPIPE */
    int from_program; /* -1 once the program has closed it */
    FILE *transcript;
    const atomic_bool *cancel;
    char name[CLIENT_NAME_SIZE];

    ClientFailure failure;
    Error reason;

    int64_t request_at;    /* when the request began, */
    int64_t request_bytes; /* and what the program has written since */
    int64_t received_at;   /* when the chunk was read */
    size_t chunk_next;     /* chunk[chunk_next..chunk_end) is not yet in a line */
    size_t chunk_end;
    size_t line_length;
    bool line_complete; /* line is what next_line() returned, no longer being filled */
    char chunk[CHUNK_SIZE];
    char line[LINE_SIZE];
};

/* ---- Time ---- */

int64_t process_deadline(int timeout_ms) {
    return timeout_ms < 0 ? PROCESS_NO_DEADLINE : clock_now_us() + (int64_t)timeout_ms * 1000;
}

static int64_t earlier(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* The moment until which one may sleep and still see a cancellation in time. */
static int64_t poll_deadline(int64_t until) {
    return earlier(until, process_deadline(POLL_INTERVAL_MS));
}

/* poll() until a moment rather than for a while, whatever signals come. */
static int poll_until(struct pollfd *fds, nfds_t count, int64_t until) {
    for (;;) {
        int64_t left = until - clock_now_us();
        struct timespec timeout = {.tv_sec = left < 0 ? 0 : left / 1000000,
                                   .tv_nsec = left < 0 ? 0 : left % 1000000 * 1000};
        int ready = ppoll(fds, count, &timeout, NULL);
        if (ready >= 0 || errno != EINTR)
            return ready;
    }
}

/* ---- Transcript and failure ---- */

static void log_line(Process *process, const char *arrow, const char *line) {
    if (!process->transcript)
        return;
    int64_t now = clock_now_us();
    fprintf(process->transcript, "%" PRId64 ".%06d %s[%d] %s %s\n", now / 1000000,
            (int)(now % 1000000), process->name, (int)process->pid, arrow, line);
    fflush(process->transcript); /* the program's stderr goes there past our buffer */
}

/* Returns the first failure's error again. */
static bool repeat_failure(const Process *process, Error *error) {
    return error_set(error, "%s", process->reason.text);
}

bool process_fail(Process *process, ClientFailure failure, Error *error, const char *format, ...) {
    char text[ERROR_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    process->failure = failure;
    error_set(&process->reason, "%.60s: %s", process->name, text);
    log_line(process, "!!", text);
    return repeat_failure(process, error);
}

bool process_fail_timeout(Process *process, const char *what, Error *error) {
    return process_fail(process, CLIENT_FAILURE_HUNG, error, "no %s after %" PRId64 " ms", what,
                        (clock_now_us() - process->request_at) / 1000);
}

static bool is_cancelled(const Process *process) {
    return process->cancel && atomic_load(process->cancel);
}

static bool fail_cancelled(Process *process, Error *error) {
    return process_fail(process, CLIENT_FAILURE_CANCELLED, error, "cancelled");
}

/* ---- Reading ---- */

typedef enum { INPUT_NONE, INPUT_BYTES, INPUT_ENDED } ReadStatus;

/* Waits for output and reads a chunk of it. The chunk before must be used up. After INPUT_ENDED
 * it only sleeps. */
static ReadStatus receive(Process *process, int64_t until) {
    struct pollfd output = {.fd = process->from_program, .events = POLLIN};
    if (poll_until(&output, 1, until) <= 0)
        return INPUT_NONE;
    ssize_t count = read(process->from_program, process->chunk, sizeof process->chunk);
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return INPUT_NONE;
    if (count <= 0) {
        close(process->from_program);
        process->from_program = -1;
        return INPUT_ENDED;
    }
    process->received_at = clock_now_us();
    process->request_bytes += count;
    process->chunk_next = 0;
    process->chunk_end = (size_t)count;
    return INPUT_BYTES;
}

/* Makes the finished line a string of printable ASCII without its carriage return. */
static void finish_line(Process *process) {
    char *line = process->line;
    if (process->line_length > 0 && line[process->line_length - 1] == '\r')
        process->line_length--;
    for (size_t i = 0; i < process->line_length; i++)
        if (line[i] < ' ' || line[i] > '~')
            line[i] = line[i] == '\t' ? ' ' : '?';
    line[process->line_length] = '\0';
    log_line(process, "<-", line);
}

/* Moves the chunk up to the next newline into process->line. True if that makes a whole line,
 * which stays until the next call. */
static bool take_line(Process *process) {
    if (process->line_complete)
        process->line_length = 0;
    process->line_complete = false;
    const char *start = process->chunk + process->chunk_next;
    size_t available = process->chunk_end - process->chunk_next;
    const char *newline = memchr(start, '\n', available);
    size_t length = newline ? (size_t)(newline - start) : available;
    size_t room = sizeof process->line - 1 - process->line_length;
    size_t kept = length < room ? length : room;
    memcpy(process->line + process->line_length, start, kept);
    process->line_length += kept;
    process->chunk_next += newline ? length + 1 : length;
    process->line_complete = newline != NULL;
    if (newline)
        finish_line(process);
    return newline != NULL;
}

/* As receive(), but nobody wants the lines. */
static ReadStatus receive_and_drop(Process *process, int64_t until) {
    while (take_line(process)) {
    }
    ReadStatus input = receive(process, until);
    while (take_line(process)) {
    }
    return input;
}

/* ---- The process ---- */

/* Whether the process has ended, and how. It is not reaped: until it is, no other process can get
 * its number, so signals to it and to its group cannot go astray. */
static bool has_exited(const Process *process, siginfo_t *end) {
    memset(end, 0, sizeof *end);
    int result = waitid(P_PID, (id_t)process->pid, end, WEXITED | WNOHANG | WNOWAIT);
    return result != 0 || end->si_pid != 0; /* an error: someone else has reaped it */
}

/* Waits for the end of the process, reading on so that no full pipe keeps it from ending. */
static bool wait_for_exit(Process *process, int timeout_ms) {
    int64_t until = process_deadline(timeout_ms);
    siginfo_t end;
    while (!has_exited(process, &end)) {
        if (clock_now_us() >= until)
            return false;
        receive_and_drop(process, earlier(until, process_deadline(REAP_STEP_MS)));
    }
    return true;
}

/* The program closed a pipe, or is seen to have ended. Says how. */
static bool fail_exited(Process *process, Error *error) {
    siginfo_t end;
    wait_for_exit(process, EXIT_STATUS_WAIT_MS);
    if (!has_exited(process, &end))
        return process_fail(process, CLIENT_FAILURE_DIED, error,
                            "closed its input or output but still runs");
    if (end.si_code == CLD_EXITED)
        return process_fail(process, CLIENT_FAILURE_DIED, error, "exited with status %d",
                            end.si_status);
    if (end.si_code == CLD_KILLED || end.si_code == CLD_DUMPED)
        return process_fail(process, CLIENT_FAILURE_DIED, error, "killed by signal %d",
                            end.si_status);
    return process_fail(process, CLIENT_FAILURE_DIED, error, "ended");
}

static void close_fd(int *fd) {
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Asks our end to be killed with the thread that forked us; false if that is already gone.
 * Async-signal-safe. */
static bool die_with_parent(pid_t parent) {
#ifdef __linux__
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
        return false;
#endif
    errno = ESRCH;
    return getppid() == parent;
}

/* Why there is no program. */
typedef struct {
    int reason;        /* an errno */
    bool is_directory; /* was it the directory? */
} ExecError;

typedef struct {
    int input[2];  /* sockets: [0] ours, [1] the program's stdin */
    int output[2]; /* pipe: [0] ours, [1] the program's stdout */
    int report[2]; /* pipe: [1] gets an ExecError if the program cannot be executed, closes if it
                      can */
    int errors;    /* the program's stderr */
} Channels;

static void close_channels(Channels *channels) {
    for (int i = 0; i < 2; i++) {
        close_fd(&channels->input[i]);
        close_fd(&channels->output[i]);
        close_fd(&channels->report[i]);
    }
    close_fd(&channels->errors);
}

/* Moves a descriptor out of 0..2, which the child overwrites. They are free in a caller that has
 * closed its own. */
static bool move_above_stderr(int *fd) {
    if (*fd > STDERR_FILENO)
        return true;
    int moved = fcntl(*fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (moved < 0)
        return false;
    close(*fd);
    *fd = moved;
    return true;
}

static int open_errors(FILE *transcript) {
    int fd = transcript ? fileno(transcript) : -1;
    if (fd >= 0) /* not so for a transcript in memory */
        return fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    return open("/dev/null", O_WRONLY | O_CLOEXEC);
}

/* False with errno; then the caller still closes what is open. */
static bool open_channels(Channels *channels, FILE *transcript) {
    *channels = (Channels){{-1, -1}, {-1, -1}, {-1, -1}, open_errors(transcript)};
    if (channels->errors < 0 ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channels->input) != 0 ||
        pipe2(channels->output, O_CLOEXEC) != 0 || pipe2(channels->report, O_CLOEXEC) != 0)
        return false;
    for (int i = 0; i < 2; i++)
        if (!move_above_stderr(&channels->input[i]) || !move_above_stderr(&channels->output[i]) ||
            !move_above_stderr(&channels->report[i]))
            return false;
    return move_above_stderr(&channels->errors) &&
           fcntl(channels->output[0], F_SETFL, O_NONBLOCK) == 0;
}

/* The child's side of fork(): only async-signal-safe calls. All signals are blocked. */
_Noreturn static void exec_child(const Channels *channels, const char *path,
                                 const ClientConfig *config, pid_t parent) {
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL); /* ours to handle, or to ignore, are not the program's */
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    bool is_there = !config->directory || chdir(config->directory) == 0;
    if (is_there && setpgid(0, 0) == 0 && die_with_parent(parent) &&
        dup2(channels->errors, STDERR_FILENO) >= 0 && dup2(channels->input[1], STDIN_FILENO) >= 0 &&
        dup2(channels->output[1], STDOUT_FILENO) >= 0)
        execve(path, (char *const *)config->argv, environ);
    ExecError report = {errno, !is_there};
    ssize_t told = write(channels->report[1], &report, sizeof report);
    _exit(told < 0 ? 126 : 127);
}

static pid_t fork_program(const Channels *channels, const char *path, const ClientConfig *config) {
    pid_t parent = getpid();
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* no handler of ours may run in the child */
    pid_t pid = fork();
    if (pid == 0)
        exec_child(channels, path, config, parent);
    int reason = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (pid > 0)
        setpgid(pid, pid); /* both sides do, so that neither depends on who is first */
    errno = reason;
    return pid;
}

/* Waits until the child has become the program at `path`. */
static bool wait_for_exec(Process *process, int report_fd, const char *path,
                          const ClientConfig *config, Error *error) {
    int64_t until = process_deadline(config->start_timeout_ms);
    struct pollfd reported = {.fd = report_fd, .events = POLLIN};
    while (poll_until(&reported, 1, poll_deadline(until)) <= 0) {
        if (is_cancelled(process))
            return fail_cancelled(process, error);
        if (clock_now_us() >= until)
            return process_fail(process, CLIENT_FAILURE_HUNG, error, "%.120s did not start in time",
                                path);
    }
    ExecError report = {0};
    ssize_t count;
    do
        count = read(report_fd, &report, sizeof report);
    while (count < 0 && errno == EINTR);
    if (count == 0)
        return true;
    errno = report.reason;
    return process_fail(process, CLIENT_FAILURE_DIED, error, "cannot %s %.120s: %m",
                        report.is_directory ? "enter" : "run",
                        report.is_directory ? config->directory : path);
}

static bool spawn(Process *process, const char *path, const ClientConfig *config, Error *error) {
    Channels channels;
    pid_t pid =
        open_channels(&channels, config->transcript) ? fork_program(&channels, path, config) : -1;
    if (pid < 0) {
        process_fail(process, CLIENT_FAILURE_DIED, error, "cannot start %.120s: %m", path);
        close_channels(&channels);
        return false;
    }
    process->pid = pid;
    process->to_program = channels.input[0];
    process->from_program = channels.output[0];
    channels.input[0] = channels.output[0] = -1;
    close_fd(&channels.report[1]);
    bool started = wait_for_exec(process, channels.report[0], path, config, error);
    close_channels(&channels);
    return started;
}

/* Where execvp() would find the program; done here because the child may not. */
static bool search_path(const char *name, char path[PATH_MAX]) {
    const char *directories = strchr(name, '/') ? NULL : getenv("PATH");
    if (!directories)
        return snprintf(path, PATH_MAX, "%s", name) < PATH_MAX;
    for (const char *start = directories;; start++) {
        int length = (int)strcspn(start, ":");
        int written = snprintf(path, PATH_MAX, "%.*s/%s", length, length ? start : ".", name);
        struct stat file;
        if (written < PATH_MAX && stat(path, &file) == 0 && S_ISREG(file.st_mode) &&
            access(path, X_OK) == 0)
            return true;
        start += length;
        if (!*start)
            return false;
    }
}

/* Finds the program, by a path that is good where it will run. */
static bool find_program(const ClientConfig *config, char path[PATH_MAX]) {
    char found[PATH_MAX];
    if (!config->directory)
        return search_path(config->argv[0], path);
    return search_path(config->argv[0], found) && realpath(found, path);
}

/* ---- Writing ---- */

static bool send_bytes(Process *process, const char *bytes, size_t length, int64_t until,
                       Error *error) {
    siginfo_t end;
    while (length > 0) {
        ssize_t sent = send(process->to_program, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent >= 0) {
            bytes += sent;
            length -= (size_t)sent;
            continue;
        }
        if (errno == EINTR)
            continue;
        if (errno != EAGAIN || has_exited(process, &end))
            return fail_exited(process, error);
        if (is_cancelled(process))
            return fail_cancelled(process, error);
        if (clock_now_us() >= until)
            return process_fail(process, CLIENT_FAILURE_HUNG, error, "does not read its input");
        struct pollfd pipes[2] = {{.fd = process->to_program, .events = POLLOUT},
                                  {.fd = process->from_program, .events = POLLIN}};
        poll_until(pipes, 2, poll_deadline(until));
        /* It may be waiting for us to read. The command is not complete, so this is no answer. */
        if (pipes[1].revents && receive_and_drop(process, 0) == INPUT_ENDED)
            return fail_exited(process, error);
    }
    return true;
}

static bool has_control_character(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            return true;
    return false;
}

bool process_send(Process *process, int64_t until, Error *error, const char *format, ...) {
    if (process->failure)
        return repeat_failure(process, error);
    char *line;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&line, format, arguments);
    va_end(arguments);
    if (length < 0)
        return error_set(error, "%.60s: out of memory", process->name);
    bool sent = false;
    if (has_control_character(line)) {
        error_set(error, "%.60s: a control character in: %s", process->name, line);
    } else {
        log_line(process, "->", line);
        line[length] = '\n'; /* in place of the NUL: one write for the whole line */
        sent = send_bytes(process, line, (size_t)length + 1,
                          earlier(until, process_deadline(SEND_TIMEOUT_MS)), error);
    }
    free(line);
    return sent;
}

/* ---- Requests ---- */

static bool fail_flooded(Process *process, Error *error) {
    return process_fail(process, CLIENT_FAILURE_FLOODED, error,
                        "%d MiB of output without an answer", FLOOD_MIB);
}

bool process_continue_request(Process *process, Error *error) {
    if (process->failure)
        return repeat_failure(process, error);
    process->request_at = clock_now_us();
    process->request_bytes = 0;
    return true;
}

bool process_begin_request(Process *process, Error *error) {
    if (!process_continue_request(process, error))
        return false;
    for (;;) {
        ReadStatus input = receive_and_drop(process, 0);
        if (input == INPUT_NONE)
            return true;
        if (input == INPUT_ENDED)
            return fail_exited(process, error);
        if (process->request_bytes > FLOOD_BYTES)
            return fail_flooded(process, error);
        if (is_cancelled(process))
            return fail_cancelled(process, error);
    }
}

bool process_read(Process *process, int64_t until, const char **line, Error *error) {
    if (process->failure)
        return repeat_failure(process, error);
    bool has_gone = false, is_late = false;
    for (;;) {
        bool is_whole = take_line(process);
        *line = is_whole ? process->line : NULL;
        if (is_whole || is_late)
            return true;
        if (process->request_bytes > FLOOD_BYTES)
            return fail_flooded(process, error);
        if (is_cancelled(process))
            return fail_cancelled(process, error);
        ReadStatus input = receive(process, has_gone ? 0 : poll_deadline(until));
        if (input == INPUT_ENDED || (has_gone && input == INPUT_NONE))
            return fail_exited(process, error);
        siginfo_t end;
        has_gone =
            input == INPUT_NONE && has_exited(process, &end); /* what it wrote may be there */
        is_late = !has_gone && clock_now_us() >= until;
    }
}

int64_t process_received_at(const Process *process) {
    return process->received_at;
}

void process_clear_hung(Process *process) {
    if (process->failure == CLIENT_FAILURE_HUNG)
        process->failure = CLIENT_FAILURE_NONE;
}

/* ---- Beginning and end ---- */

Process *process_start(const ClientConfig *config, Error *error) {
    if (!config->argv || !config->argv[0] || !config->argv[0][0]) {
        error_set(error, "no program is named");
        return NULL;
    }
    Process *process = calloc(1, sizeof *process);
    if (!process) {
        error_set(error, "out of memory");
        return NULL;
    }
    process->to_program = process->from_program = -1;
    process->transcript = config->transcript;
    process->cancel = config->cancel;
    const char *slash = strrchr(config->argv[0], '/');
    process_set_name(process, slash ? slash + 1 : config->argv[0]);
    char path[PATH_MAX];
    bool found = find_program(config, path) ||
                 process_fail(process, CLIENT_FAILURE_DIED, error, "no such program");
    if (!found || !spawn(process, path, config, error))
        process_stop(&process, NULL);
    return process;
}

/* Ends the process and its group, politely if there is hope, and reaps it. */
static void terminate_process(Process *process, const char *quit_command) {
    siginfo_t end;
    bool is_sound = !process->failure && !is_cancelled(process);
    if (is_sound)
        process_send(process, 0, NULL, "%s", quit_command);
    close_fd(&process->to_program);
    if (is_sound)
        wait_for_exit(process, QUIT_GRACE_MS);
    if (!has_exited(process, &end)) {
        kill(-process->pid, SIGTERM);
        wait_for_exit(process, TERM_GRACE_MS);
    }
    kill(-process->pid, SIGKILL); /* even if it has ended: what it started may not have */
    wait_for_exit(process, KILL_GRACE_MS);
    waitpid(process->pid, NULL, WNOHANG);
}

void process_stop(Process **process, const char *quit_command) {
    if (!process || !*process)
        return;
    if ((*process)->pid > 0)
        terminate_process(*process, quit_command);
    close_fd(&(*process)->to_program);
    close_fd(&(*process)->from_program);
    free(*process);
    *process = NULL;
}

const char *process_name(const Process *process) {
    return process->name;
}

void process_set_name(Process *process, const char *name) {
    if (*name)
        snprintf(process->name, sizeof process->name, "%s", name);
}

ClientFailure process_failure(const Process *process) {
    return process->failure;
}

bool process_alive(const Process *process) {
    siginfo_t end;
    return !process->failure && !has_exited(process, &end);
}
