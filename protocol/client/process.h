/* process: a program that runs as a subprocess and exchanges lines of text with the caller. The
 * protocols' clients are built on it.
 *
 * The program may die, hang or flood. The caller learns of it in time; it is never killed, blocked
 * beyond a deadline, or made to use unbounded memory. A function that returns bool returns false
 * and sets `error` (may be NULL) on failure. A fault of the program makes the process *failed*:
 * process_failure() says how, and from then on every call returns false with that first error.
 *
 * Points in time are in microseconds by clock_now_us().
 *
 * Threads: one thread at a time may use a process; different processes are independent. On Linux
 * the program is killed when the *thread* that started it ends, so that it never outlives us: the
 * thread that calls process_start() must live until process_stop(). The calling program must not
 * ignore SIGCHLD, nor reap children that it did not start.
 *
 * The program's output is read as lines of printable ASCII: a tab becomes a space, any other byte
 * '?', and a line is cut after 64 KiB. */
#ifndef MISERE_CLIENT_PROCESS_H
#define MISERE_CLIENT_PROCESS_H

#include "base/error.h"
#include "base/os/clock.h"
#include "client/common.h"

typedef struct Process Process;

#define PROCESS_NO_DEADLINE INT64_MAX

/* The time timeout_ms from now; PROCESS_NO_DEADLINE if negative. */
int64_t process_deadline(int timeout_ms);

/* Starts the program in a process group of its own. Returns NULL if it is not executable, or has
 * not started within config->start_timeout_ms. The caller stops it. Of what config points to, only
 * the transcript and the cancel flag are used later. */
Process *process_start(const ClientConfig *config, Error *error);

/* Ends the program and everything that it started in its process group, reaps it, frees the process
 * and sets *process to NULL. The program is sent the line `quit_command` and the end of its input,
 * and has one second to exit, unless it failed or was cancelled. Then it gets SIGTERM, and after
 * 0.3 s SIGKILL. NULL and a pointer to NULL are allowed. */
void process_stop(Process **process, const char *quit_command);

/* The name in errors and the transcript: at first the program's file name. Never NULL. */
const char *process_name(const Process *process);

/* Sets the name in errors and the transcript. An empty name changes nothing. */
void process_set_name(Process *process, const char *name);

ClientFailure process_failure(const Process *process);

/* Is the program still running, as far as is known now, and has the process not failed? */
bool process_alive(const Process *process);

/* Begins a request. Output that has already arrived is dropped. */
bool process_begin_request(Process *process, Error *error);

/* Begins a request. Output that has already arrived counts as part of the answer. */
bool process_continue_request(Process *process, Error *error);

/* Sends one line. Fails if the program has not read it after 2 s, or at `until` if that is earlier.
 * A line with a control character is refused: nothing is sent, and the process has not failed. */
bool process_send(Process *process, int64_t until, Error *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Reads the next line of the answer. *line is valid until the next call; it is NULL if no line
 * arrived before `until`. If `until` is past, reads only what has already arrived. */
bool process_read(Process *process, int64_t until, const char **line, Error *error);

/* The time at which the last line read arrived. */
int64_t process_received_at(const Process *process);

/* Sets an error that begins with the program's name, for a request that is refused; the process
 * does not fail. Returns false. */
bool process_refuse(const Process *process, Error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Marks the process as failed, with the text as the reason. Returns false. */
bool process_fail(Process *process, ClientFailure failure, Error *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* process_fail() with CLIENT_FAILURE_HUNG: the awaited answer, which `what` describes, has not
 * arrived in time. */
bool process_fail_timeout(Process *process, const char *what, Error *error);

/* Makes a process that failed with CLIENT_FAILURE_HUNG usable again. */
void process_clear_hung(Process *process);

#endif
