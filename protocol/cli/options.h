/* options: the options of a program as one table, from which the command line is read and --help
 * is printed (see help.h). A row names the member of the program's settings that gets the value;
 * the member's type determines how the value is read. Any thread; no other may use the settings or
 * the words meanwhile. */
#ifndef MISERE_CLI_OPTIONS_H
#define MISERE_CLI_OPTIONS_H

#include "base/error.h"
#include "rules/ruleset.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum {
    FIELD_NONE,
    FIELD_BOOL, /* set by an option without a value, or one of two words */
    FIELD_INT,
    FIELD_UNSIGNED, /* also enums */
    FIELD_INT64,
    FIELD_UINT64,
    FIELD_DOUBLE,
    FIELD_TEXT, /* points to the word on the command line */
    FIELD_RULESET,
} CliField;

/* In a row: stores the value in this member of the program's settings. */
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

/* In a row: the smallest and largest number allowed; integers even for a double. */
#define CLI_RANGE(low, high) .min = (low), .max = (high)

/* In a row: the number of values, if it is not one. With CLI_VALUES(0, 1) the optional value must
 * follow an '='; otherwise all words up to the next that starts with "--" are values. */
#define CLI_VALUES(low, high) .least = (low), .most = (high)
enum { CLI_MANY = 1 << 20 };

typedef struct CliOption CliOption;

/* An option from the command line with its values. */
typedef struct {
    const CliOption *option;
    char **words;
    int count;
} CliValues;

/* Handles an option, in addition to or instead of storing its value. The error need not name the
 * option. */
typedef bool CliTake(void *settings, const CliValues *values, Error *error);

struct CliOption {
    const char *name;  /* as it is typed, with dashes; NULL ends a list of rows */
    const char *value; /* what --help shows for the values; NULL: the option takes none */
    const char *help;
    CliField field;
    size_t offset;
    int64_t min, max;
    const char *const *choices; /* the field becomes the index of one of these; NULL ends them */
    CliTake *take;              /* called before the value is stored; may be NULL */
    int tag;                    /* tells `take` which row it is called for */
    int least, most;            /* number of values; both 0: one if `value` is set, else none */
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

/* An option may have rows in several groups, each with its own help; the first is used to read it.
 */
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

/* Finds the next option. Sets *values on CLI_OPTION, to be used before the next call, and *error
 * on CLI_WRONG. */
CliResult cli_next(CliReader *reader, CliValues *values, Error *error);

/* Stores the values of an option in the settings. On failure the error names the option, the bad
 * value and what is allowed. */
bool cli_take(const CliValues *values, void *settings, Error *error);

/* Reads all words into the settings, stopping at --help, --version or an error. At CLI_END the
 * first *operand_count words are the operands. */
CliResult cli_read(const CliTable *table, void *settings, int count, char **words,
                   int *operand_count, Error *error);

/* Stores the value of "KEY=VALUE", where KEY is the name of a row of style CLI_KEYS. On failure the
 * error names the key. */
bool cli_set_key(const CliOption *rows, void *settings, char *word, Error *error);

/* Reads a whole number in a range, for use in a CliTake. */
bool cli_read_int(const char *word, int least, int most, int *number, Error *error);

#endif
