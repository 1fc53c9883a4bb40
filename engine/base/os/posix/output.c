#include "base/os/output.h"

#include "base/os/stream.h"

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

bool output_open(Output *output, const char *path, Error *error) {
    output->is_standard = output_is_standard(path);
    output->file = NULL;
    if (output->is_standard)
        output->file = stdout;
    else if (atomic_file_open(&output->atomic, path, error))
        output->file = output->atomic.file;
    return output->file != NULL;
}

bool output_commit(Output *output, Error *error) {
    output->file = NULL;
    if (!output->is_standard)
        return atomic_file_commit(&output->atomic, error);
    return (fflush(stdout) == 0 && !ferror(stdout)) || error_set_errno(error, STANDARD_NAME);
}

void output_discard(Output *output) {
    if (output->file && !output->is_standard)
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
