#include "proofs/compact/byte_stream.h"

/* --- writing --- */

bool byte_stream_begin(ByteStream *stream, FILE *out) {
    *stream = (ByteStream){.file = out};
    return deflateInit(&stream->zlib, Z_BEST_COMPRESSION) == Z_OK;
}

static void pack(ByteStream *stream, int flush) {
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

void byte_stream_put(ByteStream *stream, uint8_t byte) {
    if (stream->at == sizeof stream->plain)
        pack(stream, Z_NO_FLUSH);
    stream->plain[stream->at++] = byte;
}

void byte_stream_finish(ByteStream *stream) {
    pack(stream, Z_FINISH);
    deflateEnd(&stream->zlib);
}

/* --- reading --- */

bool byte_stream_open(ByteStream *stream, FILE *in) {
    *stream = (ByteStream){.file = in, .status = Z_OK};
    return inflateInit(&stream->zlib) == Z_OK;
}

/* Unpacks more bytes. Returns false if there are none. */
static bool unpack(ByteStream *stream) {
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

int byte_stream_get(ByteStream *stream) {
    return stream->at < stream->size || unpack(stream) ? stream->plain[stream->at++] : EOF;
}

bool byte_stream_close(ByteStream *stream) {
    bool is_whole = stream->at == stream->size && !unpack(stream) && stream->status == Z_STREAM_END;
    is_whole = fseek(stream->file, -(long)stream->zlib.avail_in, SEEK_CUR) == 0 && is_whole;
    inflateEnd(&stream->zlib);
    return is_whole;
}
