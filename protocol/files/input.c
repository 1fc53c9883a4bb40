#include "files/input.h"

#include "base/os/regular_file.h"
#include "base/os/stream.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

static void start(GamesInput *input, const char *path, FILE *file) {
    input->path = path;
    input->file = file;
    input->line = 1;
    input->at_line_start = true;
    input->taken = input->at = input->end = 0;
    input->is_utf16 = input->is_big_endian = false;
    input->surrogate = 0;
}

const char *games_input_name(const char *path) {
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

bool games_input_open(GamesInput *input, const char *path, Error *error) {
    bool is_standard = strcmp(path, "-") == 0;
    size_t size;
    start(input, games_input_name(path),
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

/* Appends a unit of UTF-16 to the buffer, as UTF-8. Half a character without the other half becomes
 * a replacement character. */
static void add_unit(GamesInput *input, uint32_t unit) {
    static const uint32_t REPLACEMENT = 0xfffd;
    char *buffer = (char *)input->buffer;
    bool is_second = unit >= 0xdc00 && unit < 0xe000;
    if (input->surrogate && !is_second)
        input->end += (size_t)utf8_write(REPLACEMENT, buffer + input->end);
    uint32_t character = !is_second ? unit
                         : input->surrogate
                             ? 0x10000 + ((input->surrogate - 0xd800) << 10) + (unit - 0xdc00)
                             : REPLACEMENT;
    input->surrogate = unit >= 0xd800 && unit < 0xdc00 ? unit : 0;
    if (!input->surrogate)
        input->end += (size_t)utf8_write(character, buffer + input->end);
}

/* Converts units while the buffer has room for what one can become: two characters of three bytes.
 */
static void fill_from_utf16(GamesInput *input) {
    int high = input->is_big_endian ? 0 : 1;
    while (sizeof input->buffer - input->end >= 6) {
        if (input->raw_end - input->raw_at < 2) {
            input->raw_end = fread(input->raw, 1, sizeof input->raw, input->file);
            input->raw_at = 0;
            if (input->raw_end < 2)
                break;
        }
        const unsigned char *unit = input->raw + input->raw_at;
        add_unit(input, (uint32_t)unit[high] << 8 | unit[1 - high]);
        input->raw_at += 2;
    }
}

/* Moves the remaining bytes to the front of the buffer and appends at most GAMES_LOOK_AHEAD more,
 * so that what is first read fits `raw`. */
static void fill(GamesInput *input) {
    memmove(input->buffer, input->buffer + input->at, input->end - input->at);
    input->end -= input->at;
    input->at = 0;
    if (input->is_utf16)
        fill_from_utf16(input);
    else
        input->end += fread(input->buffer + input->end, 1, GAMES_LOOK_AHEAD, input->file);
}

static bool is_ascii(int c) {
    return c > '\0' && c < 0x80;
}

void games_input_decode(GamesInput *input) {
    int first = games_input_peek(input, 0), second = games_input_peek(input, 1);
    bool has_mark = (first == 0xfe && second == 0xff) || (first == 0xff && second == 0xfe);
    bool is_big = has_mark ? first == 0xfe : first == '\0' && is_ascii(second);
    bool is_little = has_mark ? first == 0xff : is_ascii(first) && second == '\0';
    size_t mark = has_mark ? 2 : 0;
    if (!is_big && !is_little)
        return;
    input->is_utf16 = true;
    input->is_big_endian = is_big;
    input->raw_at = 0;
    input->raw_end = input->end - mark;
    memcpy(input->raw, input->buffer + mark, input->raw_end);
    input->end = 0;
    fill_from_utf16(input);
}

/* May there be bytes that are not in the buffer yet? */
static bool has_more(const GamesInput *input) {
    return (!feof(input->file) && !ferror(input->file)) ||
           (input->is_utf16 && input->raw_end - input->raw_at >= 2);
}

int games_input_peek_beyond(GamesInput *input, size_t ahead) {
    if (has_more(input))
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
