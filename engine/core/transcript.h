/* transcript: a protocol's output, and on demand a log of what was said both ways: each line read
 * after `>> `, each line written after `<< `.
 *
 * Any thread may write to transcript_out; one thread calls the functions. */
#ifndef MISERE_CORE_TRANSCRIPT_H
#define MISERE_CORE_TRANSCRIPT_H

#include "base/error.h"

#include <stdio.h>

typedef struct Transcript Transcript;

/* Of what is written to `out`, which stays the caller's. NULL without memory. */
Transcript *transcript_new(FILE *out);

/* Closes the log, too. May be NULL. */
void transcript_free(Transcript *transcript);

/* Where to write: each line with one call or holding the file's lock. It reaches `out` at once. */
FILE *transcript_out(const Transcript *transcript);

/* Appends to that file from now on; "" is no file. On failure says why, returns false, and the old
 * log goes on. */
bool transcript_set_log(Transcript *transcript, const char *path, Error *error);

/* Notes a line that was read, without its end. */
void transcript_log_input(Transcript *transcript, const char *line);

#endif
