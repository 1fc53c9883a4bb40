/* The arguments of TextUI commands: each kind, what it accepts and refuses, and its bounds. */
#include "unit/testing.h"

#include "rules/position.h"
#include "textui/args.h"

#include <string.h>

/* Copies `from` to `text` and reads the copy, which is cut into words; the arguments point into it.
 */
static bool read_copy(char *text, size_t size, const char *from, const ArgKinds kinds,
                      CommandArg args[ARGS_MAX]) {
    assert_true(strlen(from) < size);
    strcpy(text, from);
    return args_read(text, kinds, args);
}

static bool reads(const char *from, const ArgKinds kinds) {
    char text[128];
    CommandArg args[ARGS_MAX];
    return read_copy(text, sizeof text, from, kinds, args);
}

static CommandArg read_one(const char *from, ArgKind kind) {
    static char text[128];
    CommandArg args[ARGS_MAX];
    const ArgKinds kinds = {kind};
    if (!read_copy(text, sizeof text, from, kinds, args))
        fail_msg("'%s' was refused", from);
    return args[0];
}

static void assert_refused(const char *from, ArgKind kind) {
    const ArgKinds kinds = {kind};
    if (reads(from, kinds))
        fail_msg("'%s' was read", from);
}

static void test_numbers(void **state) {
    static const ArgKind KINDS[] = {ARG_MS, ARG_SECONDS, ARG_COUNT};
    static const struct {
        const char *text;
        int64_t number;
    } GOOD[] = {{"0", 0},
                {"007", 7},
                {"5000", 5000},
                {" \t12 ", 12},
                {"9223372036854775806", INT64_MAX - 1},
                {"9223372036854775807", INT64_MAX},
                {"9223372036854775808", INT64_MAX},
                {"9223372036854775810", INT64_MAX},
                {"99999999999999999999999999999999999999", INT64_MAX}};
    static const char *const BAD[] = {"", "-1", "+1", "1.5", "1e3", "0x10", "x", "1x", "1 2", "1,"};
    for (size_t kind = 0; kind < sizeof KINDS / sizeof *KINDS; kind++) {
        for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++)
            assert_true(read_one(GOOD[i].text, KINDS[kind]).number == GOOD[i].number);
        for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
            assert_refused(BAD[i], KINDS[kind]);
    }
}

static void test_words(void **state) {
    assert_true(read_one("computer", ARG_PLAYER).is_computer);
    assert_false(read_one("human", ARG_PLAYER).is_computer);
    assert_int_equal(read_one("white", ARG_COLOUR).colour, WHITE);
    assert_int_equal(read_one("black", ARG_COLOUR).colour, BLACK);
    read_one("AddChips", ARG_ADD_CHIPS);
    static const struct {
        ArgKind kind;
        const char *text;
    } BAD[] = {{ARG_PLAYER, ""},
               {ARG_PLAYER, "Human"},
               {ARG_PLAYER, "computers"},
               {ARG_PLAYER, "white"},
               {ARG_COLOUR, ""},
               {ARG_COLOUR, "White"},
               {ARG_COLOUR, "whit"},
               {ARG_COLOUR, "0"},
               {ARG_COLOUR, "white black"},
               {ARG_ADD_CHIPS, ""},
               {ARG_ADD_CHIPS, "addchips"},
               {ARG_ADD_CHIPS, "AddChip"},
               {ARG_ADD_CHIPS, "AddChips 1"}};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_refused(BAD[i].text, BAD[i].kind);
}

static void test_rulesets(void **state) {
    for (int i = 0; i < ruleset_count(); i++) {
        assert_ptr_equal(read_one(ruleset_at(i)->name, ARG_RULESET).rules, ruleset_at(i));
        assert_ptr_equal(read_one(ruleset_at(i)->name, ARG_RULESET_OR_NONE).rules, ruleset_at(i));
    }
    assert_ptr_equal(read_one("", ARG_RULESET_OR_NONE).rules, ruleset_default());
    assert_ptr_equal(read_one(" \t", ARG_RULESET_OR_NONE).rules, ruleset_default());
    assert_ptr_equal(read_one("6170-SPRING-2006", ARG_RULESET).rules,
                     ruleset_find("6170-spring-2006"));
    assert_refused("", ARG_RULESET);
    assert_refused("chess", ARG_RULESET);
    assert_refused("chess", ARG_RULESET_OR_NONE);
    assert_refused("losers losers", ARG_RULESET_OR_NONE);
}

