/* process: a program run as a subprocess and spoken to in lines; the ground that the clients stand
 * on.
 *
 * The program may die, hang or flood. Each is an error that the caller is told in time; none blocks
 * the caller, kills it or makes it grow. A function that returns bool returns false and sets
 * `error` (may be NULL) on failure. Anything the program did wrong makes the process *failed*:
 * process_failure() says how, and from then on every call returns false with that first error.
 *
 * A moment is a time by clock_now_us.
 *
 * Threads: a process belongs to one thread at a time; different ones are independent. On Linux the
 * program is killed when the *thread* that started it ends, so that none outlives us: the thread
 * that calls process_start() must live until process_stop(). Our process must not ignore SIGCHLD
 * nor reap children that it does not know.
 *
 * Text from the program is read as lines of printable ASCII: any other byte is shown as '?' (a tab
 * as a space), a line over 64 KiB is cut. */
#ifndef MISERE_CLIENT_PROCESS_H
#define MISERE_CLIENT_PROCESS_H

#include "base/error.h"
#include "base/os/clock.h"
#include "client/common.h"

typedef struct Process Process;

#define PROCESS_NO_DEADLINE INT64_MAX

/* The deadline so many milliseconds from now; PROCESS_NO_DEADLINE if negative. */
int64_t process_deadline(int timeout_ms);

/* Starts the program in a process group of its own. NULL on failure: not executable, or not started
 * within config->start_timeout_ms. The caller stops it. Copies of config only the transcript and
 * the cancel pointer. */
Process *process_start(const ClientConfig *config, Error *error);

/* Ends the program and everything it started in its process group, reaps it, frees the process and
 * sets *process to NULL. A sound program is sent the line `quit_command` and the end of its input,
 * and given a second; one that failed, or was cancelled, is not asked. Then SIGTERM, 0.3 s later
 * SIGKILL. NULL and a pointer to NULL are fine. */
void process_stop(Process **process, const char *quit_command);

/* What errors and the transcript call it: at first the program's file name. Never NULL. */
const char *process_name(const Process *process);

/* An empty name changes nothing. */
void process_set_name(Process *process, const char *name);

ClientFailure process_failure(const Process *process);

/* Whether it has not failed and the program still runs, as far as is known now. */
bool process_alive(const Process *process);

/* Begins a request: whatever the program has said until now is dropped. */
bool process_begin_request(Process *process, Error *error);

/* Begins a request for which what the program has said already counts. */
bool process_continue_request(Process *process, Error *error);

/* Sends one line. Takes at most 2 s, or until the moment. Refuses a control character in it, and
 * then nothing is sent and the process is as it was. */
bool process_send(Process *process, int64_t until, Error *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Reads the next line that the request is answered with; *line, valid until the next call, is NULL
 * if none has come until the moment. One in the past: reads what is there. */
bool process_read(Process *process, int64_t until, const char **line, Error *error);

/* When the line that was read last came in. */
int64_t process_received_at(const Process *process);

/* Makes the process failed, for the reason that the text says; returns false. */
bool process_fail(Process *process, ClientFailure failure, Error *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* process_fail() with CLIENT_FAILURE_HUNG: `what` has not come since the request began. */
bool process_fail_timeout(Process *process, const char *what, Error *error);

/* Makes a process sound again that failed with CLIENT_FAILURE_HUNG. */
void process_clear_hung(Process *process);

#endif
