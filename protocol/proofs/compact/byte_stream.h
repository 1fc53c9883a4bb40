/* byte_stream: bytes that are compressed in a file, as zlib's format says (RFC 1950). Only one thread
 * at a time may use a stream. */
#ifndef MISERE_PROOFS_COMPACT_BYTE_STREAM_H
#define MISERE_PROOFS_COMPACT_BYTE_STREAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <zlib.h>

enum { BYTE_STREAM_BUFFER = 1 << 16 };

typedef struct {
    FILE *file;
    z_stream zlib;
    unsigned char plain[BYTE_STREAM_BUFFER], packed[BYTE_STREAM_BUFFER];
    size_t at, size; /* where in `plain` the next byte is; how many there are (reading) */
    int status;      /* reading: what zlib said last; nothing more will come unless it is Z_OK */
} ByteStream;

/* --- writing: errors of the file remain in it --- */

/* Returns false if out of memory. */
bool byte_stream_begin(ByteStream *stream, FILE *out);
void byte_stream_put(ByteStream *stream, uint8_t byte);
/* Completes the stream, and frees what it needs. */
void byte_stream_finish(ByteStream *stream);

/* --- reading --- */

/* Begins at the file's current place. Returns false if out of memory. */
bool byte_stream_open(ByteStream *stream, FILE *in);

/* Reads a byte. Returns EOF at the end, and if the stream is damaged. */
int byte_stream_get(ByteStream *stream);

/* Frees what the stream needs, and sets the file's place to what follows it. Returns whether the
 * stream was at its end and undamaged. */
bool byte_stream_close(ByteStream *stream);

#endif
