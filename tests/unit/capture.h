/* capture: a stream whose text can be read at any time, for servers that print on several threads.
 */
#ifndef MISERE_UNIT_CAPTURE_H
#define MISERE_UNIT_CAPTURE_H

#include "unit/testing.h"
#include "unit/texts.h"

#include "base/os/clock.h"
#include "base/os/stream.h"
#include "base/os/thread.h"

#include <stdlib.h>
#include <string.h>

enum { CAPTURE_SIZE = 1 << 20, CAPTURE_WAITS = 300000 /* of a millisecond each */ };

typedef struct {
    FILE *stream; /* the stream to print to */
    Mutex mutex;  /* guards length and text */
    size_t length;
    char text[CAPTURE_SIZE];
} Capture;

static inline bool capture_write(void *context, const char *bytes, size_t size) {
    Capture *capture = context;
    mutex_lock(&capture->mutex);
    bool fits = capture->length + size < CAPTURE_SIZE;
    if (fits) {
        memcpy(capture->text + capture->length, bytes, size);
        capture->length += size;
        capture->text[capture->length] = '\0';
    }
    mutex_unlock(&capture->mutex);
    return fits;
}

static inline Capture *capture_new(void) {
    Capture *capture = calloc(1, sizeof *capture);
    assert_non_null(capture);
    mutex_init(&capture->mutex);
    capture->stream = stream_to_writer(capture_write, capture);
    assert_non_null(capture->stream);
    return capture;
}

static inline void capture_free(Capture *capture) {
    fclose(capture->stream);
    mutex_destroy(&capture->mutex);
    free(capture);
}

/* Returns what has been printed since the last call. The caller frees it. */
static inline char *capture_take(Capture *capture) {
    mutex_lock(&capture->mutex);
    char *text = strdup(capture->text);
    capture->length = 0;
    capture->text[0] = '\0';
    mutex_unlock(&capture->mutex);
    assert_non_null(text);
    return text;
}

/* Waits until `part` has been printed, without taking it. */
static inline void capture_await(Capture *capture, const char *part) {
    for (int waits = 0;; waits++) {
        mutex_lock(&capture->mutex);
        bool found = strstr(capture->text, part);
        mutex_unlock(&capture->mutex);
        if (found)
            return;
        if (waits == CAPTURE_WAITS)
            fail_msg("'%s' was not printed", part);
        clock_sleep_ms(1);
    }
}

/* Takes what has been printed, which must be exactly `text`. */
static inline void assert_printed(Capture *capture, const char *text) {
    char *printed = capture_take(capture);
    assert_string_equal(printed, text);
    free(printed);
}

/* Takes what has been printed, which must begin with `prefix`. */
static inline void assert_printed_prefix(Capture *capture, const char *prefix) {
    char *printed = capture_take(capture);
    if (strncmp(printed, prefix, strlen(prefix)) != 0)
        fail_msg("'%s' does not begin with '%s'", printed, prefix);
    free(printed);
}

#endif
