#include "fuzz/support/output.h"

#include "base/os/stream.h"
#include "fuzz/support/fuzz.h"

static bool append(void *context, const char *bytes, size_t size) {
    FuzzOutput *output = context;
    mutex_lock(&output->mutex);
    if (output->size + size >= output->capacity) {
        output->capacity = 2 * (output->size + size) + 1;
        output->text = realloc(output->text, output->capacity);
        FUZZ_CHECK(output->text, "out of memory");
    }
    if (size > 0)
        memcpy(output->text + output->size, bytes, size);
    output->size += size;
    output->text[output->size] = '\0';
    condition_broadcast(&output->printed);
    mutex_unlock(&output->mutex);
    return true;
}

void fuzz_output_open(FuzzOutput *output) {
    *output = (FuzzOutput){.text = NULL};
    mutex_init(&output->mutex);
    condition_init(&output->printed);
    output->stream = stream_to_writer(append, output);
    FUZZ_CHECK(output->stream, "out of memory");
}

void fuzz_output_close(FuzzOutput *output) {
    fclose(output->stream);
    mutex_destroy(&output->mutex);
    condition_destroy(&output->printed);
    free(output->text);
}

/* The size of the complete lines. */
static size_t whole_lines(const FuzzOutput *output) {
    size_t size = output->size;
    while (size > 0 && output->text[size - 1] != '\n')
        size--;
    return size;
}

char *fuzz_output_take(FuzzOutput *output) {
    mutex_lock(&output->mutex);
    size_t size = whole_lines(output);
    char *text = malloc(size + 1);
    FUZZ_CHECK(text, "out of memory");
    if (output->size > 0) {
        memcpy(text, output->text, size);
        output->size -= size;
        memmove(output->text, output->text + size, output->size + 1); /* includes the NUL */
    }
    mutex_unlock(&output->mutex);
    text[size] = '\0';
    for (size_t i = 0; i < size; i++)
        FUZZ_CHECK((unsigned char)text[i] >= ' ' || text[i] == '\n', "byte %d in the output:\n%s",
                   text[i], text);
    return text;
}

static bool has_line(const char *text, const char *line) {
    size_t length = strlen(line);
    for (const char *at = text; (at = strstr(at, line)); at++)
        if ((at == text || at[-1] == '\n') && at[length] == '\n')
            return true;
    return false;
}

void fuzz_output_await(FuzzOutput *output, const char *line) {
    mutex_lock(&output->mutex);
    while (output->size == 0 || !has_line(output->text, line))
        condition_wait(&output->printed, &output->mutex);
    mutex_unlock(&output->mutex);
}

static const char *next_line(const char *line) {
    const char *end = strchr(line, '\n');
    return end ? end + 1 : line + strlen(line);
}

int fuzz_count_lines(const char *text, const char *prefix) {
    int count = 0;
    for (; *text; text = next_line(text))
        count += strncmp(text, prefix, strlen(prefix)) == 0;
    return count;
}

char *fuzz_find_line(const char *text, const char *prefix) {
    size_t length = strlen(prefix);
    while (*text && strncmp(text, prefix, length) != 0)
        text = next_line(text);
    return *text ? strndup(text + length, strcspn(text + length, "\n")) : NULL;
}

bool fuzz_has_word(const char *text, const char *word) {
    size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at++)
        if ((at == text || at[-1] == ' ') && (at[length] == '\0' || at[length] == ' '))
            return true;
    return false;
}
