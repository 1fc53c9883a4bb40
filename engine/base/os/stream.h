/* stream: operations on FILE that standard C lacks. Thread-safe, but threads that share a stream
 * must hold its lock.
 *
 * Failures set errno. */
#ifndef MISERE_BASE_OS_STREAM_H
#define MISERE_BASE_OS_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <wchar.h>

/* Prepares stdin and stdout for a line protocol: bytes pass unchanged, and a console shows UTF-8.
 * Call at program start, before any input or output. The caller must flush stdout after each
 * line. */
void stream_init_standard(void);

/* Locks the stream against other threads, so that several stdio calls form one unit. The lock is
 * recursive. */
void stream_lock(FILE *stream);
void stream_unlock(FILE *stream);

/* getc() and putc() without locking, for a stream that only one thread uses. */
int stream_get(FILE *in);
int stream_put(FILE *out, char byte);

/* Waits for at most `timeout_ms` milliseconds (negative: without limit) until the file of a stream
 * that nothing has been read from has input or has ended. Returns false on timeout, and while
 * signals_has_continuation(). */
bool stream_await_input(FILE *in, int timeout_ms);

/* Reads a character of the locale's encoding from the file of a stream that nothing has been read
 * from; invalid bytes are skipped. Returns 1, 0 at the end of the file, or -1 on failure. */
int stream_read_character(FILE *in, wchar_t *character);

/* Returns a buffered stream that reads the file of `in`, from which nothing must have been read,
 * and calls `await` in the reading thread before each read that may block: that is, only when
 * everything that has arrived has been used. The caller closes the stream; `in` stays open. NULL on
 * failure. */
FILE *stream_awaiting(FILE *in, void (*await)(void *context), void *context);

/* Can the stream be written to, as far as is known without writing? On failure sets errno. */
bool stream_is_writable(FILE *out);

/* --- streams in memory --- */

/* A stream that writes into memory. The struct must not move while the stream is open. */
typedef struct {
    FILE *file;  /* the stream to write to */
    char *bytes; /* what was written, NUL-terminated; valid once closed; the caller frees it */
    size_t size; /* without the NUL */
    size_t capacity;
    bool is_exhausted; /* has memory run out? */
} MemoryStream;

/* Returns false if out of memory; the stream is then closed, and `bytes` is NULL. */
bool memory_stream_open(MemoryStream *stream);

/* Returns false if not everything could be written. The caller frees `bytes` in either case. */
bool memory_stream_close(MemoryStream *stream);

/* A stream that reads these bytes, which must outlive it. The caller closes it. NULL on failure. */
FILE *stream_from_bytes(const char *bytes, size_t size);

/* --- streams to a function --- */

/* Receives written bytes; returns false on failure, which sets the stream's error flag. */
typedef bool StreamWriter(void *context, const char *bytes, size_t size);

/* Returns an unbuffered stream that passes its output to `write`, which is called in the writing
 * thread and under the stream's lock. The caller closes the stream. NULL on failure. */
FILE *stream_to_writer(StreamWriter *write, void *context);

#endif
