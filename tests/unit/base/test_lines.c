/* Reading lines of arbitrary bytes. */
#include "unit/testing.h"

#include "base/lines.h"

#include <stdio.h>
#include <string.h>

static void expect_line(LineReader *reader, LineKind kind, const char *text) {
    char *line;
    assert_int_equal(lines_read(reader, &line), kind);
    if (kind != LINE_END)
        assert_string_equal(line, text);
}

static void test_kinds_of_lines(void **state) {
    static const char TEXT[] = "\xef\xbb\xbfuci\r\n\n12345678\n123456789\nN\0UL\nlast";
    FILE *in = tmpfile();
    LineReader reader;
    assert_non_null(in);
    assert_int_equal(fwrite(TEXT, 1, sizeof TEXT - 1, in), sizeof TEXT - 1);
    rewind(in);
    lines_init(&reader, in, 8);
    expect_line(&reader, LINE_TEXT, "uci");
    expect_line(&reader, LINE_TEXT, "");
    expect_line(&reader, LINE_TEXT, "12345678");
    expect_line(&reader, LINE_TOO_LONG, "");
    expect_line(&reader, LINE_BINARY, "");
    expect_line(&reader, LINE_TEXT, "last");
    expect_line(&reader, LINE_END, NULL);
    lines_free(&reader);
    fclose(in);
}

/* The buffer grows up to the limit, and not beyond it. */
static void test_long_lines(void **state) {
    enum { LIMIT = 5000, LENGTH = 100000 };
    FILE *in = tmpfile();
    LineReader reader;
    char *line;
    assert_non_null(in);
    for (int i = 0; i < LENGTH; i++)
        fputc('x', in);
    fputc('\n', in);
    for (int i = 0; i < LIMIT; i++)
        fputc('y', in);
    rewind(in);
    lines_init(&reader, in, LIMIT);
    expect_line(&reader, LINE_TOO_LONG, "");
    assert_int_equal(lines_read(&reader, &line), LINE_TEXT);
    assert_int_equal(strlen(line), LIMIT);
    assert_in_range(reader.capacity, LIMIT + 1, 4 * LIMIT);
    lines_free(&reader);
    fclose(in);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds_of_lines),
        cmocka_unit_test(test_long_lines),
    };
    return test_run("lines", tests);
}
