#include "base/os/signals.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static const int TERMINATION[] = {SIGINT, SIGTERM, SIGHUP};

enum { TERMINATIONS = sizeof TERMINATION / sizeof *TERMINATION };

void signals_ignore_broken_pipe(void) {
    signal(SIGPIPE, SIG_IGN);
}

/* --- ending with a message --- */

static _Atomic(const char *) the_exit_message;
static struct termios first_modes;
static bool has_modes;

/* Only in the foreground: tcsetattr() stops a process in the background. Async-signal-safe. */
static void restore_modes(void) {
    if (has_modes && tcgetpgrp(STDIN_FILENO) == getpgrp())
        tcsetattr(STDIN_FILENO, TCSANOW, &first_modes);
}

/* Calls only async-signal-safe functions. */
static void end_with_message(int number) {
    const char *message = atomic_load(&the_exit_message);
    restore_modes();
    if (message) {
        ssize_t written = write(STDOUT_FILENO, message, strlen(message));
        (void)written; /* the terminal may be gone */
    }
    raise(number); /* the default action, restored by SA_RESETHAND, ends the process once the
                      handler returns */
}

void signals_set_exit_message(const char *message) {
    static bool is_set;
    atomic_store(&the_exit_message, message);
    if (is_set)
        return;
    is_set = true;
    has_modes = tcgetattr(STDIN_FILENO, &first_modes) == 0;
    struct sigaction action = {.sa_handler = end_with_message, .sa_flags = (int)SA_RESETHAND};
    for (int i = 0; i < TERMINATIONS; i++)
        sigaddset(&action.sa_mask, TERMINATION[i]);
    for (int i = 0; i < TERMINATIONS; i++) {
        struct sigaction before;
        bool is_ignored = sigaction(TERMINATION[i], NULL, &before) == 0 &&
                          before.sa_handler == SIG_IGN; /* a parent such as nohup ignores it */
        if (!is_ignored)
            sigaction(TERMINATION[i], &action, NULL);
    }
}

/* --- stopping and going on --- */

static atomic_bool was_continued;

static void watch(int number, void (*handler)(int)) {
    struct sigaction before, action = {.sa_handler = handler};
    if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(number, &action, NULL);
}

/* Calls only async-signal-safe functions. */
static void stop(int number) {
    int saved_errno = errno;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, number);
    restore_modes();
    signal(number, SIG_DFL);
    raise(number);
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL); /* here the process stops */
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    sigaction(number, &(struct sigaction){.sa_handler = stop}, NULL);
    errno = saved_errno;
}

static void note_continuation(int number) {
    (void)number;
    atomic_store(&was_continued, true);
}

void signals_watch_stops(void) {
    watch(SIGTSTP, stop);
    watch(SIGCONT, note_continuation);
}

bool signals_has_continuation(void) {
    return atomic_load(&was_continued);
}

bool signals_take_continuation(void) {
    return atomic_exchange(&was_continued, false);
}

/* --- holding termination requests --- */

/* The set of those TERMINATION signals whose bits are set. */
static sigset_t termination_set(int bits) {
    sigset_t signals;
    sigemptyset(&signals);
    for (int i = 0; i < TERMINATIONS; i++)
        if (bits >> i & 1)
            sigaddset(&signals, TERMINATION[i]);
    return signals;
}

/* The bits of those TERMINATION signals that are in the set. */
static int termination_bits(const sigset_t *signals) {
    int bits = 0;
    for (int i = 0; i < TERMINATIONS; i++)
        bits |= (sigismember(signals, TERMINATION[i]) == 1) << i;
    return bits;
}

enum { ALL = (1 << TERMINATIONS) - 1 };

int signals_hold_termination(void) {
    sigset_t signals = termination_set(ALL), before;
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    return ALL & ~termination_bits(&before);
}

bool signals_termination_is_pending(void) {
    sigset_t pending;
    sigpending(&pending);
    return termination_bits(&pending) != 0;
}

bool signals_await_termination(int timeout_ms) {
    sigset_t signals = termination_set(ALL);
    struct timespec timeout = {.tv_sec = timeout_ms / 1000,
                               .tv_nsec = timeout_ms % 1000 * 1000000L};
    return sigtimedwait(&signals, NULL, &timeout) > 0;
}

void signals_release_termination(int held) {
    sigset_t signals = termination_set(held);
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
}
