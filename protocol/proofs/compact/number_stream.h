/* number_stream: numbers in a compressed stream: seven bits a byte, the lowest first, with the
 * eighth bit in all bytes but the last (LEB128); compressed as zlib's format says (RFC 1950). Only
 * one thread at a time may use a stream. */
#ifndef MISERE_PROOFS_COMPACT_NUMBER_STREAM_H
#define MISERE_PROOFS_COMPACT_NUMBER_STREAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <zlib.h>

enum { NUMBER_STREAM_BUFFER = 1 << 16 };

typedef struct {
    FILE *file;
    z_stream zlib;
    unsigned char plain[NUMBER_STREAM_BUFFER], packed[NUMBER_STREAM_BUFFER];
    size_t at, size; /* where in `plain` the next byte is; how many there are (reading) */
    int status;      /* reading: what zlib said last; nothing more will come unless it is Z_OK */
} NumberStream;

/* --- writing: errors of the file remain in it --- */

/* Returns false if out of memory. */
bool number_stream_begin(NumberStream *stream, FILE *out);
void number_stream_put(NumberStream *stream, uint64_t number);
/* Completes the stream, and frees what it needs. */
void number_stream_finish(NumberStream *stream);

/* --- reading --- */

/* Begins at the file's current place. Returns false if out of memory. */
bool number_stream_open(NumberStream *stream, FILE *in);

/* Reads a number. Returns false at the end, and if the stream is damaged. */
bool number_stream_get(NumberStream *stream, uint64_t *number);

/* Frees what the stream needs, and sets the file's place to what follows it. Returns whether the
 * stream was at its end and undamaged. */
bool number_stream_close(NumberStream *stream);

#endif
