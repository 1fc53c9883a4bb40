#include "base/os/stream.h"

#include "base/minmax.h"
#include "base/os/clock.h"
#include "base/os/signals.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

void stream_init_standard(void) {
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
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

/* A SIGCONT between the check and the waiting must not be missed, so only ppoll() unblocks it. */
bool stream_await_input(FILE *in, int timeout_ms) {
    struct pollfd input = {.fd = fileno(in), .events = POLLIN};
    int64_t deadline = clock_now_ms() + timeout_ms;
    int ready = 0;
    sigset_t continuation, before;
    sigemptyset(&continuation);
    sigaddset(&continuation, SIGCONT);
    pthread_sigmask(SIG_BLOCK, &continuation, &before);
    while (!signals_has_continuation()) {
        int64_t left = max64(deadline - clock_now_ms(), 0);
        struct timespec timeout = {.tv_sec = (time_t)(left / 1000),
                                   .tv_nsec = left % 1000 * 1000000};
        ready = ppoll(&input, 1, timeout_ms < 0 ? NULL : &timeout, &before);
        if (ready >= 0 || errno != EINTR)
            break;
        ready = 0;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ready != 0;
}

int stream_read_character(FILE *in, wchar_t *character) {
    mbstate_t state = {0};
    for (;;) {
        char byte;
        ssize_t count = read(fileno(in), &byte, 1);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return (int)count;
        size_t length = mbrtowc(character, &byte, 1, &state);
        if (length == 0 || length == 1)
            return 1;
        if (length == (size_t)-1)
            state = (mbstate_t){0};
    }
}

typedef struct {
    int fd;
    void (*await)(void *context);
    void *context;
} AwaitingReader;

static ssize_t read_awaited(void *cookie, char *bytes, size_t size) {
    const AwaitingReader *reader = cookie;
    ssize_t count;
    do {
        reader->await(reader->context);
        count = read(reader->fd, bytes, size);
    } while (count < 0 && errno == EINTR);
    return count;
}

static int free_cookie(void *cookie) {
    free(cookie);
    return 0;
}

FILE *stream_awaiting(FILE *in, void (*await)(void *context), void *context) {
    AwaitingReader *reader = malloc(sizeof *reader);
    if (!reader)
        return NULL;
    *reader = (AwaitingReader){fileno(in), await, context};
    cookie_io_functions_t functions = {.read = read_awaited, .close = free_cookie};
    FILE *stream = fopencookie(reader, "r", functions);
    if (!stream)
        free(reader);
    return stream;
}

bool stream_is_writable(FILE *out) {
    return write(fileno(out), "", 0) == 0;
}

/* --- streams in memory --- */

/* Makes the buffer large enough for this many bytes. */
static bool reserve(MemoryStream *stream, size_t size) {
    if (size <= stream->capacity)
        return true;
    size_t capacity = size < 2 * stream->capacity ? 2 * stream->capacity : size;
    char *bytes = realloc(stream->bytes, capacity);
    if (!bytes)
        return false;
    stream->bytes = bytes;
    stream->capacity = capacity;
    return true;
}

static ssize_t append(void *cookie, const char *bytes, size_t size) {
    MemoryStream *stream = cookie;
    if (!reserve(stream, stream->size + size + 1)) {
        stream->is_exhausted = true;
        return 0;
    }
    memcpy(stream->bytes + stream->size, bytes, size);
    stream->size += size;
    stream->bytes[stream->size] = '\0';
    return (ssize_t)size;
}

/* Not open_memstream(): glibc's does not report that memory has run out. */
bool memory_stream_open(MemoryStream *stream) {
    *stream = (MemoryStream){.capacity = 1};
    stream->bytes = calloc(1, 1);
    if (stream->bytes)
        stream->file = fopencookie(stream, "w", (cookie_io_functions_t){.write = append});
    if (stream->file)
        return true;
    free(stream->bytes);
    stream->bytes = NULL;
    return false;
}

bool memory_stream_close(MemoryStream *stream) {
    bool closed = fclose(stream->file) == 0;
    stream->file = NULL;
    return closed && !stream->is_exhausted;
}

FILE *stream_from_bytes(const char *bytes, size_t size) {
    /* The cast is safe: a stream opened for reading does not write. */
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

FILE *stream_to_writer(StreamWriter *write, void *context) {
    Writer *writer = malloc(sizeof *writer);
    if (!writer)
        return NULL;
    *writer = (Writer){write, context};
    cookie_io_functions_t functions = {.write = write_piece, .close = free_cookie};
    FILE *stream = fopencookie(writer, "w", functions);
    if (stream)
        setvbuf(stream, NULL, _IONBF, 0);
    else
        free(writer);
    return stream;
}
