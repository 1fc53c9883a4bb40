#include "base/os/signals.h"

#include <signal.h>
#include <time.h>

static const int TERMINATION[] = {SIGINT, SIGTERM, SIGHUP};

enum { TERMINATIONS = sizeof TERMINATION / sizeof *TERMINATION };

void signals_ignore_file_size(void) {
    signal(SIGXFSZ, SIG_IGN);
}

void signals_ignore_broken_pipe(void) {
    signal(SIGPIPE, SIG_IGN);
}

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
    return sigpending(&pending) == 0 && termination_bits(&pending) != 0;
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