/* Any word is accepted as a move or a file; whether it is valid is checked elsewhere. */
static void test_texts(void **state) {
    assert_string_equal(read_one("  e2-e4,e7-e5\t", ARG_MOVE).text, "e2-e4,e7-e5");
    assert_string_equal(read_one("nonsense", ARG_MOVE).text, "nonsense");
    assert_string_equal(read_one("/tmp/game.xml", ARG_FILE).text, "/tmp/game.xml");
    assert_refused("", ARG_MOVE);
    assert_refused("e2-e4 e7-e5", ARG_MOVE);
    assert_refused("", ARG_FILE);
    assert_refused("two words", ARG_FILE);
}

/* A name is the rest of the line, with inner and trailing blanks. */
static void test_names(void **state) {
    assert_string_equal(read_one("Anna", ARG_NAME).text, "Anna");
    assert_string_equal(read_one(" \t Anna  of Troy ", ARG_NAME).text, "Anna  of Troy ");
    assert_refused("", ARG_NAME);
    assert_refused(" \t", ARG_NAME);
    char text[64];
    CommandArg args[ARGS_MAX];
    const ArgKinds kinds = {ARG_COLOUR, ARG_NAME};
    assert_true(read_copy(text, sizeof text, "black  Anna of Troy", kinds, args));
    assert_int_equal(args[0].colour, BLACK);
    assert_string_equal(args[1].text, "Anna of Troy");
    assert_false(read_copy(text, sizeof text, "black", kinds, args));
    assert_false(read_copy(text, sizeof text, "Anna black", kinds, args));
}

/* Missing and extra arguments are refused. */
static void test_counts(void **state) {
    static const ArgKinds NONE = {ARG_NONE};
    static const ArgKinds START = {ARG_PLAYER, ARG_MS, ARG_PLAYER, ARG_MS, ARG_RULESET_OR_NONE};
    static const ArgKinds SETUP = {ARG_ADD_CHIPS, ARG_COLOUR, ARG_COUNT};
    static const struct {
        const ArgKind *kinds;
        const char *text;
        bool good;
    } CASES[] = {
        {NONE, "", true},
        {NONE, " \t ", true},
        {NONE, "x", false},
        {START, "human 0 computer 5000", true},
        {START, "human 0 computer 5000 losers", true},
        {START, "\thuman\t0\tcomputer\t5000\t", true},
        {START, "human 0 computer 5000 losers x", false},
        {START, "human 0 computer", false},
        {START, "human computer 0 0", false},
        {START, "", false},
        {SETUP, "AddChips white 3", true},
        {SETUP, "AddChips white", false},
        {SETUP, "white AddChips 3", false},
        {SETUP, "AddChips white 3 4", false},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        if (reads(CASES[i].text, CASES[i].kinds) != CASES[i].good)
            fail_msg("'%s': not %s", CASES[i].text, CASES[i].good ? "read" : "refused");
}

static void test_all_arguments_of_a_command(void **state) {
    char text[64];
    CommandArg args[ARGS_MAX];
    const ArgKinds kinds = {ARG_PLAYER, ARG_MS, ARG_PLAYER, ARG_MS, ARG_RULESET_OR_NONE};
    assert_true(read_copy(text, sizeof text, "human 10 computer 20", kinds, args));
    assert_false(args[0].is_computer);
    assert_int_equal(args[1].number, 10);
    assert_true(args[2].is_computer);
    assert_int_equal(args[3].number, 20);
    assert_ptr_equal(args[4].rules, ruleset_default());
}

/* Every kind has a name, which `Help` prints. */
static void test_kinds_have_names(void **state) {
    for (int kind = ARG_NONE + 1; kind <= ARG_NAME; kind++) {
        assert_non_null(args_kind_name((ArgKind)kind));
        assert_true(*args_kind_name((ArgKind)kind));
    }
    assert_string_equal(args_kind_name(ARG_RULESET_OR_NONE), "[RULESET]");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_rulesets),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_all_arguments_of_a_command),
        cmocka_unit_test(test_kinds_have_names),
    };
    return test_run("args", tests);
}
