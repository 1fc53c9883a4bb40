/* Text that is safe to show. */
#include "base/escape.h"
#include "unit/testing.h"

#include <stdio.h>
#include <stdlib.h>

static void test_escaping(void **state) {
    static const struct {
        const char *text, *shown;
    } cases[] = {{"", ""},
                 {"go depth 3\tx\\y", "go depth 3\tx\\y"},
                 {"\x1b[2J\r\x7f", "\\x1b[2J\\x0d\\x7f"},
                 {"Mis\xc3\xa8re \xe2\x99\x94", "Mis\xc3\xa8re \xe2\x99\x94"},
                 {"\xc2\x9b"
                  "31m",
                  "\\xc2\\x9b31m"},
                 {"a\xe2\x80\xaetxt", "a\\xe2\\x80\\xaetxt"},   /* right-to-left override */
                 {"bin\xe2\x80\x8b/x", "bin\\xe2\\x80\\x8b/x"}, /* zero-width space */
                 {"\xd8\x9c\xc2\xad\xef\xbb\xbf", "\\xd8\\x9c\\xc2\\xad\\xef\\xbb\\xbf"},
                 {"\x9b\xff\xe2\x99", "\\x9b\\xff\\xe2\\x99"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *shown;
        size_t size;
        FILE *out = open_memstream(&shown, &size);
        escape_print(out, cases[i].text);
        fclose(out);
        assert_string_equal(shown, cases[i].shown);
        free(shown);
    }
}

static void test_what_is_hidden(void **state) {
    static const uint32_t HIDDEN[] = {0,      '\t',   '\n',   0x1b,   0x7f,   0x9f,   0xad,
                                      0x200b, 0x200e, 0x2028, 0x202e, 0x2066, 0xfeff, 0xe0041};
    static const uint32_t SHOWN[] = {' ', '~', 0xa0, 0xe9, 0x301, 0x2654, 0x4e2d, 0x1f600};
    for (size_t i = 0; i < sizeof HIDDEN / sizeof *HIDDEN; i++)
        assert_true(escape_is_hidden(HIDDEN[i]));
    for (size_t i = 0; i < sizeof SHOWN / sizeof *SHOWN; i++)
        assert_false(escape_is_hidden(SHOWN[i]));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_escaping),
                                       cmocka_unit_test(test_what_is_hidden)};
    return test_run("escape", tests);
}
