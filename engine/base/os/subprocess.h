/* subprocess: a program that runs beside ours, what it reads and writes, and its end.
 *
 * None of these functions waits longer than the moment it is given, a time by clock_now_us(); one
 * in the past does not wait at all. Broken pipes are told and raise no signal. What fails says why
 * in errno.
 *
 * Threads: a subprocess belongs to one thread at a time; different ones are independent. Where the
 * system can, the program is killed when the *thread* that started it ends: that thread must live
 * until subprocess_free(). Our process must not ignore the ends of its children (SIGCHLD) nor reap
 * those that it does not know. */
#ifndef MISERE_BASE_OS_SUBPROCESS_H
#define MISERE_BASE_OS_SUBPROCESS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Subprocess Subprocess;

typedef struct {
    const char *path;        /* see subprocess_find() */
    const char *const *argv; /* ends with NULL */
    const char *directory;   /* where it runs; NULL: where we do */
    FILE *errors;            /* gets its stderr; NULL, or in memory: nobody does */
} SubprocessPlan;

/* Where the program of that name is: itself if there is a slash in it, else looked up in PATH. If
 * it is to run in another folder the path must be `absolute`. False if there is none. */
bool subprocess_find(const char *name, bool absolute, char path[PATH_MAX]);

/* Begins to start a program in a process group of its own. It inherits its three standard streams
 * and no other file or pipe that os has opened. NULL on failure. The caller frees it, whatever
 * happens. */
Subprocess *subprocess_start(const SubprocessPlan *plan);

typedef enum {
    SUBPROCESS_STARTING, /* not known yet */
    SUBPROCESS_STARTED,
    SUBPROCESS_NO_FOLDER, /* its folder cannot be entered: errno says why */
    SUBPROCESS_NOT_RUN,   /* the file is none that can be run: errno says why */
} SubprocessStart;

/* Waits until the program has started. To be called, until it says something else than
 * SUBPROCESS_STARTING, before anything is read or written. */
SubprocessStart subprocess_await_start(Subprocess *process, int64_t until_us);

/* The number by which the system knows it. */
int subprocess_id(const Subprocess *process);

/* --- its input and output --- */

typedef enum {
    SUBPROCESS_NOTHING, /* no byte can be read or written now */
    SUBPROCESS_BYTES,
    SUBPROCESS_CLOSED, /* by the program: no byte will ever be */
} SubprocessIo;

/* Waits for output, and reads what is there but no more than `size` bytes; *count says how many.
 * After SUBPROCESS_CLOSED it only sleeps. */
SubprocessIo subprocess_read(Subprocess *process, char *bytes, size_t size, size_t *count,
                             int64_t until_us);

/* Writes what there is room for at once; *count says how many bytes. */
SubprocessIo subprocess_write(Subprocess *process, const char *bytes, size_t size, size_t *count);

/* Waits until something can be written or read. True if something can be read, or the program has
 * closed its output. */
bool subprocess_await_io(Subprocess *process, int64_t until_us);

/* The program finds the end of its input. */
void subprocess_close_input(Subprocess *process);

/* --- its end --- */

typedef struct {
    enum { SUBPROCESS_EXITED, SUBPROCESS_KILLED, SUBPROCESS_ENDED_SOMEHOW } how;
    int code; /* its exit status, or the signal */
} SubprocessEnd;

/* Has the program ended, and how? Until it is freed no other process gets its number. */
bool subprocess_has_ended(const Subprocess *process, SubprocessEnd *end);

/* Asks the program, and all that it has started in its group, to end. */
void subprocess_terminate(Subprocess *process);

/* Ends them. If the program has ended already, what it started may not have. */
void subprocess_kill(Subprocess *process);

/* Closes the pipes, and forgets the program, which should have ended. NULL is fine. */
void subprocess_free(Subprocess *process);

#endif
