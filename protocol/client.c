#include "client.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
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
    OPTIONS_SIZE = 32 * 1024,
    GO_SIZE = 256,
    FLOOD_MIB = 32,

    SEND_TIMEOUT_MS = 2000, /* for the engine to make room in its stdin */
    WATCH_MS = 100,         /* how soon a death is seen while something else holds the pipe */
    LAST_BREATH_MS = 200,   /* between the end of a process's output and its exit status */
    REAP_STEP_MS = 2,
    QUIT_GRACE_MS = 1000,
    TERM_GRACE_MS = 300,
    KILL_GRACE_MS = 1000, /* only a process stuck in the kernel needs it */
};

static const int64_t FLOOD_BYTES = (int64_t)FLOOD_MIB * 1024 * 1024;
static const int64_t NEVER = INT64_MAX;

struct Client {
    pid_t pid;       /* also its process group; 0: none */
    int to_engine;   /* a socket, because only a socket can be written without risking SIGPIPE */
    int from_engine; /* -1 once the engine has closed it */
    FILE *transcript;

    char name[CLIENT_NAME_SIZE];
    char options[OPTIONS_SIZE]; /* announced names, each followed by a newline */
    size_t options_length;

    ClientFailure failure;
    Error reason;

    bool searching; /* after a client_go() that is late: bestmove is still owed */
    int64_t go_sent_at;
    ClientAnswer answer;

    int64_t request_at;    /* when the request began, */
    int64_t request_bytes; /* and what the engine has written since */
    int64_t received_at;   /* when the chunk was read */
    size_t chunk_next;     /* chunk[chunk_next..chunk_end) is not yet in a line */
    size_t chunk_end;
    size_t line_length;
    bool line_whole; /* line is what next_line() returned, no longer being filled */
    char chunk[CHUNK_SIZE];
    char line[LINE_SIZE];
};

