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
    mutex_unlock(&output->mutex);
    return true;
}

void fuzz_output_open(FuzzOutput *output) {
    *output = (FuzzOutput){.text = NULL};
    mutex_init(&output->mutex);
    output->stream = stream_to_writer(append, output);
    FUZZ_CHECK(output->stream, "out of memory");
}

void fuzz_output_close(FuzzOutput *output) {
    fclose(output->stream);
    mutex_destroy(&output->mutex);
    free(output->text);
}

char *fuzz_output_take(FuzzOutput *output) {
    mutex_lock(&output->mutex);
    char *text = malloc(output->size + 1);
    FUZZ_CHECK(text, "out of memory");
    if (output->size > 0)
        memcpy(text, output->text, output->size);
    text[output->size] = '\0';
    for (size_t i = 0; i < output->size; i++)
        FUZZ_CHECK((unsigned char)text[i] >= ' ' || text[i] == '\n', "byte %d in the output:\n%s",
                   text[i], text);
    FUZZ_CHECK(output->size == 0 || text[output->size - 1] == '\n', "an unfinished line:\n%s",
               text);
    output->size = 0;
    mutex_unlock(&output->mutex);
    return text;
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
