/* subprocess: runs a program, writes to its input and reads its output.
 *
 * Functions that wait do so until `until_us`, a deadline by clock_now_us(); if it is in the past,
 * they only poll. Broken pipes are reported, but raise no signal. Failures set errno.
 *
 * Threads: one thread at a time may use a subprocess; different ones are independent. On Linux the
 * program is killed when the *thread* that started it ends, so that thread must live until
 * subprocess_free(). The calling process must not ignore SIGCHLD, or reap these programs by other
 * means. */
#ifndef MISERE_BASE_OS_SUBPROCESS_H
#define MISERE_BASE_OS_SUBPROCESS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Subprocess Subprocess;

typedef struct {
    const char *path;        /* see subprocess_find() */
    const char *const *argv; /* ends with NULL */
    const char *directory;   /* its working directory; NULL: the caller's */
    int processor;     /* it runs only on this one, from 1, of subprocess_processors(); 0: any */
    bool keeps_errors; /* can its stderr be read? Otherwise it is discarded */
} SubprocessPlan;

/* The number of processors on which a subprocess may run; 0 if it cannot be bound to one. */
int subprocess_processors(void);

/* Finds a program: a name with a slash is its path, any other is looked up in PATH. If `absolute`,
 * the path is made absolute, which is necessary for running the program in another directory.
 * Returns false if there is no such program. */
bool subprocess_find(const char *name, bool absolute, char path[PATH_MAX]);

/* Starts a program in a process group of its own, without waiting until it runs (see
 * subprocess_await_start). Of the files opened by functions of base/os, it inherits only its three
 * standard streams. The caller frees the result with subprocess_free(), even if the program does
 * not start. NULL on failure. */
Subprocess *subprocess_start(const SubprocessPlan *plan);

typedef enum {
    SUBPROCESS_STARTING, /* whether it has started is not known yet */
    SUBPROCESS_STARTED,
    SUBPROCESS_NO_FOLDER, /* its directory cannot be entered: see errno */
    SUBPROCESS_NOT_RUN,   /* its file cannot be executed: see errno */
} SubprocessStart;

/* Waits until the program has started or has failed to. Before reading or writing, repeat this
 * until the result is not SUBPROCESS_STARTING. */
SubprocessStart subprocess_await_start(Subprocess *process, int64_t until_us);

/* The program's process id. */
int subprocess_id(const Subprocess *process);

/* --- input and output --- */

typedef enum {
    SUBPROCESS_NOTHING, /* nothing could be read or written before the deadline */
    SUBPROCESS_BYTES,   /* some bytes were read or written */
    SUBPROCESS_CLOSED,  /* the program has closed its end */
} SubprocessIo;

/* Waits for output and reads up to `size` bytes; sets *count to the number read. Once it has
 * returned SUBPROCESS_CLOSED, further calls only wait until the deadline. */
SubprocessIo subprocess_read(Subprocess *process, char *bytes, size_t size, size_t *count,
                             int64_t until_us);

/* Reads up to `size` bytes of what the program has written to stderr, without waiting, and returns
 * their number. subprocess_read() and subprocess_await_io() also return when there are such. */
size_t subprocess_read_errors(Subprocess *process, char *bytes, size_t size);

/* Writes as many bytes as the pipe has room for, without waiting; sets *count to the number
 * written. */
SubprocessIo subprocess_write(Subprocess *process, const char *bytes, size_t size, size_t *count);

/* Waits until something can be written or read. Returns whether something can be read or the
 * program has closed its output. */
bool subprocess_await_io(Subprocess *process, int64_t until_us);

/* Closes the program's input. */
void subprocess_close_input(Subprocess *process);

/* --- termination --- */

typedef struct {
    enum { SUBPROCESS_EXITED, SUBPROCESS_KILLED, SUBPROCESS_ENDED_SOMEHOW } how;
    int code; /* the exit status, or the number of the signal that killed the program */
} SubprocessEnd;

/* Has the program ended, and how? Its process id is not reused before subprocess_free(). */
bool subprocess_has_ended(const Subprocess *process, SubprocessEnd *end);

/* Asks the program's process group to end (SIGTERM). */
void subprocess_terminate(Subprocess *process);

/* Kills the process group, including processes that have outlived the program. */
void subprocess_kill(Subprocess *process);

/* Closes the pipes and reaps the program, which should have ended. NULL is allowed. */
void subprocess_free(Subprocess *process);

#endif
