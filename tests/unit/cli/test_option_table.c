/* Command lines, good and bad, of a program with an option of every kind. */
#include "unit/testing.h"

#include "cli/help.h"
#include "cli/option_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { RED, GREEN, BLUE } TestColour;

typedef struct {
    bool flag, fast;
    int number;
    unsigned count;
    int64_t wide;
    uint64_t seed;
    double share;
    const char *text;
    const Ruleset *rules;
    TestColour colour;
    int mode;
    char list[80];
} TestSettings;

static bool take_list(void *settings, const CliValues *values, Error *error) {
    TestSettings *test = settings;
    for (int i = 0; i < values->count; i++) {
        if (strcmp(values->words[i], "bad") == 0)
            return error_set(error, "%s is refused", QUOTE(values->words[i]));
        strcat(strcat(test->list, values->words[i]), ";");
    }
    return true;
}

static bool set_mode(void *settings, const CliValues *values, Error *error) {
    TestSettings *test = settings;
    if (test->mode)
        return error_set(error, "only one mode can be given");
    test->mode = values->option->tag;
    return true;
}

static const char *const COLOURS_OF_LIGHT[] = {"red", "green", "blue", NULL};
static const char *const OFF_ON[] = {"off", "on", NULL};

static const CliOption ROWS[] = {
    {"--flag", NULL, "a flag", CLI_INTO(TestSettings, flag)},
    {"--fast", "off|on", "another, with a word", CLI_INTO(TestSettings, fast), .choices = OFF_ON},
    {"--number", "N", "a whole number (default 5)", CLI_INTO(TestSettings, number),
     CLI_RANGE(-3, 10)},
    {"--count", "N", "one without a sign", CLI_INTO(TestSettings, count), CLI_RANGE(1, UINT32_MAX)},
    {"--wide", "N", "one of 64 bits", CLI_INTO(TestSettings, wide), CLI_RANGE(1, INT64_MAX)},
    {"--seed", "N", "an unsigned one", CLI_INTO(TestSettings, seed), CLI_RANGE(0, INT64_MAX)},
    {"--share", "X", "a fraction", CLI_INTO(TestSettings, share), CLI_RANGE(0, 1)},
    {"--text", "WORD", "any text", CLI_INTO(TestSettings, text)},
    {"--rules", "NAME", "a ruleset", CLI_INTO(TestSettings, rules)},
    {"--colour", "NAME", "red, green or blue", CLI_INTO(TestSettings, colour),
     .choices = COLOURS_OF_LIGHT},
    {"--list", "WORD...", "words", .take = take_list, CLI_VALUES(1, CLI_MANY)},
    {"--pair", "A B", "two words", .take = take_list, CLI_VALUES(2, 2)},
    {"--some", "A [B]", "one word or two", .take = take_list, CLI_VALUES(1, 2)},
    {"--read", "[=WORD]", "a mode", CLI_INTO(TestSettings, text), .take = set_mode, .tag = 1,
     CLI_VALUES(0, 1)},
    {"--write", "N", "a mode with a number", CLI_INTO(TestSettings, number), CLI_RANGE(1, 9),
     .take = set_mode, .tag = 2},
    {0}};

static const CliOption OTHER_ROWS[] = {{"--text", "WORD", "the same", CLI_INTO(TestSettings, text)},
                                       {"--tail", NULL, "a flag", CLI_INTO(TestSettings, flag)},
                                       CLI_COMMON_OPTIONS,
                                       {0}};

static const CliOption KEYS[] = {
    {"name", "NAME", "a text", CLI_INTO(TestSettings, text)},
    {"size", "N", "a number", CLI_INTO(TestSettings, number), CLI_RANGE(1, 9)},
    {"restart", "off|on", "a truth value", CLI_INTO(TestSettings, fast), .choices = OFF_ON},
    {0}};

static const CliOption EXAMPLES[] = {
    {.name = "prog --flag a-file-with-a-long-name", .help = "does it"},
    {.name = "prog é", .help = "too"},
    {0}};

