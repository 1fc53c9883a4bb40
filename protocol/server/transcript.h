/* transcript: a protocol's output, and an optional log of its input and output. Lines read are
 * logged with the prefix `>> `, lines written with `<< `. Control characters in lines read are
 * logged as \xNN.
 *
 * Any thread may print and lock; only one thread may call the other functions. */
#ifndef MISERE_SERVER_TRANSCRIPT_H
#define MISERE_SERVER_TRANSCRIPT_H

#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

typedef struct Transcript Transcript;

/* Wraps `out`, which the caller closes after transcript_free. NULL if there is not enough memory.
 */
Transcript *transcript_new(FILE *out);

/* Frees the transcript and closes its log. NULL is allowed. */
void transcript_free(Transcript *transcript);

/* Print like printf() and vprintf(), to `out` and to the log. Complete lines are flushed. A line
 * must be printed by one call, or under transcript_lock. If out of memory, only the
 * first 1023 bytes are printed. */
void transcript_print(Transcript *transcript, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void transcript_print_list(Transcript *transcript, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* Locks the output against other threads. The lock is recursive. */
void transcript_lock(Transcript *transcript);
void transcript_unlock(Transcript *transcript);

/* From now on, appends the log to the file `path`; "" ends logging. On failure sets *error, keeps
 * the old log, and returns false. */
bool transcript_set_log(Transcript *transcript, const char *path, Error *error);

/* Logs an input line, given without its newline. */
void transcript_log_input(Transcript *transcript, const char *line);

#endif
