/* process: a program that runs as a subprocess and exchanges lines of text with the caller. The
 * protocols' clients are built on it.
 *
 * The program may die, hang or flood. The call then fails within its time limit; the caller is
 * never killed, blocked beyond a deadline, or made to use unbounded memory. On failure a function
 * that returns bool sets `error` (may be NULL) and returns false. A fault of the program makes the
 * process *failed*: process_failure() says how, and from then on every call returns false with that
 * first error.
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

/* The point in time timeout_ms from now; PROCESS_NO_DEADLINE if timeout_ms is negative. */
int64_t process_deadline(int timeout_ms);

/* Starts the program in a process group of its own. Returns NULL if it is not executable, or has
 * not started within config->start_timeout_ms. The caller stops it. After this call, only the
 * transcript and the cancel flag of config are still used. */
Process *process_start(const ClientConfig *config, Error *error);

/* Ends the program and everything that it started in its process group, reaps it, frees the process
 * and sets *process to NULL. Unless it has failed or was cancelled, the program is first sent the
 * line `quit_command` and the end of its input, and has five seconds to exit. Then it gets SIGTERM,
 * and 0.3 s later SIGKILL. NULL and a pointer to NULL are allowed. */
void process_stop(Process **process, const char *quit_command);

/* The name in errors and the transcript: initially the program's file name. Never NULL. */
const char *process_name(const Process *process);

/* Sets the name in errors and the transcript. An empty name changes nothing. */
void process_set_name(Process *process, const char *name);

ClientFailure process_failure(const Process *process);

/* True if the process has not failed and, as far as is known, the program is still running. */
bool process_alive(const Process *process);

/* Begins a request. Output that has already arrived is dropped. */
bool process_begin_request(Process *process, Error *error);

/* Begins a request. Output that has already arrived counts as part of the answer. */
bool process_continue_request(Process *process, Error *error);

/* Sends one line. Fails if the program has not read it after 2 s, or at `until` if that is earlier.
 * Output that arrives meanwhile counts as part of the answer; it is kept, up to 32 MiB.
 * A line with a control character is refused: nothing is sent, and the process has not failed. */
bool process_send(Process *process, int64_t until, Error *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Reads the next line of the answer. *line is valid until the next call; it is NULL if no line
 * arrived before `until`. Once `until` is past, at most what can be read at once still counts, so
 * that a flood does not outrun a time limit. */
bool process_read(Process *process, int64_t until, const char **line, Error *error);

/* Makes process_read(), while it waits, also read and keep the output of `other`, up to 32 MiB, so
 * that a program that thinks at the same time does not block on a full pipe. NULL ends that. If
 * `other` fails meanwhile, the next call for it reports that. */
void process_keep_output_of(Process *process, Process *other);

/* The time when the line last read arrived. If it arrived while a line was being sent, the time
 * when the last of that output did. */
int64_t process_received_at(const Process *process);

/* Refuses a request: sets an error that begins with the program's name, and returns false. The
 * process does not fail. */
bool process_refuse(const Process *process, Error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Refuses a request because memory has run out. */
bool process_refuse_memory(const Process *process, Error *error);

/* Marks the process as failed, with the text as the reason. Returns false. */
bool process_fail(Process *process, ClientFailure failure, Error *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Calls process_fail() with CLIENT_FAILURE_HUNG, because an answer has not arrived in time. `what`
 * describes that answer in the error. Returns false. */
bool process_fail_timeout(Process *process, const char *what, Error *error);

/* Makes a process that failed with CLIENT_FAILURE_HUNG usable again. */
void process_clear_hung(Process *process);

#endif