static void print_more(FILE *out) {
    fputs("  more\n", out);
}

static const char *const USAGE[] = {"prog [OPTION]... FILE", "prog --read", NULL};
static const char *const DESCRIPTION[] = {
    "Does nothing, in so many words that they do not fit into one line of eighty columns é.",
    "Another paragraph.", NULL};
static const CliGroup GROUPS[] = {
    {.heading = "Options", .rows = ROWS},
    {.heading = "Other options", .rows = OTHER_ROWS},
    {.text = "Keys follow.", .heading = "Keys", .style = CLI_KEYS, .rows = KEYS},
    {.heading = "More", .print = print_more},
    {.heading = "Examples", .style = CLI_WORDS, .rows = EXAMPLES},
};
static const CliTable TABLE = {USAGE, DESCRIPTION, GROUPS, sizeof GROUPS / sizeof *GROUPS, false};
static const CliTable STRICT_TABLE = {USAGE, DESCRIPTION, GROUPS, sizeof GROUPS / sizeof *GROUPS,
                                      true};

/* --- helpers --- */

enum { WORDS_MAX = 16 };

typedef struct {
    TestSettings settings;
    char line[256];
    char *words[WORDS_MAX];
    CliResult result;
    int operand_count;
    Error error;
} Reading;

/* Reads a command line whose words are separated by single spaces. */
static void read_line(Reading *reading, const CliTable *table, const char *line) {
    *reading = (Reading){.settings = {.number = 5}};
    snprintf(reading->line, sizeof reading->line, "%s", line);
    int count = 0;
    for (char *word = reading->line; word && *line;) {
        char *space = strchr(word, ' ');
        if (space)
            *space = '\0';
        reading->words[count++] = word;
        word = space ? space + 1 : NULL;
    }
    reading->result = cli_read(table, &reading->settings, count, reading->words,
                               &reading->operand_count, &reading->error);
}

/* Writes the settings that are not the default, and the operands. */
static void describe(const Reading *reading, char text[256]) {
    const TestSettings *s = &reading->settings;
    char *at = text, *end = text + 256;
    *at = '\0';
#define SHOW(condition, ...)                                                                       \
    if (condition)                                                                                 \
    at += snprintf(at, (size_t)(end - at), __VA_ARGS__)
    SHOW(s->flag, "flag ");
    SHOW(s->fast, "fast ");
    SHOW(s->number != 5, "number=%d ", s->number);
    SHOW(s->count, "count=%u ", s->count);
    SHOW(s->wide, "wide=%lld ", (long long)s->wide);
    SHOW(s->seed, "seed=%llu ", (unsigned long long)s->seed);
    SHOW(s->share != 0, "share=%g ", s->share);
    SHOW(s->text, "text=%s ", s->text);
    SHOW(s->rules, "rules=%s ", s->rules->name);
    SHOW(s->colour, "colour=%d ", (int)s->colour);
    SHOW(s->mode, "mode=%d ", s->mode);
    SHOW(s->list[0], "list=%s ", s->list);
    for (int i = 0; i < reading->operand_count; i++)
        SHOW(true, "<%s> ", reading->words[i]);
#undef SHOW
    if (at > text)
        at[-1] = '\0';
}

typedef struct {
    const char *line;
    const char *expected; /* the description, or the error */
} Case;

static void check(const CliTable *table, const Case *cases, size_t count, CliResult result) {
    for (size_t i = 0; i < count; i++) {
        Reading reading;
        char text[256];
        read_line(&reading, table, cases[i].line);
        describe(&reading, text);
        if (reading.result == CLI_WRONG)
            strcpy(text, reading.error.text);
        if (reading.result != result || strcmp(text, cases[i].expected) != 0)
            fail_msg("'%s' gives %d, '%s' instead of '%s'", cases[i].line, (int)reading.result,
                     text, cases[i].expected);
    }
}

