/* signals: what SIGINT, SIGTERM and other requests to end the process do. */
#ifndef MISERE_BASE_OS_SIGNALS_H
#define MISERE_BASE_OS_SIGNALS_H

#include <stdbool.h>

/* From now on, writing to a pipe without a reader is an ordinary write error. Call once, in the
 * main thread. */
void signals_ignore_broken_pipe(void);

/* From now on, when a termination request (see below) ends the process, the terminal's modes are
 * set back to those at the time of the first call, and `message` is written to standard output.
 * `message` must stay valid and unchanged until the next call; if it is NULL, nothing is written.
 * Call in the main thread. */
void signals_set_exit_message(const char *message);

/* From now on, a request to stop the process (SIGTSTP, by Ctrl-Z) also sets the terminal's modes
 * back to those at the time of the first call of signals_set_exit_message(), which must have been
 * called; and it is noted that a process that was stopped goes on. Call in the main thread. */
void signals_watch_stops(void);

/* Has the process gone on after a stop since the last call of signals_take_continuation()? The
 * second function says so once. */
bool signals_has_continuation(void);
bool signals_take_continuation(void);

/* --- termination requests (on POSIX: SIGINT, SIGTERM and SIGHUP) --- */

/* From now on, termination requests stay pending instead of ending the process. Call in the main
 * thread before it starts other threads, which inherit this setting. Returns the argument for
 * signals_release_termination(). */
int signals_hold_termination(void);

/* Is a termination request pending? Does not consume it. Call in a thread started after
 * signals_hold_termination(). */
bool signals_termination_is_pending(void);

/* Waits up to `timeout_ms` for a termination request, and consumes it. Returns false if there was
 * none. Call in a thread started after signals_hold_termination(). */
bool signals_await_termination(int timeout_ms);

/* From now on, termination requests end the process again; a pending one does so immediately. Call
 * in the thread that called signals_hold_termination(). */
void signals_release_termination(int held);

#endif
