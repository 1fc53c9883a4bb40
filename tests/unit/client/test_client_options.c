/* The options that programs announce, and the values that they take. */
#include "unit/testing.h"

#include "client/client_options.h"

#include <stdlib.h>
#include <string.h>

static void add(ClientOptions *options, const char *name, const char *declaration) {
    client_options_add(options, name, strlen(name), declaration);
}

static ClientOptions *some_options(void) {
    ClientOptions *options = calloc(1, sizeof *options);
    assert_non_null(options);
    add(options, "Hash", "spin default 16 min 1 max 64");
    add(options, "Odd", "spin default 16");
    add(options, "Ponder", "check default false");
    add(options, "Clear Hash", "button");
    add(options, "Style", "combo default Risky play var Solid var Risky play default Solid");
    add(options, "Empty", "combo default x");
    add(options, "File", "string default <empty>");
    add(options, "Bare", "");
    add(options, "Level", "-spin 5 -3 9");
    add(options, "Learn", "-check 1");
    add(options, "Book", "-combo Main /// *Side line /// None");
    add(options, "Forget", "-button");
    add(options, "Path", "-file x");
    return options;
}

static void test_values(void **state) {
    static const struct {
        const char *name, *value;
        const char *error; /* NULL: the value is taken */
    } CASES[] = {
        {"Hash", "1", NULL},
        {"hash", "64", NULL},
        {"Hash", "0", "option Hash: '0' is not a number from 1 to 64"},
        {"hash", "65", "option hash: '65' is not a number from 1 to 64"},
        {"Hash", "x", "option Hash: 'x' is not a number from 1 to 64"},
        {"Hash", NULL, "option Hash: '' is not a number from 1 to 64"},
        {"Odd", "-99", NULL},
        {"Odd", "x", "option Odd: 'x' is not a number that it takes"},
        {"Ponder", "TRUE", NULL},
        {"Ponder", "false", NULL},
        {"Ponder", "on", "option Ponder: 'on' is neither true nor false"},
        {"Clear Hash", NULL, NULL},
        {"Clear Hash", "", NULL},
        {"Clear Hash", "1", "option Clear Hash: '1' is a value, and a button takes none"},
        {"Style", "solid", NULL},
        {"Style", "Risky Play", NULL},
        {"Style", "Risky", "option Style: 'Risky' is not one of Solid, Risky play"},
        {"Style", "", "option Style: '' is not one of Solid, Risky play"},
        {"Empty", "anything", NULL},
        {"Bare", "anything", NULL},
        {"Level", "-3", NULL},
        {"Level", "10", "option Level: '10' is not a number from -3 to 9"},
        {"Learn", "0", NULL},
        {"Learn", "true", "option Learn: 'true' is neither 1 nor 0"},
        {"Book", "MAIN", NULL},
        {"Book", "Side line", NULL},
        {"Book", "None", NULL},
        {"Book", "Side", "option Book: 'Side' is not one of Main, Side line, None"},
        {"Forget", NULL, NULL},
        {"Forget", "1", "option Forget: '1' is a value, and a button takes none"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        ClientOptions *options = some_options();
        ClientSetting set;
        Error error = {.text = "taken"};
        bool is_taken = client_options_check(options, CASES[i].name, CASES[i].value, &set, &error);
        assert_string_equal(error.text, CASES[i].error ? CASES[i].error : "taken");
        assert_int_equal(is_taken, !CASES[i].error);
        free(options);
    }
}

/* The program gets its own spelling, since it may be stricter than UCI asks for. */
static void test_spelling(void **state) {
    static const char *const CASES[][4] = {{"hash", "64", "Hash", "64"},
                                           {"STYLE", "risky PLAY", "Style", "Risky play"},
                                           {"ponder", "True", "Ponder", "true"},
                                           {"book", "none", "Book", "None"},
                                           {"file", "A b", "File", "A b"}};
    ClientOptions *options = some_options();
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        ClientSetting set;
        char name[32], value[32];
        assert_true(client_options_check(options, CASES[i][0], CASES[i][1], &set, NULL));
        assert_true(client_word_copy(name, sizeof name, set.name));
        assert_true(client_word_copy(value, sizeof value, set.value));
        assert_string_equal(name, CASES[i][2]);
        assert_string_equal(value, CASES[i][3]);
    }
    free(options);
}

/* A file may add to the lists. */
static void test_after_a_file(void **state) {
    static const char *const FILES[] = {"File", "Path"};
    for (int i = 0; i < 2; i++) {
        ClientOptions *options = some_options();
        ClientSetting set;
        assert_true(client_options_check(options, FILES[i], "", &set, NULL));
        assert_false(client_options_check(options, "Style", "Wild", &set, NULL));
        assert_true(client_options_check(options, FILES[i], "variants.ini", &set, NULL));
        assert_true(client_options_check(options, "Style", "Wild", &set, NULL));
        assert_false(client_options_check(options, "Hash", "0", &set, NULL));
        free(options);
    }
}

/* Options that do not fit are dropped. */
static void test_many(void **state) {
    ClientOptions *options = some_options();
    char *declaration = calloc(1, CLIENT_OPTIONS_SIZE);
    memset(declaration, 'x', CLIENT_OPTIONS_SIZE - 1);
    add(options, "Huge", declaration);
    assert_false(client_options_have(options, "Huge"));
    declaration[CLIENT_OPTIONS_SIZE - options->length - strlen("Huge") - 2] = '\0';
    add(options, "Huge", declaration);
    assert_true(client_options_have(options, "Huge"));
    assert_int_equal(options->length, CLIENT_OPTIONS_SIZE);
    add(options, "A", "");
    assert_false(client_options_have(options, "A"));
    add(options, "", "");
    assert_false(client_options_have(options, ""));
    assert_true(client_options_have(options, "hash"));
    assert_false(client_options_have(options, "Has"));
    free(declaration);
    free(options);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_spelling),
        cmocka_unit_test(test_after_a_file),
        cmocka_unit_test(test_many),
    };
    return test_run("client options", tests);
}