#define CHECK(table, cases, result) check(table, cases, sizeof(cases) / sizeof *(cases), result)

/* --- tests --- */

static void test_good_command_lines(void **state) {
    static const Case cases[] = {
        {"", ""},
        {"a b", "<a> <b>"},
        {"--flag", "flag"},
        {"--flag --flag", "flag"},
        {"--number 7", "number=7"},
        {"--number=7", "number=7"},
        {"--number -3", "number=-3"},
        {"--number 10 --number 1", "number=1"},
        {"--count 4294967295", "count=4294967295"},
        {"--wide 9223372036854775807", "wide=9223372036854775807"},
        {"--seed 9223372036854775807", "seed=9223372036854775807"},
        {"--share 0.25", "share=0.25"},
        {"--share 1", "share=1"},
        {"--text word", "text=word"},
        {"--text=", "text="},
        {"--text= a", "text= <a>"},
        {"--text=a=b", "text=a=b"},
        {"--text --flag", "text=--flag"},
        {"--text -- a", "text=-- <a>"},
        {"--rules losers", "rules=losers"},
        {"--colour blue", "colour=2"},
        {"--colour=red", ""},
        {"--fast on", "fast"},
        {"--fast on --fast off", ""},
        {"--list a b c", "list=a;b;c;"},
        {"--list=a b c", "list=a;b;c;"},
        {"--list a --list b", "list=a;b;"},
        {"--list a -5 --flag x", "flag list=a;-5; <x>"},
        {"--pair a b", "list=a;b;"},
        {"--pair=a b", "list=a;b;"},
        {"--some a", "list=a;"},
        {"--some a b", "list=a;b;"},
        {"--read", "mode=1"},
        {"--read=x", "text=x mode=1"},
        {"--read x", "mode=1 <x>"},
        {"--write 3", "number=3 mode=2"},
    };
    CHECK(&TABLE, cases, CLI_END);
}

static void test_operands(void **state) {
    static const Case cases[] = {
        {"a --flag b --number 1 c", "flag number=1 <a> <b> <c>"},
        {"-", "<->"},
        {"--text - -", "text=- <->"},
        {"-- --flag -x", "<--flag> <-x>"},
        {"a -- b -- c", "<a> <b> <--> <c>"},
        {"--list a -- b", "list=a; <b>"},
        {"--flag --", "flag"},
    };
    CHECK(&TABLE, cases, CLI_END);
}

static void test_prefixes(void **state) {
    static const Case good[] = {
        {"--fl", "flag"},
        {"--n=1", "number=1"},
        {"--te x", "text=x"},
        {"--ta", "flag"},
        {"--cou 3 --sh 0.5 --so a", "count=3 share=0.5 list=a;"},
    };
    static const Case bad[] = {
        {"--f", "'--f' is ambiguous: it could be --flag or --fast"},
        {"--c=3", "'--c=3' is ambiguous: it could be --count or --colour"},
        {"--t x", "'--t' is ambiguous: it could be --text or --tail"},
        {"--flags", "unknown option '--flags'"},
    };
    CHECK(&TABLE, good, CLI_END);
    CHECK(&TABLE, bad, CLI_WRONG);
}

