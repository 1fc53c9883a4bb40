/* stream: what standard C leaves out of its FILE. Any thread, but one at a time may use a stream
 * unless it holds the lock.
 *
 * What fails says why in errno. */
#ifndef MISERE_BASE_OS_STREAM_H
#define MISERE_BASE_OS_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* fopen(), of a file that programs which we start do not inherit. `mode` is as C has it. */
FILE *stream_open(const char *path, const char *mode);

/* Keeps other threads from the stream until it is unlocked as often as locked by the same thread.
 * Each call of stdio does that for itself. */
void stream_lock(FILE *stream);
void stream_unlock(FILE *stream);

/* getc() and putc() for who has the stream to himself: without a lock. */
int stream_get(FILE *in);
int stream_put(FILE *out, char byte);

/* Reads a line with its end into *line, which has room for *capacity bytes, is made longer if need
 * be (at first NULL and 0), and is freed by the caller; a NUL follows. Returns its length, in which
 * NUL bytes count; 0 at the end of the stream or on failure. */
size_t stream_get_line(FILE *in, char **line, size_t *capacity);

/* Waits until something can be read from an unbuffered stream, or its end; no longer than
 * `timeout_ms`, unless that is negative. False only if time has run out; a signal may end it, too.
 */
bool stream_await_input(FILE *in, int timeout_ms);

/* --- in memory --- */

/* A stream that writes into memory. Stays where it is until it is closed. */
typedef struct {
    FILE *file;  /* to write to */
    char *bytes; /* once it is closed: what was written, and a NUL; the caller frees it */
    size_t size; /* without the NUL */
} MemoryStream;

/* False if there is no memory for it; then it is closed, and `bytes` is NULL. */
bool memory_stream_open(MemoryStream *stream);

/* False if not all could be written. The caller frees `bytes` in any case. */
bool memory_stream_close(MemoryStream *stream);

/* --- to a function --- */

/* Takes what was written; false if it could not. */
typedef bool StreamWriter(void *context, const char *bytes, size_t size);

/* An unbuffered stream to write to: each piece is given to the function by the thread that writes
 * it, which holds the stream's lock. NULL on failure; the caller closes it. */
FILE *stream_to_writer(StreamWriter *write, void *context);

#endif
