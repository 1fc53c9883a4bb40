#include "base/os/stream.h"

#include "base/os/clock.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/types.h>

void stream_init_standard(void) {
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
}

FILE *stream_open(const char *path, const char *mode) {
    char closing[8];
    snprintf(closing, sizeof closing, "%se", mode);
    return fopen(path, closing);
}

void stream_lock(FILE *stream) {
    flockfile(stream);
}

void stream_unlock(FILE *stream) {
    funlockfile(stream);
}

int stream_get(FILE *in) {
    return getc_unlocked(in);
}

int stream_put(FILE *out, char byte) {
    return putc_unlocked(byte, out);
}

size_t stream_get_line(FILE *in, char **line, size_t *capacity) {
    ssize_t length = getline(line, capacity, in);
    return length > 0 ? (size_t)length : 0;
}

bool stream_await_input(FILE *in, int64_t deadline) {
    struct pollfd input = {.fd = fileno(in), .events = POLLIN};
    int result;
    do {
        int64_t left = deadline - clock_now_ms();
        int timeout_ms = left < 0 ? 0 : left > INT_MAX ? INT_MAX : (int)left;
        result = poll(&input, 1, deadline == INT64_MAX ? -1 : timeout_ms);
    } while ((result == 0 && clock_now_ms() < deadline) || (result < 0 && errno == EINTR));
    return result != 0;
}

/* --- streams in memory --- */

bool memory_stream_open(MemoryStream *stream) {
    *stream = (MemoryStream){.bytes = NULL};
    stream->file = open_memstream(&stream->bytes, &stream->size);
    return stream->file != NULL;
}

bool memory_stream_close(MemoryStream *stream) {
    bool written = !ferror(stream->file);
    bool closed = fclose(stream->file) == 0;
    stream->file = NULL;
    return written && closed;
}

FILE *stream_from_bytes(const char *bytes, size_t size) {
    /* The cast is safe: in this mode nothing is written. */
    return fmemopen((char *)bytes, size, "r");
}

/* --- streams to a function --- */

typedef struct {
    StreamWriter *write;
    void *context;
} Writer;

static ssize_t write_piece(void *cookie, const char *bytes, size_t size) {
    const Writer *writer = cookie;
    return writer->write(writer->context, bytes, size) ? (ssize_t)size : 0;
}

static int close_writer(void *cookie) {
    free(cookie);
    return 0;
}

FILE *stream_to_writer(StreamWriter *write, void *context) {
    Writer *writer = malloc(sizeof *writer);
    if (!writer)
        return NULL;
    *writer = (Writer){write, context};
    cookie_io_functions_t functions = {.write = write_piece, .close = close_writer};
    FILE *stream = fopencookie(writer, "w", functions);
    if (stream)
        setvbuf(stream, NULL, _IONBF, 0);
    else
        free(writer);
    return stream;
}
