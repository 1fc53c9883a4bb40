/* option_table: a program's options as one table, used both to read the command line and to print
 * --help (see help.h). A row names the member of the program's settings that receives the value;
 * the member's type determines how the value is read. Thread-safe, as long as no other thread uses
 * the settings or the words meanwhile. */
#ifndef MISERE_CLI_OPTION_TABLE_H
#define MISERE_CLI_OPTION_TABLE_H

#include "base/error.h"
#include "rules/ruleset.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum {
    FIELD_NONE,
    FIELD_BOOL, /* an option without a value, or with a choice of two words */
    FIELD_INT,
    FIELD_UNSIGNED, /* a non-negative number; also for enums */
    FIELD_INT64,
    FIELD_UINT64,
    FIELD_DOUBLE,
    FIELD_TEXT, /* points to the word on the command line (borrowed) */
    FIELD_RULESET,
} CliField;

/* For a CliOption row: the member of the program's settings that receives the value. */
#define CLI_INTO(settings, member)                                                                 \
    .field = _Generic(((settings *)0)->member,                                                     \
        bool: FIELD_BOOL,                                                                          \
        int: FIELD_INT,                                                                            \
        unsigned: FIELD_UNSIGNED,                                                                  \
        int64_t: FIELD_INT64,                                                                      \
        uint64_t: FIELD_UINT64,                                                                    \
        double: FIELD_DOUBLE,                                                                      \
        const char *: FIELD_TEXT,                                                                  \
        const Ruleset *: FIELD_RULESET),                                                           \
    .offset = offsetof(settings, member)

/* For a CliOption row: the minimum and maximum value, both integers even if the field is a
 * double. */
#define CLI_RANGE(low, high) .min = (low), .max = (high)

/* For a CliOption row: the minimum and maximum number of values. Not needed if the option takes
 * exactly one value. The optional value of CLI_VALUES(0, 1) must follow an '='; otherwise the
 * values are all words up to the next one that starts with "--". */
#define CLI_VALUES(low, high) .least = (low), .most = (high)
enum { CLI_MANY = 1 << 20 };

typedef struct CliOption CliOption;

/* An option read from the command line, with its values. */
typedef struct {
    const CliOption *option;
    char **words;
    int count;
} CliValues;

/* Handles an option, in addition to or instead of storing its value. On failure sets *error, which
 * need not name the option. */
typedef bool CliTake(void *settings, const CliValues *values, Error *error);

struct CliOption {
    const char *name;  /* the option's name with its dashes; NULL ends a list of rows */
    const char *value; /* what --help shows for the values; NULL: the option takes none */
    const char *help;
    CliField field;
    size_t offset;
    int64_t min, max;
    const char *const *choices; /* the words allowed, ending with NULL; the field gets an index */
    CliTake *take;              /* called before the value is stored; may be NULL */
    int tag;                    /* for `take`, to tell its rows apart */
    int least, most; /* minimum and maximum number of values; if both are 0: one if `value` is set,
                        else none */
};

typedef enum {
    CLI_OPTIONS, /* --name VALUE */
    CLI_KEYS,    /* name=VALUE: read by cli_set_key, not by cli_read */
    CLI_WORDS,   /* name VALUE: examples and other rows that only --help shows */
} CliStyle;

typedef struct {
    const char *text;    /* a paragraph before the heading, or NULL */
    const char *heading; /* without its colon, or NULL */
    CliStyle style;
    const CliOption *rows;    /* may be NULL */
    void (*print)(FILE *out); /* prints more rows, indented by two; may be NULL */
} CliGroup;

/* The last rows of every program's options. The reader recognises them by name. */
#define CLI_COMMON_OPTIONS                                                                         \
    {.name = "--help", .help = "prints this help"}, {                                              \
        .name = "--version", .help = "prints the version"                                          \
    }

/* An option may have rows in several groups, each with its own help text; the first row determines
 * how it is read. */
typedef struct {
    const char *const *usage; /* the command lines, starting with the program; ends with NULL */
    const char *const *description; /* paragraphs; ends with NULL */
    const CliGroup *groups;
    int group_count;
    bool values_have_no_dashes; /* a word that starts with "--" is a value only after '=' */
} CliTable;

/* --- reading a command line --- */

typedef enum { CLI_END, CLI_OPTION, CLI_HELP, CLI_VERSION, CLI_WRONG } CliResult;

/* Reads words as getopt_long does: --name VALUE or --name=VALUE, unambiguous prefixes of names,
 * operands anywhere, and only operands after "--". */
typedef struct {
    const CliTable *table;
    char **words; /* rearranged while reading: the operands move to the start */
    int count;
    int next;
    int operand_count;
    bool is_after_dashes;
} CliReader;

/* Finds the next option. On CLI_OPTION sets *values, which is valid until the next call; on
 * CLI_WRONG sets *error. */
CliResult cli_next(CliReader *reader, CliValues *values, Error *error);

/* Stores the values of an option in the settings. On failure the error names the option, the bad
 * value and what is allowed. */
bool cli_take(const CliValues *values, void *settings, Error *error);

/* Reads all words into the settings, stopping at --help, --version or an error. On CLI_END the
 * first *operand_count words are the operands. */
CliResult cli_read(const CliTable *table, void *settings, int count, char **words,
                   int *operand_count, Error *error);

/* Stores the value of "KEY=VALUE", where KEY is the name of a row of style CLI_KEYS. On failure the
 * error names the key. */
bool cli_set_key(const CliOption *rows, void *settings, char *word, Error *error);

/* The names of the options that were given, each once: for programs in which what is done decides
 * which options there are. Their settings begin with it. */
enum { CLI_GIVEN_MAX = 16 };
typedef struct {
    const char *names[CLI_GIVEN_MAX];
    int count;
} CliGiven;

/* A CliTake that notes the option. At most CLI_GIVEN_MAX options may have it. */
bool cli_note(void *settings, const CliValues *values, Error *error);

/* Reads a whole number in a range, for use in a CliTake. */
bool cli_read_int(const char *word, int least, int most, int *number, Error *error);

/* Finds a ruleset by its name. If there is none, sets *rules to NULL, and the error lists all
 * rulesets. */
bool cli_read_ruleset(const char *word, const Ruleset **rules, Error *error);

#endif
