/* output: a program's result, written to a file, which appears whole or not at all, or to standard
 * output if the path is "-". On a terminal, control characters and invisible ones are escaped, as
 * by escape_print. Only one thread at a time may use an Output. Functions that take an `error` set
 * it on failure and return false. */
#ifndef MISERE_BASE_OS_OUTPUT_H
#define MISERE_BASE_OS_OUTPUT_H

#include "base/os/atomic_file.h"
#include "base/utf8.h"

#include <stdbool.h>

typedef struct {
    FILE *file; /* the stream to write to; NULL if none is open */
    AtomicFile atomic;
    bool is_standard;
    char part[UTF8_MAX + 1]; /* on a terminal: a character of which more bytes must come */
    int part_length;
} Output;

/* Is the path "-"? */
bool output_is_standard(const char *path);

/* How messages name the output: the path itself, or "standard output". */
const char *output_name(const char *path);

/* Would output_open succeed, and can standard output be written? To be asked before long work. */
bool output_check(const char *path, Error *error);

/* Begins a file as atomic_file_open does, or standard output. The struct must not move before it is
 * committed or discarded. */
bool output_open(Output *output, const char *path, Error *error);

/* Completes the file as atomic_file_commit does, or flushes standard output. */
bool output_commit(Output *output, Error *error);

/* Discards the file, if one is open. What was written to standard output stays there. */
void output_discard(Output *output);

/* Writes these bytes: the functions above in one. */
bool output_write(const char *path, const char *bytes, size_t size, Error *error);

#endif
