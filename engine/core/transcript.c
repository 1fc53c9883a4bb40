#include "core/transcript.h"

#include "base/os/stream.h"
#include "base/os/thread.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct Transcript {
    FILE *plain;  /* the caller's stream */
    FILE *out;    /* unbuffered; calls write_both */
    Mutex mutex;  /* guards log and in_line */
    FILE *log;    /* NULL: no log */
    bool in_line; /* the last line of the log is unfinished */
};

static void log_piece(Transcript *transcript, const char *text, size_t size) {
    if (!transcript->in_line)
        fputs("<< ", transcript->log);
    fwrite(text, 1, size, transcript->log);
    transcript->in_line = text[size - 1] != '\n';
}

static void log_output(Transcript *transcript, const char *text, size_t size) {
    while (size > 0) {
        const char *end = memchr(text, '\n', size);
        size_t piece = end ? (size_t)(end - text) + 1 : size;
        log_piece(transcript, text, piece);
        text += piece;
        size -= piece;
    }
    fflush(transcript->log);
}

static bool write_both(void *context, const char *text, size_t size) {
    Transcript *transcript = context;
    bool good = fwrite(text, 1, size, transcript->plain) == size;
    if (size > 0 && text[size - 1] == '\n')
        good &= fflush(transcript->plain) == 0;
    mutex_lock(&transcript->mutex);
    if (transcript->log)
        log_output(transcript, text, size);
    mutex_unlock(&transcript->mutex);
    return good;
}

Transcript *transcript_new(FILE *out) {
    Transcript *transcript = calloc(1, sizeof *transcript);
    if (!transcript)
        return NULL;
    transcript->plain = out;
    transcript->out = stream_to_writer(write_both, transcript);
    if (!transcript->out) {
        free(transcript);
        return NULL;
    }
    mutex_init(&transcript->mutex);
    return transcript;
}

void transcript_free(Transcript *transcript) {
    if (!transcript)
        return;
    fclose(transcript->out);
    if (transcript->log)
        fclose(transcript->log);
    mutex_destroy(&transcript->mutex);
    free(transcript);
}

FILE *transcript_out(const Transcript *transcript) {
    return transcript->out;
}

bool transcript_set_log(Transcript *transcript, const char *path, Error *error) {
    FILE *log = NULL;
    if (*path && !(log = stream_open(path, "a")))
        return error_set_at(error, path, 0, strerror(errno));
    mutex_lock(&transcript->mutex);
    if (transcript->log)
        fclose(transcript->log);
    transcript->log = log;
    mutex_unlock(&transcript->mutex);
    return true;
}

void transcript_log_input(Transcript *transcript, const char *line) {
    stream_lock(transcript->out); /* so as not to split a line that is being printed */
    mutex_lock(&transcript->mutex);
    if (transcript->log) {
        fprintf(transcript->log, ">> %s\n", line);
        fflush(transcript->log);
    }
    mutex_unlock(&transcript->mutex);
    stream_unlock(transcript->out);
}
