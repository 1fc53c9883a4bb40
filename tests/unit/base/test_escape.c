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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_escaping)};
    return test_run("escape", tests);
}
