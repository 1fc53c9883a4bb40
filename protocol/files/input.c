#include "files/input.h"

#include "base/os/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A stream of a regular file. If there is none, errno says why, or 0: it is something else. */
static FILE *open_regular(const char *path) {
    struct stat status;
    /* O_NONBLOCK: opening a FIFO would wait for its other end. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return NULL;
    bool known = fstat(fd, &status) == 0;
    FILE *file = known && S_ISREG(status.st_mode) ? fdopen(fd, "rb") : NULL;
    if (!file) {
        int reason = known && !S_ISREG(status.st_mode) ? 0 : errno;
        close(fd);
        errno = reason;
    }
    return file;
}

bool games_input_open(GamesInput *input, const char *path, Error *error) {
    bool is_standard = strcmp(path, "-") == 0;
    input->path = is_standard ? "standard input" : path;
    input->file = is_standard ? stdin : open_regular(path);
    input->line = 1;
    input->at_line_start = true;
    input->taken = input->at = input->end = 0;
    if (input->file)
        return true;
    return error_set_at(error, path, 0, errno ? strerror(errno) : "not a regular file");
}

void games_input_close(GamesInput *input) {
    if (input->file != stdin)
        fclose(input->file);
}

/* Moves what is left to the front and reads on behind it. */
static void fill(GamesInput *input) {
    memmove(input->buffer, input->buffer + input->at, input->end - input->at);
    input->end -= input->at;
    input->at = 0;
    input->end +=
        fread(input->buffer + input->end, 1, sizeof input->buffer - input->end, input->file);
}

int games_input_peek(GamesInput *input, size_t ahead) {
    if (input->end - input->at <= ahead && !feof(input->file) && !ferror(input->file))
        fill(input);
    return input->end - input->at > ahead ? input->buffer[input->at + ahead] : EOF;
}

int games_input_take(GamesInput *input) {
    int c = games_input_peek(input, 0);
    if (c == EOF)
        return EOF;
    int length = c == '\r' && games_input_peek(input, 1) == '\n' ? 2 : 1;
    input->at += (size_t)length;
    input->taken += (uint64_t)length;
    if (c == '\r')
        c = '\n';
    input->line += c == '\n';
    input->at_line_start = c == '\n';
    return c;
}

bool games_input_starts(GamesInput *input, const char *text) {
    for (size_t i = 0; text[i]; i++)
        if (games_input_peek(input, i) != (unsigned char)text[i])
            return false;
    return true;
}

char *games_input_take_all(GamesInput *input, size_t max, size_t *size) {
    size_t ready = input->end - input->at, room = ready, got;
    char *bytes = malloc(room + 1);
    if (!bytes)
        return NULL;
    memcpy(bytes, input->buffer + input->at, ready);
    input->at = input->end = 0;
    *size = ready;
    do {
        room = 2 * room > max ? max + 1 : 2 * room + 1;
        char *more = realloc(bytes, room + 1);
        if (!more) {
            free(bytes);
            return NULL;
        }
        bytes = more;
        got = fread(bytes + *size, 1, room - *size, input->file);
        *size += got;
    } while (got > 0 && *size <= max);
    bytes[*size] = '\0';
    input->taken += *size;
    return bytes;
}

bool games_input_error(const GamesInput *input, long line, const char *reason, Error *error) {
    return error_set_at(error, input->path, line, reason);
}
