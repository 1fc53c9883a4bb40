#include "transcript.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct Transcript {
    FILE *plain; /* the caller's */
    FILE *out;   /* the same with an eye on it; its lock guards the log */
    FILE *log;   /* NULL: none */
    bool in_line;
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

static ssize_t write_both(void *cookie, const char *text, size_t size) {
    Transcript *transcript = cookie;
    bool good = fwrite(text, 1, size, transcript->plain) == size && fflush(transcript->plain) == 0;
    if (transcript->log)
        log_output(transcript, text, size);
    return good ? (ssize_t)size : 0;
}

Transcript *transcript_new(FILE *out) {
    Transcript *transcript = calloc(1, sizeof *transcript);
    if (!transcript)
        return NULL;
    transcript->plain = out;
    transcript->out = fopencookie(transcript, "w", (cookie_io_functions_t){.write = write_both});
    if (!transcript->out) {
        free(transcript);
        return NULL;
    }
    setvbuf(transcript->out, NULL, _IOLBF, BUFSIZ);
    return transcript;
}

void transcript_free(Transcript *transcript) {
    if (!transcript)
        return;
    fclose(transcript->out);
    if (transcript->log)
        fclose(transcript->log);
    free(transcript);
}

FILE *transcript_out(const Transcript *transcript) {
    return transcript->out;
}

bool transcript_log(Transcript *transcript, const char *path, Error *error) {
    FILE *log = NULL;
    if (*path && !(log = fopen(path, "ae")))
        return error_set(error, "%.120s: %s", path, strerror(errno));
    if (transcript->log)
        fclose(transcript->log);
    transcript->log = log;
    transcript->in_line = false;
    return true;
}

void transcript_note(Transcript *transcript, const char *line) {
    if (!transcript->log)
        return;
    flockfile(transcript->out);
    fprintf(transcript->log, "%s>> %s\n", transcript->in_line ? "\n" : "", line);
    transcript->in_line = false;
    fflush(transcript->log);
    funlockfile(transcript->out);
}
