#include "proofs/compact/number_stream.h"

/* --- writing --- */

bool number_stream_begin(NumberStream *stream, FILE *out) {
    *stream = (NumberStream){.file = out};
    return deflateInit(&stream->zlib, Z_BEST_COMPRESSION) == Z_OK;
}

static void pack(NumberStream *stream, int flush) {
    stream->zlib.next_in = stream->plain;
    stream->zlib.avail_in = (uInt)stream->at;
    do {
        stream->zlib.next_out = stream->packed;
        stream->zlib.avail_out = sizeof stream->packed;
        deflate(&stream->zlib, flush);
        fwrite(stream->packed, 1, sizeof stream->packed - stream->zlib.avail_out, stream->file);
    } while (stream->zlib.avail_out == 0);
    stream->at = 0;
}

static void put_byte(NumberStream *stream, unsigned char byte) {
    if (stream->at == sizeof stream->plain)
        pack(stream, Z_NO_FLUSH);
    stream->plain[stream->at++] = byte;
}

void number_stream_put(NumberStream *stream, uint64_t number) {
    for (; number >= 128; number >>= 7)
        put_byte(stream, (unsigned char)(number | 128));
    put_byte(stream, (unsigned char)number);
}

void number_stream_finish(NumberStream *stream) {
    pack(stream, Z_FINISH);
    deflateEnd(&stream->zlib);
}

/* --- reading --- */

bool number_stream_open(NumberStream *stream, FILE *in) {
    *stream = (NumberStream){.file = in, .status = Z_OK};
    return inflateInit(&stream->zlib) == Z_OK;
}

/* Unpacks more bytes. Returns false if there are none. */
static bool unpack(NumberStream *stream) {
    z_stream *zlib = &stream->zlib;
    zlib->next_out = stream->plain;
    zlib->avail_out = sizeof stream->plain;
    while (stream->status == Z_OK && zlib->avail_out == sizeof stream->plain) {
        if (zlib->avail_in == 0) {
            zlib->next_in = stream->packed;
            zlib->avail_in = (uInt)fread(stream->packed, 1, sizeof stream->packed, stream->file);
        }
        stream->status = inflate(zlib, Z_NO_FLUSH);
    }
    stream->at = 0;
    stream->size = sizeof stream->plain - zlib->avail_out;
    return stream->size > 0;
}

bool number_stream_get(NumberStream *stream, uint64_t *number) {
    *number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        if (stream->at == stream->size && !unpack(stream))
            return false;
        uint64_t byte = stream->plain[stream->at++];
        *number |= (byte & 127) << shift;
        if (byte < 128)
            return true;
    }
    return false;
}

bool number_stream_close(NumberStream *stream) {
    bool is_whole = stream->at == stream->size && !unpack(stream) && stream->status == Z_STREAM_END;
    is_whole = fseek(stream->file, -(long)stream->zlib.avail_in, SEEK_CUR) == 0 && is_whole;
    inflateEnd(&stream->zlib);
    return is_whole;
}
