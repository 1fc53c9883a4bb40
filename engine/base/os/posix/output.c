#include "base/os/output.h"

#include "base/escape.h"
#include "base/os/stream.h"
#include "base/os/tty.h"

#include <stdio.h>
#include <string.h>

static const char STANDARD_NAME[] = "standard output";

bool output_is_standard(const char *path) {
    return strcmp(path, "-") == 0;
}

const char *output_name(const char *path) {
    return output_is_standard(path) ? STANDARD_NAME : path;
}

bool output_check(const char *path, Error *error) {
    if (!output_is_standard(path))
        return atomic_file_check(path, error);
    return stream_is_writable(stdout) || error_set_errno(error, STANDARD_NAME);
}

/* Prints the character, or part of one, that is in `part`. */
static void print_part(Output *output) {
    output->part[output->part_length] = '\0';
    if (*output->part == '\n')
        putchar('\n');
    else if (output->part_length > 0 && !*output->part)
        fputs("\\x00", stdout);
    else
        escape_print(stdout, output->part);
    output->part_length = 0;
}

/* How many bytes a character has that begins with this one. */
static int bytes_of(unsigned char first) {
    return first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : UTF8_MAX;
}

/* A StreamWriter. */
static bool write_escaped(void *context, const char *bytes, size_t size) {
    Output *output = context;
    for (size_t i = 0; i < size; i++) {
        bool goes_on = ((unsigned char)bytes[i] & 0xc0) == 0x80;
        if (!goes_on)
            print_part(output);
        output->part[output->part_length++] = bytes[i];
        if (output->part_length >= bytes_of((unsigned char)*output->part))
            print_part(output);
    }
    return !ferror(stdout);
}

/* Standard output, or what escapes characters for a terminal. */
static FILE *open_standard(Output *output) {
    if (!tty_is(stdout))
        return stdout;
    output->part_length = 0;
    FILE *stream = stream_to_writer(write_escaped, output);
    if (stream)
        setvbuf(stream, NULL, _IOFBF, BUFSIZ);
    return stream;
}

/* Ends the stream to the terminal, if it is one. */
static void close_standard(Output *output) {
    if (output->file == stdout)
        return;
    fclose(output->file);
    print_part(output);
}

bool output_open(Output *output, const char *path, Error *error) {
    output->is_standard = output_is_standard(path);
    output->file = NULL;
    if (output->is_standard)
        output->file = open_standard(output);
    else if (atomic_file_open(&output->atomic, path, error))
        output->file = output->atomic.file;
    return output->file || (output->is_standard && error_set_out_of_memory(error));
}

bool output_commit(Output *output, Error *error) {
    if (output->is_standard)
        close_standard(output);
    output->file = NULL;
    if (!output->is_standard)
        return atomic_file_commit(&output->atomic, error);
    return (fflush(stdout) == 0 && !ferror(stdout)) || error_set_errno(error, STANDARD_NAME);
}

void output_discard(Output *output) {
    if (output->file && output->is_standard)
        close_standard(output);
    else if (output->file)
        atomic_file_discard(&output->atomic);
    output->file = NULL;
}

bool output_write(const char *path, const char *bytes, size_t size, Error *error) {
    Output output;
    if (!output_open(&output, path, error))
        return false;
    fwrite(bytes, 1, size, output.file);
    return output_commit(&output, error);
}
