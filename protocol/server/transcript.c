#include "server/transcript.h"

#include "base/escape.h"
#include "base/os/regular_file.h"
#include "base/os/stream.h"
#include "base/os/thread.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE_SIZE = 1024 };

struct Transcript {
    FILE *out;    /* the caller's stream; locked while a line is printed */
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

static void write_both(Transcript *transcript, const char *text, size_t size) {
    fwrite(text, 1, size, transcript->out);
    if (size > 0 && text[size - 1] == '\n')
        fflush(transcript->out);
    mutex_lock(&transcript->mutex);
    if (transcript->log)
        log_output(transcript, text, size);
    mutex_unlock(&transcript->mutex);
}

Transcript *transcript_new(FILE *out) {
    Transcript *transcript = calloc(1, sizeof *transcript);
    if (!transcript)
        return NULL;
    transcript->out = out;
    mutex_init(&transcript->mutex);
    return transcript;
}

void transcript_free(Transcript *transcript) {
    if (!transcript)
        return;
    if (transcript->log)
        fclose(transcript->log);
    mutex_destroy(&transcript->mutex);
    free(transcript);
}

void transcript_lock(Transcript *transcript) {
    stream_lock(transcript->out);
}

void transcript_unlock(Transcript *transcript) {
    stream_unlock(transcript->out);
}

void transcript_print(Transcript *transcript, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    transcript_print_list(transcript, format, arguments);
    va_end(arguments);
}

void transcript_print_list(Transcript *transcript, const char *format, va_list arguments) {
    char piece[PIECE_SIZE], *text = piece;
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(piece, sizeof piece, format, arguments);
    if (length >= PIECE_SIZE && vasprintf(&text, format, again) < 0)
        length = PIECE_SIZE - 1, text = piece;
    va_end(again);
    if (length <= 0)
        return;
    transcript_lock(transcript);
    write_both(transcript, text, (size_t)length);
    transcript_unlock(transcript);
    if (text != piece)
        free(text);
}

bool transcript_set_log(Transcript *transcript, const char *path, Error *error) {
    FILE *log = NULL;
    if (*path && !(log = regular_file_append(path, error)))
        return false;
    mutex_lock(&transcript->mutex);
    if (transcript->log)
        fclose(transcript->log);
    transcript->log = log;
    mutex_unlock(&transcript->mutex);
    return true;
}

void transcript_log_input(Transcript *transcript, const char *line) {
    transcript_lock(
        transcript); /* so that the log entry does not split a line that is being printed */
    mutex_lock(&transcript->mutex);
    if (transcript->log) {
        fputs(">> ", transcript->log);
        escape_print(transcript->log, line);
        fputc('\n', transcript->log);
        fflush(transcript->log);
    }
    mutex_unlock(&transcript->mutex);
    transcript_unlock(transcript);
}
