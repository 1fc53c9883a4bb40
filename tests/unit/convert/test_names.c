/* The set of file names: adding in any order, finding, growing. */
#include "unit/testing.h"

#include "convert/names.h"

#include <stdio.h>
#include <string.h>

static void test_empty(void **state) {
    ConvertNames names = {0};
    assert_false(convert_names_has(&names, ""));
    assert_false(convert_names_has(&names, "a.xml"));
    convert_names_free(&names);
}

static void test_adds_copies(void **state) {
    ConvertNames names = {0};
    char name[] = "b.xml";
    assert_true(convert_names_add(&names, name));
    strcpy(name, "c.xml");
    assert_true(convert_names_has(&names, "b.xml"));
    assert_false(convert_names_has(&names, "c.xml"));
    assert_int_equal(names.count, 1);
    convert_names_free(&names);
}

/* Names are compared as a whole, byte by byte. */
static void test_similar_names(void **state) {
    static const char *const ADDED[] = {"game", "", "game.xml", "Game.xml", "\xc3\xa9.xml"};
    static const char *const OTHERS[] = {"gam",       "game.",    "game.xm",
                                         "game.xml ", "GAME.XML", "\xc3"};
    ConvertNames names = {0};
    for (size_t i = 0; i < sizeof ADDED / sizeof *ADDED; i++) {
        assert_false(convert_names_has(&names, ADDED[i]));
        assert_true(convert_names_add(&names, ADDED[i]));
        assert_true(convert_names_has(&names, ADDED[i]));
    }
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        assert_false(convert_names_has(&names, OTHERS[i]));
    for (size_t i = 0; i < sizeof ADDED / sizeof *ADDED; i++)
        assert_true(convert_names_has(&names, ADDED[i]));
    convert_names_free(&names);
}

enum { MANY = 1000 };

/* Adds the even numbers below 2 * MANY as names. The first is 2 * first; each of the others is the
 * one before plus 2 * step, modulo 2 * MANY. `step` and MANY are coprime. */
static void check_order(int first, int step) {
    ConvertNames names = {0};
    char name[16];
    for (int i = 0, n = first; i < MANY; i++, n = (n + step) % MANY) {
        snprintf(name, sizeof name, "%04d", 2 * n);
        assert_false(convert_names_has(&names, name));
        assert_true(convert_names_add(&names, name));
    }
    assert_int_equal(names.count, MANY);
    for (int n = 0; n < 2 * MANY; n++) {
        snprintf(name, sizeof name, "%04d", n);
        assert_int_equal(convert_names_has(&names, name), n % 2 == 0);
    }
    for (size_t i = 1; i < names.count; i++)
        assert_true(strcmp(names.names[i - 1], names.names[i]) < 0);
    convert_names_free(&names);
}

static void test_any_order(void **state) {
    check_order(0, 1);
    check_order(MANY - 1, MANY - 1); /* adds the names in descending order */
    check_order(123, 617);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_adds_copies),
        cmocka_unit_test(test_similar_names),
        cmocka_unit_test(test_any_order),
    };
    return test_run("names", tests);
}