/* ---- Time ---- */

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t earlier(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t deadline_in(int timeout_ms) {
    return timeout_ms < 0 ? NEVER : now_ms() + timeout_ms;
}

/* poll() until a moment rather than for a while, whatever signals come. */
static int poll_until(struct pollfd *fds, nfds_t count, int64_t until) {
    for (;;) {
        int64_t left = until - now_ms();
        int timeout = left < 0 ? 0 : left > INT_MAX ? INT_MAX : (int)left;
        int ready = poll(fds, count, timeout);
        if (ready >= 0 || errno != EINTR)
            return ready;
    }
}

/* ---- Words of a line ---- */

typedef struct {
    const char *text;
    size_t length; /* 0 at the end of the line */
} Word;

static Word next_word(const char **rest) {
    const char *start = *rest + strspn(*rest, " ");
    size_t length = strcspn(start, " ");
    *rest = start + length;
    return (Word){start, length};
}

static bool word_is(Word word, const char *text) {
    return strlen(text) == word.length && memcmp(word.text, text, word.length) == 0;
}

/* False, and "", if the word does not fit. */
static bool copy_word(char *to, size_t size, Word word) {
    bool fits = word.length < size;
    size_t length = fits ? word.length : 0;
    memcpy(to, word.text, length);
    to[length] = '\0';
    return fits;
}

/* The next word as a number; `number` is left alone if it is none. */
static bool next_number(const char **rest, int64_t *number) {
    char digits[24];
    Word word = next_word(rest);
    if (word.length == 0 || !copy_word(digits, sizeof digits, word))
        return false;
    char *end;
    errno = 0;
    long long value = strtoll(digits, &end, 10);
    if (errno || *end)
        return false;
    *number = value;
    return true;
}

static int clamp_int(int64_t number) {
    return number > INT_MAX ? INT_MAX : number < -INT_MAX ? -INT_MAX : (int)number;
}

/* ---- Transcript and failure ---- */

static void transcribe(Client *client, const char *arrow, const char *line) {
    if (!client->transcript)
        return;
    int64_t now = now_ms();
    fprintf(client->transcript, "%" PRId64 ".%03d %s[%d] %s %s\n", now / 1000, (int)(now % 1000),
            client->name, (int)client->pid, arrow, line);
    fflush(client->transcript); /* the engine's stderr goes there past our buffer */
}

/* Returns the first failure's error again. */
static bool repeat_failure(const Client *client, Error *error) {
    return error_set(error, "%s", client->reason.text);
}

/* Makes the client failed for good; returns false. */
static bool fail(Client *client, ClientFailure failure, Error *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static bool fail(Client *client, ClientFailure failure, Error *error, const char *format, ...) {
    char text[ERROR_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    client->failure = failure;
    error_set(&client->reason, "%.60s: %s", client->name, text);
    transcribe(client, "!!", text);
    return repeat_failure(client, error);
}

/* ---- Reading ---- */

typedef enum { INPUT_NONE, INPUT_BYTES, INPUT_ENDED } Input;

/* Waits for output and reads a chunk of it. The chunk before must be used up. After INPUT_ENDED
 * it only sleeps. */
static Input receive(Client *client, int64_t until) {
    struct pollfd output = {.fd = client->from_engine, .events = POLLIN};
    if (poll_until(&output, 1, until) <= 0)
        return INPUT_NONE;
    ssize_t count = read(client->from_engine, client->chunk, sizeof client->chunk);
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return INPUT_NONE;
    if (count <= 0) {
        close(client->from_engine);
        client->from_engine = -1;
        return INPUT_ENDED;
    }
    client->received_at = now_ms();
    client->request_bytes += count;
    client->chunk_next = 0;
    client->chunk_end = (size_t)count;
    return INPUT_BYTES;
}

/* Makes the finished line a string of printable ASCII without its carriage return. */
static void finish_line(Client *client) {
    char *line = client->line;
    if (client->line_length > 0 && line[client->line_length - 1] == '\r')
        client->line_length--;
    for (size_t i = 0; i < client->line_length; i++)
        if (line[i] < ' ' || line[i] > '~')
            line[i] = line[i] == '\t' ? ' ' : '?';
    line[client->line_length] = '\0';
    transcribe(client, "<-", line);
}

/* Moves the chunk up to the next newline into client->line. True if that makes a whole line,
 * which stays until the next call. */
static bool next_line(Client *client) {
    if (client->line_whole)
        client->line_length = 0;
    client->line_whole = false;
    const char *start = client->chunk + client->chunk_next;
    size_t available = client->chunk_end - client->chunk_next;
    const char *newline = memchr(start, '\n', available);
    size_t length = newline ? (size_t)(newline - start) : available;
    size_t room = sizeof client->line - 1 - client->line_length;
    size_t kept = length < room ? length : room;
    memcpy(client->line + client->line_length, start, kept);
    client->line_length += kept;
    client->chunk_next += newline ? length + 1 : length;
    client->line_whole = newline != NULL;
    if (newline)
        finish_line(client);
    return newline != NULL;
}

/* As receive(), but nobody wants the lines. */
static Input receive_and_drop(Client *client, int64_t until) {
    while (next_line(client)) {
    }
    Input input = receive(client, until);
    while (next_line(client)) {
    }
    return input;
}

/* ---- The process ---- */

/* Whether the process has ended, and how. It is not reaped: until it is, no other process can get
 * its number, so signals to it and to its group cannot go astray. */
static bool process_ended(const Client *client, siginfo_t *end) {
    memset(end, 0, sizeof *end);
    int result = waitid(P_PID, (id_t)client->pid, end, WEXITED | WNOHANG | WNOWAIT);
    return result != 0 || end->si_pid != 0; /* an error: someone else has reaped it */
}

/* Waits for the end of the process, reading on so that no full pipe keeps it from ending. */
static bool wait_end(Client *client, int timeout_ms) {
    int64_t until = deadline_in(timeout_ms);
    siginfo_t end;
    while (!process_ended(client, &end)) {
        int64_t now = now_ms();
        if (now >= until)
            return false;
        receive_and_drop(client, earlier(until, now + REAP_STEP_MS));
    }
    return true;
}

/* The engine closed a pipe, or is seen to have ended. Says how. */
static bool fail_ended(Client *client, Error *error) {
    siginfo_t end;
    wait_end(client, LAST_BREATH_MS);
    if (!process_ended(client, &end))
        return fail(client, CLIENT_FAILURE_DIED, error,
                    "closed its input or output but still runs");
    if (end.si_code == CLD_EXITED)
        return fail(client, CLIENT_FAILURE_DIED, error, "exited with status %d", end.si_status);
    if (end.si_code == CLD_KILLED || end.si_code == CLD_DUMPED)
        return fail(client, CLIENT_FAILURE_DIED, error, "killed by signal %d", end.si_status);
    return fail(client, CLIENT_FAILURE_DIED, error, "ended");
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

typedef struct {
    int input[2];  /* sockets: [0] ours, [1] the engine's stdin */
    int output[2]; /* pipe: [0] ours, [1] the engine's stdout */
    int report[2]; /* pipe: [1] gets errno if the program cannot be executed, closes if it can */
    int errors;    /* the engine's stderr */
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
_Noreturn static void become_engine(const Channels *channels, const char *path,
                                    const char *const *argv, pid_t parent) {
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL); /* ours to handle, or to ignore, are not the engine's */
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (setpgid(0, 0) == 0 && die_with_parent(parent) &&
        dup2(channels->errors, STDERR_FILENO) >= 0 && dup2(channels->input[1], STDIN_FILENO) >= 0 &&
        dup2(channels->output[1], STDOUT_FILENO) >= 0)
        execve(path, (char *const *)argv, environ);
    int reason = errno;
    ssize_t told = write(channels->report[1], &reason, sizeof reason);
    _exit(told < 0 ? 126 : 127);
}

static pid_t fork_engine(const Channels *channels, const char *path, const char *const *argv) {
    pid_t parent = getpid();
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* no handler of ours may run in the child */
    pid_t pid = fork();
    if (pid == 0)
        become_engine(channels, path, argv, parent);
    int reason = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (pid > 0)
        setpgid(pid, pid); /* both sides do, so that neither depends on who is first */
    errno = reason;
    return pid;
}

/* Waits until the child has become the program at `path`. */
static bool await_exec(Client *client, int report, const char *path, int64_t deadline,
                       Error *error) {
    struct pollfd reported = {.fd = report, .events = POLLIN};
    if (poll_until(&reported, 1, deadline) <= 0)
        return fail(client, CLIENT_FAILURE_HUNG, error, "%.120s did not start in time", path);
    int reason = 0;
    ssize_t count;
    do
        count = read(report, &reason, sizeof reason);
    while (count < 0 && errno == EINTR);
    if (count == 0)
        return true;
    errno = reason;
    return fail(client, CLIENT_FAILURE_DIED, error, "cannot run %.120s: %m", path);
}

static bool spawn(Client *client, const char *path, const ClientConfig *config, int64_t deadline,
                  Error *error) {
    Channels channels;
    pid_t pid = open_channels(&channels, config->transcript)
                    ? fork_engine(&channels, path, config->argv)
                    : -1;
    if (pid < 0) {
        fail(client, CLIENT_FAILURE_DIED, error, "cannot start %.120s: %m", path);
        close_channels(&channels);
        return false;
    }
    client->pid = pid;
    client->to_engine = channels.input[0];
    client->from_engine = channels.output[0];
    channels.input[0] = channels.output[0] = -1;
    close_fd(&channels.report[1]);
    bool started = await_exec(client, channels.report[0], path, deadline, error);
    close_channels(&channels);
    return started;
}

/* Where execvp() would find the program; done here because the child may not. */
static bool find_program(const char *name, char *path, size_t size) {
    const char *directories = strchr(name, '/') ? NULL : getenv("PATH");
    if (!directories)
        return snprintf(path, size, "%s", name) < (int)size;
    for (const char *start = directories;; start++) {
        int length = (int)strcspn(start, ":");
        int written = snprintf(path, size, "%.*s/%s", length, length ? start : ".", name);
        struct stat file;
        if (written < (int)size && stat(path, &file) == 0 && S_ISREG(file.st_mode) &&
            access(path, X_OK) == 0)
            return true;
        start += length;
        if (!*start)
            return false;
    }
}

/* ---- Writing ---- */

static bool send_bytes(Client *client, const char *bytes, size_t length, int64_t deadline,
                       Error *error) {
    siginfo_t end;
    while (length > 0) {
        ssize_t sent = send(client->to_engine, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent >= 0) {
            bytes += sent;
            length -= (size_t)sent;
            continue;
        }
        if (errno == EINTR)
            continue;
        if (errno != EAGAIN || process_ended(client, &end))
            return fail_ended(client, error);
        int64_t now = now_ms();
        if (now >= deadline)
            return fail(client, CLIENT_FAILURE_HUNG, error, "does not read its input");
        struct pollfd pipes[2] = {{.fd = client->to_engine, .events = POLLOUT},
                                  {.fd = client->from_engine, .events = POLLIN}};
        poll_until(pipes, 2, earlier(deadline, now + WATCH_MS));
        /* It may be waiting for us to read. The command is not complete, so this is no answer. */
        if (pipes[1].revents && receive_and_drop(client, now) == INPUT_ENDED)
            return fail_ended(client, error);
    }
    return true;
}

static bool has_control_character(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            return true;
    return false;
}

/* Sends one command. A deadline beyond SEND_TIMEOUT_MS is shortened to that. */
static bool send_line(Client *client, int64_t deadline, Error *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static bool send_line(Client *client, int64_t deadline, Error *error, const char *format, ...) {
    char *line;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&line, format, arguments);
    va_end(arguments);
    if (length < 0)
        return error_set(error, "%.60s: out of memory", client->name);
    bool sent = false;
    if (has_control_character(line)) {
        error_set(error, "%.60s: a control character in: %s", client->name, line);
    } else {
        transcribe(client, "->", line);
        line[length] = '\n'; /* in place of the NUL: one write for the whole line */
        sent = send_bytes(client, line, (size_t)length + 1,
                          earlier(deadline, now_ms() + SEND_TIMEOUT_MS), error);
    }
    free(line);
    return sent;
}

/* ---- Requests ---- */

static bool fail_flooded(Client *client, Error *error) {
    return fail(client, CLIENT_FAILURE_FLOODED, error, "%d MiB of output without an answer",
                FLOOD_MIB);
}

static void open_request(Client *client) {
    client->request_at = now_ms();
    client->request_bytes = 0;
}

/* Every request begins here. Whatever the engine has said until now answers something else. */
static bool begin(Client *client, Error *error) {
    if (client->failure)
        return repeat_failure(client, error);
    open_request(client);
    for (;;) {
        Input input = receive_and_drop(client, client->request_at);
        if (input == INPUT_NONE)
            return true;
        if (input == INPUT_ENDED)
            return fail_ended(client, error);
        if (client->request_bytes > FLOOD_BYTES)
            return fail_flooded(client, error);
    }
}

typedef enum { TAKEN_MORE, TAKEN_DONE, TAKEN_NONSENSE } Taken;

/* Looks at a line of the answer: was it the last? */
typedef Taken (*Taker)(Client *client, const char *line);

/* Reads lines until `take` is done, at most until the deadline. `what` names what is waited for. */
static bool await(Client *client, const char *what, Taker take, int64_t deadline, Error *error) {
    for (;;) {
        siginfo_t end;
        bool ended = process_ended(client, &end); /* asked first: then all it wrote is there */
        Input input = receive(client, ended ? 0 : earlier(deadline, now_ms() + WATCH_MS));
        while (next_line(client)) {
            Taken taken = take(client, client->line);
            if (taken == TAKEN_NONSENSE)
                return fail(client, CLIENT_FAILURE_NONSENSE, error, "not a %s: '%.80s'", what,
                            client->line);
            if (taken == TAKEN_DONE)
                return true;
        }
        if (input == INPUT_ENDED || (ended && input == INPUT_NONE))
            return fail_ended(client, error);
        if (client->request_bytes > FLOOD_BYTES)
            return fail_flooded(client, error);
        int64_t now = now_ms();
        if (now >= deadline)
            return fail(client, CLIENT_FAILURE_HUNG, error, "no %s after %" PRId64 " ms", what,
                        now - client->request_at);
    }
}

/* The rest of `option name WORDS type …`. What does not fit into memory was not announced. */
static void take_option(Client *client, const char *rest) {
    if (!word_is(next_word(&rest), "name"))
        return;
    const char *start = rest + strspn(rest, " ");
    const char *end = start;
    for (Word word; (word = next_word(&rest)).length > 0 && !word_is(word, "type");)
        end = word.text + word.length;
    size_t length = (size_t)(end - start);
    if (length == 0 || length >= sizeof client->options - client->options_length)
        return;
    memcpy(client->options + client->options_length, start, length);
    client->options_length += length;
    client->options[client->options_length++] = '\n';
}

static Taken take_handshake(Client *client, const char *line) {
    Word first = next_word(&line);
    if (word_is(first, "uciok"))
        return TAKEN_DONE;
    if (word_is(first, "option"))
        take_option(client, line);
    if (word_is(first, "id") && word_is(next_word(&line), "name")) {
        const char *name = line + strspn(line, " ");
        if (*name)
            snprintf(client->name, sizeof client->name, "%s", name);
    }
    return TAKEN_MORE;
}

static Taken take_ready(Client *client, const char *line) {
    (void)client;
    return word_is(next_word(&line), "readyok") ? TAKEN_DONE : TAKEN_MORE;
}

/* Copies what fits of a pv, in whole moves. */
static void copy_pv(char *to, size_t size, const char *pv) {
    int length = snprintf(to, size, "%s", pv);
    if (length < (int)size)
        return;
    char *cut = strrchr(to, ' ');
    *(cut ? cut : to) = '\0';
}

typedef struct {
    int64_t depth, line_number, score, nodes;
    bool has_score, is_mate, is_bound;
    const char *pv; /* NULL: none */
} Info;

/* Reads what follows `info`. Words that are not known are passed over. */
static Info parse_info(const char *rest) {
    Info info = {.line_number = 1};
    for (Word word; (word = next_word(&rest)).length > 0 && !word_is(word, "string");) {
        if (word_is(word, "depth"))
            next_number(&rest, &info.depth);
        else if (word_is(word, "nodes"))
            next_number(&rest, &info.nodes);
        else if (word_is(word, "multipv"))
            next_number(&rest, &info.line_number);
        else if (word_is(word, "lowerbound") || word_is(word, "upperbound"))
            info.is_bound = true;
        else if (word_is(word, "score")) {
            Word unit = next_word(&rest);
            info.is_mate = word_is(unit, "mate");
            info.has_score =
                (info.is_mate || word_is(unit, "cp")) && next_number(&rest, &info.score);
        } else if (word_is(word, "pv")) {
            rest += strspn(rest, " ");
            info.pv = *rest ? rest : NULL;
            break;
        }
    }
    return info;
}

static void take_info(ClientAnswer *answer, const char *rest) {
    Info info = parse_info(rest);
    if (info.nodes > 0)
        answer->nodes = info.nodes;
    if (info.line_number != 1 || info.is_bound || (!info.has_score && !info.pv))
        return;
    answer->depth = info.depth > 0 ? clamp_int(info.depth) : 0;
    if (info.has_score) {
        answer->has_score = true;
        answer->is_mate = info.is_mate;
        answer->score = clamp_int(info.score);
    }
    if (info.pv)
        copy_pv(answer->pv, sizeof answer->pv, info.pv);
}

static Taken take_search(Client *client, const char *line) {
    ClientAnswer *answer = &client->answer;
    Word first = next_word(&line);
    if (word_is(first, "info"))
        take_info(answer, line);
    if (!word_is(first, "bestmove"))
        return TAKEN_MORE;
    Word move = next_word(&line);
    if (move.length == 0 || !copy_word(answer->bestmove, sizeof answer->bestmove, move))
        return TAKEN_NONSENSE;
    if (word_is(next_word(&line), "ponder"))
        copy_word(answer->ponder, sizeof answer->ponder, next_word(&line));
    return TAKEN_DONE;
}

/* Keeps client->searching true only if the answer may still come. */
static bool await_bestmove(Client *client, int64_t deadline, Error *error) {
    client->searching = true;
    bool answered = await(client, "bestmove", take_search, deadline, error);
    client->searching = client->failure == CLIENT_FAILURE_HUNG;
    client->answer.elapsed_ms = (answered ? client->received_at : now_ms()) - client->go_sent_at;
    return answered;
}

/* Appends one part of a `go` command, which GO_SIZE is large enough for. */
static void append_limit(char *command, const char *word, int64_t value) {
    size_t length = strlen(command);
    snprintf(command + length, GO_SIZE - length, " %s %" PRId64, word, value);
}

/* False if nothing limits the search. */
static bool write_go(char command[GO_SIZE], const ClientGo *go) {
    static const char *const clocks[2] = {"wtime", "btime"};
    static const char *const increments[2] = {"winc", "binc"};
    snprintf(command, GO_SIZE, "go%s", go->infinite ? " infinite" : "");
    for (int side = 0; side < 2; side++)
        if (go->clock_ms[side] >= 0)
            append_limit(command, clocks[side], go->clock_ms[side]);
    for (int side = 0; side < 2; side++)
        if (go->clock_ms[side] >= 0 && go->increment_ms[side] > 0)
            append_limit(command, increments[side], go->increment_ms[side]);
    bool has_clock = go->clock_ms[0] >= 0 || go->clock_ms[1] >= 0;
    if (has_clock && go->moves_to_go > 0)
        append_limit(command, "movestogo", go->moves_to_go);
    if (go->movetime_ms > 0)
        append_limit(command, "movetime", go->movetime_ms);
    if (go->depth > 0)
        append_limit(command, "depth", go->depth);
    if (go->nodes > 0)
        append_limit(command, "nodes", go->nodes);
    return strcmp(command, "go") != 0;
}

/* ---- What callers see ---- */

static bool start(Client *client, const ClientConfig *config, Error *error) {
    char path[PATH_MAX];
    int64_t deadline = deadline_in(config->start_timeout_ms);
    if (!find_program(config->argv[0], path, sizeof path))
        return fail(client, CLIENT_FAILURE_DIED, error, "no such program");
    return spawn(client, path, config, deadline, error) && begin(client, error) &&
           send_line(client, deadline, error, "uci") &&
           await(client, "uciok", take_handshake, deadline, error);
}

Client *client_start(const ClientConfig *config, Error *error) {
    if (!config->argv || !config->argv[0] || !config->argv[0][0]) {
        error_set(error, "no engine is named");
        return NULL;
    }
    Client *client = calloc(1, sizeof *client);
    if (!client) {
        error_set(error, "out of memory");
        return NULL;
    }
    client->to_engine = client->from_engine = -1;
    client->transcript = config->transcript;
    const char *slash = strrchr(config->argv[0], '/');
    snprintf(client->name, sizeof client->name, "%s", slash ? slash + 1 : config->argv[0]);
    if (!start(client, config, error))
        client_stop_process(&client);
    return client;
}

/* Ends the process and its group, politely if there is hope, and reaps it. */
static void end_process(Client *client) {
    siginfo_t end;
    if (!client->failure)
        send_line(client, 0, NULL, "quit");
    close_fd(&client->to_engine);
    if (!client->failure)
        wait_end(client, QUIT_GRACE_MS);
    if (!process_ended(client, &end)) {
        kill(-client->pid, SIGTERM);
        wait_end(client, TERM_GRACE_MS);
    }
    kill(-client->pid, SIGKILL); /* even if it has ended: what it started may not have */
    wait_end(client, KILL_GRACE_MS);
    waitpid(client->pid, NULL, WNOHANG);
}

void client_stop_process(Client **client) {
    if (!client || !*client)
        return;
    if ((*client)->pid > 0)
        end_process(*client);
    close_fd(&(*client)->to_engine);
    close_fd(&(*client)->from_engine);
    free(*client);
    *client = NULL;
}

const char *client_name(const Client *client) {
    return client->name;
}

bool client_has_option(const Client *client, const char *name) {
    size_t length = strlen(name);
    const char *end = client->options + client->options_length;
    for (const char *option = client->options; option < end;) {
        size_t option_length = strcspn(option, "\n");
        if (option_length == length && strncasecmp(option, name, length) == 0)
            return true;
        option += option_length + 1;
    }
    return false;
}

bool client_set_option(Client *client, const char *name, const char *value, Error *error) {
    if (!begin(client, error))
        return false;
    if (!client_has_option(client, name))
        return error_set(error, "%.60s: has no option '%s'", client->name, name);
    return send_line(client, NEVER, error, "setoption name %s%s%s", name, value ? " value " : "",
                     value ? value : "");
}

bool client_ready(Client *client, int timeout_ms, Error *error) {
    int64_t deadline = deadline_in(timeout_ms);
    return begin(client, error) && send_line(client, deadline, error, "isready") &&
           await(client, "readyok", take_ready, deadline, error);
}

bool client_new_game(Client *client, int timeout_ms, Error *error) {
    int64_t deadline = deadline_in(timeout_ms);
    return begin(client, error) && send_line(client, deadline, error, "ucinewgame") &&
           send_line(client, deadline, error, "isready") &&
           await(client, "readyok", take_ready, deadline, error);
}

bool client_position(Client *client, const char *fen, const char *moves, Error *error) {
    bool has_moves = moves && *moves;
    return begin(client, error) &&
           send_line(client, NEVER, error, "position %s%s%s%s", fen ? "fen " : "startpos",
                     fen ? fen : "", has_moves ? " moves " : "", has_moves ? moves : "");
}

static bool go_and_wait(Client *client, const ClientGo *go, int deadline_ms, Error *error) {
    char command[GO_SIZE];
    if (!begin(client, error))
        return false;
    if (!write_go(command, go))
        return error_set(error, "%.60s: nothing limits the search", client->name);
    int64_t deadline = deadline_in(deadline_ms);
    client->go_sent_at = now_ms();
    return send_line(client, deadline, error, "%s", command) &&
           await_bestmove(client, deadline, error);
}

bool client_go(Client *client, const ClientGo *go, int deadline_ms, ClientAnswer *answer,
               Error *error) {
    client->answer = (ClientAnswer){.bestmove = ""};
    bool answered = go_and_wait(client, go, deadline_ms, error);
    if (answer)
        *answer = client->answer;
    return answered;
}

static bool stop_and_wait(Client *client, int timeout_ms, Error *error) {
    if (!client->searching) {
        client->answer = (ClientAnswer){.bestmove = ""};
        return client->failure ? repeat_failure(client, error)
                               : error_set(error, "%.60s: no search to halt", client->name);
    }
    int64_t deadline = deadline_in(timeout_ms);
    client->failure = CLIENT_FAILURE_NONE;
    open_request(client); /* not begin(): bestmove may have come meanwhile */
    return send_line(client, deadline, error, "stop") && await_bestmove(client, deadline, error);
}

bool client_halt(Client *client, int timeout_ms, ClientAnswer *answer, Error *error) {
    bool answered = stop_and_wait(client, timeout_ms, error);
    if (answer)
        *answer = client->answer;
    return answered;
}

bool client_alive(const Client *client) {
    siginfo_t end;
    return !client->failure && !process_ended(client, &end);
}

ClientFailure client_failure(const Client *client) {
    return client->failure;
}
