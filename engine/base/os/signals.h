/* signals: what the system tells a process without being asked. */
#ifndef MISERE_BASE_OS_SIGNALS_H
#define MISERE_BASE_OS_SIGNALS_H

#include <stdbool.h>

/* From now on, a file that grows too large is an error like any other. The main thread, once. */
void signals_ignore_file_size(void);

/* From now on, a pipe that nobody reads any more is an error like any other. The main thread,
 * once. */
void signals_ignore_broken_pipe(void);

/* --- being asked to end (on POSIX: SIGINT, SIGTERM and SIGHUP) --- */

/* Such a request does not end us any more: it is kept until somebody asks for it. For the main
 * thread, before it starts others. Returns what signals_release_termination() wants. */
int signals_hold_termination(void);

/* Is there a request that is being kept? It goes on being. Any thread that has them held. */
bool signals_termination_is_pending(void);

/* Waits for a request no longer than that, and takes it: it will not end us. False if there was
 * none. Any thread that has them held. */
bool signals_await_termination(int timeout_ms);

/* Requests end us again, at once if there is one that was kept and not taken. The thread that held
 * them. */
void signals_release_termination(int held);

#endif
