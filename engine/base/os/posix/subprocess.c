#include "base/os/subprocess.h"

#include "base/os/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sched.h>
#include <sys/prctl.h>
#endif

struct Subprocess {
    pid_t pid;        /* also the id of its process group */
    int to_program;   /* a socket, which unlike a pipe can be written to without SIGPIPE */
    int from_program; /* -1 once the program has closed it */
    int from_errors;  /* its stderr; -1 if that is discarded, or closed */
    int report;       /* see Channels */
};

/* Like poll(), but with a deadline, and not interrupted by signals. */
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

static void close_fd(int *fd) {
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* --- finding programs --- */

/* Finds the program as execvp() would. The child cannot do so, because execvp() is not
 * async-signal-safe. An empty entry in PATH means the working directory. */
static bool search_path(const char *name, char path[PATH_MAX]) {
    const char *directories = strchr(name, '/') ? NULL : getenv("PATH");
    if (!directories)
        return snprintf(path, PATH_MAX, "%s", name) < PATH_MAX;
    for (const char *start = directories;; start++) {
        int length = (int)strcspn(start, ":");
        int written = length > 0 ? snprintf(path, PATH_MAX, "%.*s/%s", length, start, name)
                                 : snprintf(path, PATH_MAX, "./%s", name);
        struct stat file;
        if (written < PATH_MAX && stat(path, &file) == 0 && S_ISREG(file.st_mode) &&
            access(path, X_OK) == 0)
            return true;
        start += length;
        if (!*start)
            return false;
    }
}

bool subprocess_find(const char *name, bool absolute, char path[PATH_MAX]) {
    char found[PATH_MAX];
    if (!absolute)
        return search_path(name, path);
    return search_path(name, found) && realpath(found, path);
}

/* --- starting programs --- */

/* In the child: asks to be killed when the thread that forked it ends. Returns false if the parent
 * has ended already. Async-signal-safe. */
static bool die_with_parent(pid_t parent) {
#ifdef __linux__
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
        return false;
#endif
    errno = ESRCH;
    return getppid() == parent;
}

/* --- processors --- */

#ifdef __linux__
int subprocess_processors(void) {
    cpu_set_t allowed;
    return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 0;
}

/* In the child: binds it to one of the processors that it may use. Async-signal-safe. */
static bool bind_to_processor(int number) {
    cpu_set_t allowed, one;
    if (number == 0)
        return true;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return false;
    CPU_ZERO(&one);
    for (size_t i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, &allowed) && --number == 0)
            CPU_SET(i, &one);
    return sched_setaffinity(0, sizeof one, &one) == 0;
}
#else
int subprocess_processors(void) {
    return 0;
}

static bool bind_to_processor(int number) {
    errno = ENOSYS;
    return number == 0;
}
#endif

/* The child's message to the parent: why it could not execute the program. */
typedef struct {
    int reason;        /* an errno */
    bool is_directory; /* the directory could not be entered */
} Report;

typedef struct {
    int input[2];  /* sockets: [0] ours, [1] the program's stdin */
    int output[2]; /* pipe: [0] ours, [1] the program's stdout */
    int report[2]; /* pipe: the child writes a Report to [1], or exec closes it */
    int errors[2]; /* pipe: [0] ours, [1] the program's stderr; if discarded, only [1] */
} Channels;

static void close_channels(Channels *channels) {
    for (int i = 0; i < 2; i++) {
        close_fd(&channels->input[i]);
        close_fd(&channels->output[i]);
        close_fd(&channels->report[i]);
        close_fd(&channels->errors[i]);
    }
}

/* Moves a descriptor above 2, because the child replaces 0 to 2. New descriptors can be that low if
 * the caller has closed its standard streams. */
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

static bool open_errors(int errors[2], bool are_kept) {
    if (are_kept)
        return pipe2(errors, O_CLOEXEC) == 0 && fcntl(errors[0], F_SETFL, O_NONBLOCK) == 0;
    errors[1] = open("/dev/null", O_WRONLY | O_CLOEXEC);
    return errors[1] >= 0;
}

/* On failure sets errno and returns false; the caller closes the channels that are open. */
static bool open_channels(Channels *channels, bool keeps_errors) {
    *channels = (Channels){{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
    if (!open_errors(channels->errors, keeps_errors) ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channels->input) != 0 ||
        pipe2(channels->output, O_CLOEXEC) != 0 || pipe2(channels->report, O_CLOEXEC) != 0)
        return false;
    for (int i = 0; i < 2; i++)
        if (!move_above_stderr(&channels->input[i]) || !move_above_stderr(&channels->output[i]) ||
            !move_above_stderr(&channels->report[i]) ||
            (channels->errors[i] >= 0 && !move_above_stderr(&channels->errors[i])))
            return false;
    return fcntl(channels->output[0], F_SETFL, O_NONBLOCK) == 0;
}

/* In the child, with all signals blocked: only async-signal-safe calls are allowed. */
_Noreturn static void become_program(const Channels *channels, const SubprocessPlan *plan,
                                     pid_t parent) {
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL); /* the program must not inherit our signal settings */
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    bool is_there = !plan->directory || chdir(plan->directory) == 0;
    if (is_there && setpgid(0, 0) == 0 && die_with_parent(parent) &&
        bind_to_processor(plan->processor) && dup2(channels->errors[1], STDERR_FILENO) >= 0 &&
        dup2(channels->input[1], STDIN_FILENO) >= 0 &&
        dup2(channels->output[1], STDOUT_FILENO) >= 0)
        execve(plan->path, (char *const *)plan->argv, environ);
    Report report = {errno, !is_there};
    ssize_t told = write(channels->report[1], &report, sizeof report);
    _exit(told < 0 ? 126 : 127);
}

