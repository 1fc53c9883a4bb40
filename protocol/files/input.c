#include "files/input.h"

#include "base/os/regular_file.h"
#include "base/os/stream.h"

#include <stdlib.h>
#include <string.h>

static void start(GamesInput *input, const char *path, FILE *file) {
    input->path = path;
    input->file = file;
    input->line = 1;
    input->at_line_start = true;
    input->taken = input->at = input->end = 0;
}

bool games_input_open(GamesInput *input, const char *path, Error *error) {
    bool is_standard = strcmp(path, "-") == 0;
    size_t size;
    start(input, is_standard ? "standard input" : path,
          is_standard ? stdin : regular_file_open(path, &size, error));
    return input->file || error_wrap(error, "%s", path);
}

bool games_input_open_bytes(GamesInput *input, const char *name, const char *bytes, size_t size,
                            Error *error) {
    start(input, name, stream_from_bytes(bytes, size));
    return input->file || error_set_at(error, name, 0, "out of memory");
}

void games_input_close(GamesInput *input) {
    if (input->file != stdin)
        fclose(input->file);
}

/* Moves the remaining bytes to the front of the buffer and fills the rest of it. */
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