static void test_bad_command_lines(void **state) {
    static const Case cases[] = {
        {"--nonsense", "unknown option '--nonsense'"},
        {"--nonsense=3 --help", "unknown option '--nonsense=3'"},
        {"-x", "unknown option '-x'"},
        {"-flag", "unknown option '-flag'"},
        {"---flag", "unknown option '---flag'"},
        {"--=x", "unknown option '--=x'"},
        {"--flag=1", "--flag: expected --flag without a value"},
        {"--help=1", "--help: expected --help without a value"},
        {"--text", "--text: expected --text WORD"},
        {"--list", "--list: expected --list WORD..."},
        {"--list --flag", "--list: expected --list WORD..."},
        {"--pair a", "--pair: expected --pair A B"},
        {"--pair a --flag", "--pair: expected --pair A B"},
        {"--pair a b c", "--pair: expected --pair A B"},
        {"--some a b c", "--some: expected --some A [B]"},
        {"--number x", "--number: 'x' is not a number from -3 to 10"},
        {"--number=", "--number: '' is not a number from -3 to 10"},
        {"--number 3x", "--number: '3x' is not a number from -3 to 10"},
        {"--number 11", "--number: '11' is not a number from -3 to 10"},
        {"--num -4", "--number: '-4' is not a number from -3 to 10"},
        {"--count 0", "--count: '0' is not a number from 1 to 4294967295"},
        {"--wide 9223372036854775808", "--wide: '9223372036854775808' is not a number from 1 to "
                                       "9223372036854775807"},
        {"--seed -1", "--seed: '-1' is not a number from 0 to 9223372036854775807"},
        {"--share 1.01", "--share: '1.01' is not a number from 0 to 1"},
        {"--share nan", "--share: 'nan' is not a number from 0 to 1"},
        {"--share=", "--share: '' is not a number from 0 to 1"},
        {"--share half", "--share: 'half' is not a number from 0 to 1"},
        {"--colour pink", "--colour: 'pink' is not red, green or blue"},
        {"--colour RED", "--colour: 'RED' is not red, green or blue"},
        {"--fast 1", "--fast: '1' is not off or on"},
        {"--list a bad", "--list: 'bad' is refused"},
        {"--read --write 3", "--write: only one mode can be given"},
        {"--write 0", "--write: '0' is not a number from 1 to 9"},
    };
    CHECK(&TABLE, cases, CLI_WRONG);
}

static void test_rulesets_in_capitals(void **state) {
    char name[] = "--rules", word[] = "6170-Spring-2006-ANTIKING";
    char *words[] = {name, word};
    TestSettings settings = {.flag = false};
    int operands;
    Error error;
    assert_int_equal(cli_read(&TABLE, &settings, 2, words, &operands, &error), CLI_END);
    assert_ptr_equal(settings.rules, ruleset_find("6170-spring-2006-antiking"));
}

/* The error names every ruleset, even after the longest word that is quoted in full. */
static void test_unknown_rulesets(void **state) {
    static const char *const WORDS[] = {"chess", "", "Losers_",
                                        "0123456789012345678901234567890123456789"};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        char name[] = "--rules", word[64];
        char *words[] = {name, word};
        TestSettings settings = {.flag = false};
        int operands;
        Error error;
        snprintf(word, sizeof word, "%s", WORDS[i]);
        assert_int_equal(cli_read(&TABLE, &settings, 2, words, &operands, &error), CLI_WRONG);
        assert_non_null(strstr(error.text, QUOTE(WORDS[i])));
        const char *known = strstr(error.text, "; known: ");
        assert_non_null(known);
        for (int ruleset = 0; ruleset < ruleset_count(); ruleset++)
            assert_non_null(strstr(known, ruleset_at(ruleset)->name));
        assert_null(settings.rules);
    }
}

static void test_help_and_version_end_the_reading(void **state) {
    static const Case help[] = {{"--help", ""}, {"--he --nonsense", ""}, {"--flag --help", "flag"}};
    static const Case version[] = {{"--version", ""}, {"--flag --vers --number x", "flag"}};
    CHECK(&TABLE, help, CLI_HELP);
    CHECK(&TABLE, version, CLI_VERSION);
}

static void test_values_without_dashes(void **state) {
    static const Case good[] = {
        {"--text -x --flag", "flag text=-x"},
        {"--text=--flag", "text=--flag"},
        {"--number -3", "number=-3"},
    };
    static const Case bad[] = {
        {"--text --flag", "--text: expected --text WORD"},
        {"--text --nonsense", "--text: expected --text WORD"},
        {"--text --", "--text: expected --text WORD"},
    };
    CHECK(&STRICT_TABLE, good, CLI_END);
    CHECK(&STRICT_TABLE, bad, CLI_WRONG);
}