static pid_t fork_program(const Channels *channels, const SubprocessPlan *plan) {
    pid_t parent = getpid();
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* none of our handlers may run in the child */
    pid_t pid = fork();
    if (pid == 0)
        become_program(channels, plan, parent);
    int reason = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (pid > 0)
        setpgid(pid, pid); /* parent and child both do this, as either may run first */
    errno = reason;
    return pid;
}

Subprocess *subprocess_start(const SubprocessPlan *plan) {
    Channels channels;
    Subprocess *process = malloc(sizeof *process);
    if (!process)
        return NULL;
    pid_t pid = open_channels(&channels, plan->keeps_errors) ? fork_program(&channels, plan) : -1;
    int reason = errno;
    if (pid > 0) {
        *process = (Subprocess){pid, channels.input[0], channels.output[0], channels.errors[0],
                                channels.report[0]};
        channels.input[0] = channels.output[0] = channels.errors[0] = channels.report[0] = -1;
    } else {
        free(process);
        process = NULL;
    }
    close_channels(&channels);
    errno = reason;
    return process;
}

SubprocessStart subprocess_await_start(Subprocess *process, int64_t until_us) {
    struct pollfd reported = {.fd = process->report, .events = POLLIN};
    if (poll_until(&reported, 1, until_us) <= 0)
        return SUBPROCESS_STARTING;
    Report report = {0};
    ssize_t count;
    do
        count = read(process->report, &report, sizeof report);
    while (count < 0 && errno == EINTR);
    close_fd(&process->report);
    if (count == 0)
        return SUBPROCESS_STARTED;
    if (count > 0)
        errno = report.reason;
    return report.is_directory ? SUBPROCESS_NO_FOLDER : SUBPROCESS_NOT_RUN;
}

int subprocess_id(const Subprocess *process) {
    return (int)process->pid;
}

/* --- input and output --- */

SubprocessIo subprocess_read(Subprocess *process, char *bytes, size_t size, size_t *count,
                             int64_t until_us) {
    struct pollfd pipes[2] = {{.fd = process->from_program, .events = POLLIN},
                              {.fd = process->from_errors, .events = POLLIN}};
    *count = 0;
    if (poll_until(pipes, 2, until_us) <= 0 || !pipes[0].revents)
        return SUBPROCESS_NOTHING;
    ssize_t got = read(process->from_program, bytes, size);
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return SUBPROCESS_NOTHING;
    if (got <= 0) {
        close_fd(&process->from_program);
        return SUBPROCESS_CLOSED;
    }
    *count = (size_t)got;
    return SUBPROCESS_BYTES;
}

size_t subprocess_read_errors(Subprocess *process, char *bytes, size_t size) {
    ssize_t got = process->from_errors >= 0 ? read(process->from_errors, bytes, size) : -1;
    if (got == 0)
        close_fd(&process->from_errors);
    return got > 0 ? (size_t)got : 0;
}

SubprocessIo subprocess_write(Subprocess *process, const char *bytes, size_t size, size_t *count) {
    ssize_t sent;
    do
        sent = send(process->to_program, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    *count = sent < 0 ? 0 : (size_t)sent;
    if (sent >= 0)
        return SUBPROCESS_BYTES;
    return errno == EAGAIN ? SUBPROCESS_NOTHING : SUBPROCESS_CLOSED;
}

bool subprocess_await_io(Subprocess *process, int64_t until_us) {
    struct pollfd pipes[3] = {{.fd = process->to_program, .events = POLLOUT},
                              {.fd = process->from_program, .events = POLLIN},
                              {.fd = process->from_errors, .events = POLLIN}};
    poll_until(pipes, 3, until_us);
    return pipes[1].revents != 0;
}

void subprocess_close_input(Subprocess *process) {
    close_fd(&process->to_program);
}

/* --- termination --- */

/* WNOWAIT: until the program is reaped, its process id is not reused, so our signals cannot hit
 * another process. */
bool subprocess_has_ended(const Subprocess *process, SubprocessEnd *end) {
    siginfo_t info;
    memset(&info, 0, sizeof info);
    int result = waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT);
    bool is_killed = info.si_code == CLD_KILLED || info.si_code == CLD_DUMPED;
    *end = (SubprocessEnd){.how = info.si_code == CLD_EXITED ? SUBPROCESS_EXITED
                                  : is_killed                ? SUBPROCESS_KILLED
                                                             : SUBPROCESS_ENDED_SOMEHOW,
                           .code = info.si_status};
    return result != 0 || info.si_pid != 0; /* an error means that someone else has reaped it */
}

void subprocess_terminate(Subprocess *process) {
    kill(-process->pid, SIGTERM);
}

void subprocess_kill(Subprocess *process) {
    kill(-process->pid, SIGKILL);
}

void subprocess_free(Subprocess *process) {
    if (!process)
        return;
    close_fd(&process->to_program);
    close_fd(&process->from_program);
    close_fd(&process->from_errors);
    close_fd(&process->report);
    waitpid(process->pid, NULL, WNOHANG);
    free(process);
}
