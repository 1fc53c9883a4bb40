/* transcript: a protocol's output, and an optional log of its input and output. Lines read are
 * logged with the prefix `>> `, lines written with `<< `.
 *
 * Any thread may write to transcript_out(); only one thread may call these functions. */
#ifndef MISERE_CORE_TRANSCRIPT_H
#define MISERE_CORE_TRANSCRIPT_H

#include "base/error.h"

#include <stdio.h>

typedef struct Transcript Transcript;

/* Wraps `out`, which the caller closes after transcript_free. NULL if there is not enough memory.
 */
Transcript *transcript_new(FILE *out);

/* Frees the transcript and closes its log. NULL is allowed. */
void transcript_free(Transcript *transcript);

/* The stream to print to. A line must be printed by one call, or under stream_lock. Each complete
 * line is flushed to `out`. */
FILE *transcript_out(const Transcript *transcript);

/* From now on, appends the log to the file `path`; "" ends logging. On failure sets *error, keeps
 * the old log, and returns false. */
bool transcript_set_log(Transcript *transcript, const char *path, Error *error);

/* Logs an input line, given without its newline. */
void transcript_log_input(Transcript *transcript, const char *line);

#endif