static void test_words_are_not_copied(void **state) {
    Reading reading;
    read_line(&reading, &TABLE, "a --text=b");
    assert_ptr_equal(reading.words[0], reading.line);
    assert_ptr_equal(reading.settings.text, reading.line + strlen("a --text="));
}

static void test_keys(void **state) {
    static const struct {
        const char *word;
        const char *error; /* NULL: no error is expected */
    } cases[] = {
        {"name=x", NULL},
        {"name=", NULL},
        {"name=a=b", NULL},
        {"size=9", NULL},
        {"restart=on", NULL},
        {"size=0", "size: '0' is not a number from 1 to 9"},
        {"restart=1", "restart: '1' is not off or on"},
        {"nam=x", "unknown key in 'nam=x'"},
        {"names=x", "unknown key in 'names=x'"},
        {"=x", "unknown key in '=x'"},
        {"name", "unknown key in 'name'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TestSettings settings = {0};
        char word[40];
        Error error = {.text = ""};
        strcpy(word, cases[i].word);
        bool done = cli_set_key(KEYS, &settings, word, &error);
        assert_string_equal(error.text, cases[i].error ? cases[i].error : "");
        assert_int_equal(done, !cases[i].error);
        if (done && strncmp(word, "name=", 5) == 0)
            assert_string_equal(settings.text, word + 5);
    }
}

static void test_numbers_for_functions(void **state) {
    int number = 7;
    Error error;
    assert_true(cli_read_int("-2", -2, 2, &number, &error));
    assert_int_equal(number, -2);
    assert_false(cli_read_int("3", -2, 2, &number, &error));
    assert_string_equal(error.text, "'3' is not a number from -2 to 2");
    assert_int_equal(number, -2);
}

static void test_help(void **state) {
    static const char expected[] =
        "Usage: prog [OPTION]... FILE\n"
        "  or:  prog --read\n"
        "\n"
        "Does nothing, in so many words that they do not fit into one line of eighty\n"
        "columns é.\n"
        "\n"
        "Another paragraph.\n"
        "\n"
        "Options:\n"
        "  --flag            a flag\n";
    static const char end[] = "  --text WORD       the same\n"
                              "  --tail            a flag\n"
                              "  --help            prints this help\n"
                              "  --version         prints the version\n"
                              "\n"
                              "Keys follow.\n"
                              "\n"
                              "Keys:\n"
                              "  name=NAME         a text\n"
                              "  size=N            a number\n"
                              "  restart=off|on    a truth value\n"
                              "\n"
                              "More:\n"
                              "  more\n"
                              "\n"
                              "Examples:\n"
                              "  prog --flag a-file-with-a-long-name\n"
                              "                    does it\n"
                              "  prog é            too\n";
    char text[8192];
    FILE *out = tmpfile();
    assert_non_null(out);
    help_print(out, &TABLE);
    rewind(out);
    text[fread(text, 1, sizeof text - 1, out)] = '\0';
    fclose(out);
    assert_int_equal(strncmp(text, expected, strlen(expected)), 0);
    assert_string_equal(text + strlen(text) - strlen(end), end);
    assert_non_null(strstr(text, "\n  --read[=WORD]     a mode\n"));
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        assert_true(strcspn(line, "\n") <= 81); /* é has two bytes */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_command_lines),
        cmocka_unit_test(test_operands),
        cmocka_unit_test(test_prefixes),
        cmocka_unit_test(test_bad_command_lines),
        cmocka_unit_test(test_rulesets_in_capitals),
        cmocka_unit_test(test_unknown_rulesets),
        cmocka_unit_test(test_help_and_version_end_the_reading),
        cmocka_unit_test(test_values_without_dashes),
        cmocka_unit_test(test_words_are_not_copied),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_numbers_for_functions),
        cmocka_unit_test(test_help),
    };
    return test_run("option_table", tests);
}
