#include "fuzz/support/fuzz.h"

#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>

void fuzz_fail(const char *file, int line, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: ", file, line);
    vfprintf(stderr, format, arguments);
    putc('\n', stderr);
    va_end(arguments);
    abort();
}

void fuzz_check_equal(const char *what, const char *actual, const char *expected) {
    FUZZ_CHECK(strcmp(actual, expected) == 0, "%s differs:\n%s\n--- expected:\n%s", what, actual,
               expected);
}

void fuzz_check_utf8(const char *text) {
    uint32_t character;
    for (const char *at = text; *at; at += utf8_decode(at, &character))
        FUZZ_CHECK(utf8_decode(at, &character) > 0, "not UTF-8: %s", text);
}

void fuzz_check_error(const Error *error, const char *prefix) {
    size_t length = strnlen(error->text, sizeof error->text);
    FUZZ_CHECK(length > 0 && length < sizeof error->text, "an error without a text");
    fuzz_check_utf8(error->text);
    for (size_t i = 0; i < length; i++)
        FUZZ_CHECK((unsigned char)error->text[i] >= ' ' && error->text[i] != 0x7f,
                   "byte %d in an error: %s", error->text[i], error->text);
    FUZZ_CHECK(strncmp(error->text, prefix, strlen(prefix)) == 0, "'%s' does not begin with '%s'",
               error->text, prefix);
}

uint8_t fuzz_byte(FuzzInput *input) {
    if (input->size == 0)
        return 0;
    input->size--;
    return *input->bytes++;
}

const Ruleset *fuzz_ruleset(FuzzInput *input) {
    int offset = fuzz_byte(input) - 'a', count = ruleset_count();
    return ruleset_at((offset % count + count) % count);
}

/* Copies bytes, which the input then no longer has, with a NUL after them. */
static char *take(FuzzInput *input, size_t size) {
    char *copy = malloc(size + 1);
    FUZZ_CHECK(copy, "out of memory");
    if (size)
        memcpy(copy, input->bytes, size);
    copy[size] = '\0';
    input->bytes += size;
    input->size -= size;
    return copy;
}

char *fuzz_line(FuzzInput *input) {
    if (input->size == 0)
        return NULL;
    const uint8_t *end = memchr(input->bytes, '\n', input->size);
    char *line = take(input, end ? (size_t)(end - input->bytes) : input->size);
    fuzz_byte(input); /* the newline */
    return line;
}

char *fuzz_rest(FuzzInput *input, size_t *size) {
    *size = input->size;
    return take(input, input->size);
}
