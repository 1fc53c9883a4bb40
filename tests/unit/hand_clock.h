/* hand_clock: a clock that the test turns by hand, in place of base/os/clock.h. A test program that
 * includes this file defines that file's functions, and poll() and ppoll(), and so replaces them.
 *
 * While the clock stands, no time limit runs out, however slow the machine is: waits really wait
 * for what happens, and may end early when nothing does. Thread-safe. */
#ifndef MISERE_UNIT_HAND_CLOCK_H
#define MISERE_UNIT_HAND_CLOCK_H

#include "unit/testing.h"

#include "base/minmax.h"
#include "base/os/clock.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

static struct {
    pthread_mutex_t lock;
    int64_t now_us;
    int64_t reading_us;   /* by how much each reading turns it */
    int64_t answer_us;    /* how long a wait takes in which something happens */
    int answers;          /* number of such waits before the others let time pass */
    int64_t idle_us;      /* how much time those may still let pass */
    int64_t interrupt_us; /* if positive, a signal interrupts such a wait after so long */
} hand_clock = {.lock = PTHREAD_MUTEX_INITIALIZER, .now_us = 6170000000};

/* Turns the clock. */
static inline void hand_clock_turn_ms(int ms) {
    pthread_mutex_lock(&hand_clock.lock);
    hand_clock.now_us += 1000 * (int64_t)ms;
    pthread_mutex_unlock(&hand_clock.lock);
}

/* Lets time pass once something has happened in `answers` more waits: each wait in which nothing
 * happens then ends at once, and turns the clock by its length. Stops after `ms` in all. */
static inline void hand_clock_let_pass_ms(int ms, int answers) {
    pthread_mutex_lock(&hand_clock.lock);
    hand_clock.answers = answers;
    hand_clock.idle_us = 1000 * (int64_t)ms;
    pthread_mutex_unlock(&hand_clock.lock);
}

/* From now on each wait in which something happens turns the clock by `ms`. */
static inline void hand_clock_answers_take_ms(int ms) {
    pthread_mutex_lock(&hand_clock.lock);
    hand_clock.answer_us = 1000 * (int64_t)ms;
    pthread_mutex_unlock(&hand_clock.lock);
}

/* From now on a signal interrupts each wait that lets time pass, after `ms`. */
static inline void hand_clock_interrupt_every_ms(int ms) {
    pthread_mutex_lock(&hand_clock.lock);
    hand_clock.interrupt_us = 1000 * (int64_t)ms;
    pthread_mutex_unlock(&hand_clock.lock);
}

/* From now on each reading of the clock turns it by `ms`. */
static inline void hand_clock_readings_take_ms(int ms) {
    pthread_mutex_lock(&hand_clock.lock);
    hand_clock.reading_us = 1000 * (int64_t)ms;
    pthread_mutex_unlock(&hand_clock.lock);
}

/* Asserts how much time has passed since start_ms, a time given by clock_now_ms. */
static inline void assert_passed_ms(int64_t start_ms, int64_t ms) {
    assert_int_equal(clock_now_ms() - start_ms, ms);
}

/* --- base/os/clock.h --- */

int64_t clock_now_us(void) {
    pthread_mutex_lock(&hand_clock.lock);
    int64_t now = hand_clock.now_us;
    hand_clock.now_us += hand_clock.reading_us;
    pthread_mutex_unlock(&hand_clock.lock);
    return now;
}

int64_t clock_now_ms(void) {
    return clock_now_us() / 1000;
}

ClockDate clock_today(void) {
    return (ClockDate){.year = 2006, .month = 5, .day = 9};
}

/* --- waiting --- */

typedef enum { WAIT_STANDS, WAIT_PASSES, WAIT_INTERRUPTED } WaitResult;

/* Lets the time of a wait pass, or a part of it, if the test allows it. */
static inline WaitResult pass_time(int64_t us) {
    pthread_mutex_lock(&hand_clock.lock);
    WaitResult result = WAIT_STANDS;
    if (hand_clock.answers == 0 && hand_clock.idle_us > 0 && us > 0) {
        bool is_interrupted = hand_clock.interrupt_us > 0 && hand_clock.interrupt_us < us;
        int64_t passed = min64(is_interrupted ? hand_clock.interrupt_us : us, hand_clock.idle_us);
        hand_clock.now_us += passed;
        hand_clock.idle_us -= passed;
        result = is_interrupted ? WAIT_INTERRUPTED : WAIT_PASSES;
    }
    pthread_mutex_unlock(&hand_clock.lock);
    return result;
}

static inline void note_answer(void) {
    pthread_mutex_lock(&hand_clock.lock);
    hand_clock.now_us += hand_clock.answer_us;
    hand_clock.answers -= hand_clock.answers > 0;
    pthread_mutex_unlock(&hand_clock.lock);
}

void clock_sleep_ms(int ms) {
    if (pass_time(1000 * (int64_t)ms) == WAIT_STANDS)
        nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L}, NULL);
}

/* A real wait. One that signals interrupt again and again ends early, as the clock, which stands,
 * does not tell how much of it is left. */
static inline int wait_really(struct pollfd *fds, nfds_t count, const struct timespec *timeout,
                              const sigset_t *mask) {
    static _Thread_local bool is_interrupted;
    int ready = ((__typeof__(&ppoll))dlsym(RTLD_NEXT, "ppoll"))(fds, count, timeout, mask);
    bool was_interrupted = is_interrupted;
    is_interrupted = ready < 0 && errno == EINTR && !was_interrupted;
    return ready < 0 && errno == EINTR && was_interrupted ? 0 : ready;
}

int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *timeout, const sigset_t *mask) {
    static const struct timespec NONE = {0};
    int64_t us = timeout ? (int64_t)timeout->tv_sec * 1000000 + timeout->tv_nsec / 1000 : INT64_MAX;
    int ready = ((__typeof__(&ppoll))dlsym(RTLD_NEXT, "ppoll"))(fds, count, &NONE, mask);
    WaitResult passed = ready == 0 ? pass_time(us) : WAIT_PASSES;
    if (passed == WAIT_STANDS && us > 0)
        ready = wait_really(fds, count, timeout, mask);
    if (passed == WAIT_INTERRUPTED) {
        errno = EINTR;
        ready = -1;
    }
    if (ready > 0)
        note_answer();
    return ready;
}

int poll(struct pollfd *fds, nfds_t count, int timeout_ms) {
    struct timespec timeout = {timeout_ms / 1000, timeout_ms % 1000 * 1000000L};
    return ppoll(fds, count, timeout_ms < 0 ? NULL : &timeout, NULL);
}

#endif
