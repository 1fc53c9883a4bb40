#include "cli/option_table.h"

#include "base/text.h"
#include "base/words.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- values --- */

/* Writes "a, b or c", truncated to fit. */
static void list_choices(char *text, size_t size, const char *const *choices) {
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; choices[i] && length < size; i++) {
        const char *separator = i == 0 ? "" : choices[i + 1] ? ", " : " or ";
        int written = snprintf(text + length, size - length, "%s%s", separator, choices[i]);
        length += written > 0 ? (size_t)written : 0;
    }
}

static bool read_choice(const CliOption *option, const char *word, int64_t *index, Error *error) {
    char all[160];
    for (*index = 0; option->choices[*index]; ++*index)
        if (strcmp(option->choices[*index], word) == 0)
            return true;
    list_choices(all, sizeof all, option->choices);
    return error_set(error, "%s is not %s", QUOTE(word), all);
}

static bool read_number(const CliOption *option, const char *word, int64_t *number, Error *error) {
    return (words_number(word, number) && *number >= option->min && *number <= option->max) ||
           error_set(error, "%s is not a number from %" PRId64 " to %" PRId64, QUOTE(word),
                     option->min, option->max);
}

bool cli_note(void *settings, const CliValues *values, Error *error) {
    CliGiven *given = settings;
    (void)error;
    for (int i = 0; i < given->count; i++)
        if (strcmp(given->names[i], values->option->name) == 0)
            return true;
    assert(given->count < CLI_GIVEN_MAX);
    given->names[given->count++] = values->option->name;
    return true;
}

bool cli_read_int(const char *word, int least, int most, int *number, Error *error) {
    int64_t wide;
    if (!read_number(&(CliOption){CLI_RANGE(least, most)}, word, &wide, error))
        return false;
    *number = (int)wide;
    return true;
}

bool cli_read_ruleset(const char *word, const Ruleset **rules, Error *error) {
    char known[ERROR_TEXT_SIZE] = "";
    size_t length = 0;
    *rules = ruleset_find(word);
    for (int i = 0; i < ruleset_count() && length < sizeof known; i++)
        length += (size_t)snprintf(known + length, sizeof known - length, "%s%s", i > 0 ? ", " : "",
                                   ruleset_at(i)->name);
    return *rules || error_set(error, "unknown ruleset %s; known: %s", QUOTE(word), known);
}

static bool read_double(const CliOption *option, const char *word, double *number, Error *error) {
    char *end;
    *number = strtod(word, &end);
    return (end != word && !*end && *number >= (double)option->min &&
            *number <= (double)option->max) ||
           error_set(error, "%s is not a number from %" PRId64 " to %" PRId64, QUOTE(word),
                     option->min, option->max);
}

/* Reads the value of a numeric, Boolean or choice field; if `word` is NULL, the value is 1. */
static bool read_whole(const CliOption *option, const char *word, int64_t *number, Error *error) {
    if (!word)
        *number = 1;
    return !word || (option->choices ? read_choice(option, word, number, error)
                                     : read_number(option, word, number, error));
}

static bool store_whole(const CliOption *option, void *field, const char *word, Error *error) {
    int64_t number;
    if (!read_whole(option, word, &number, error))
        return false;
    switch (option->field) {
    case FIELD_BOOL:
        *(bool *)field = number != 0;
        break;
    case FIELD_INT:
        *(int *)field = (int)number;
        break;
    case FIELD_UNSIGNED:
        *(unsigned *)field = (unsigned)number;
        break;
    case FIELD_INT64:
        *(int64_t *)field = number;
        break;
    default:
        *(uint64_t *)field = (uint64_t)number;
    }
    return true;
}

static bool store(const CliOption *option, void *settings, char *word, Error *error) {
    void *field = (char *)settings + option->offset;
    switch (option->field) {
    case FIELD_NONE:
        return true;
    case FIELD_TEXT:
        *(const char **)field = word;
        return true;
    case FIELD_RULESET:
        return cli_read_ruleset(word, field, error);
    case FIELD_DOUBLE:
        return read_double(option, word, field, error);
    default:
        return store_whole(option, field, word, error);
    }
}

/* Calls the row's function, then stores the first value. If an optional value is absent, the field
 * stays unchanged. */
static bool take(const CliValues *values, void *settings, Error *error) {
    const CliOption *option = values->option;
    if (option->take && !option->take(settings, values, error))
        return false;
    if (values->count == 0)
        return option->value || store(option, settings, NULL, error);
    return store(option, settings, values->words[0], error);
}

bool cli_take(const CliValues *values, void *settings, Error *error) {
    return take(values, settings, error) || error_wrap(error, "%s", values->option->name);
}

bool cli_set_key(const CliOption *rows, void *settings, char *word, Error *error) {
    const CliOption *row = rows;
    size_t length = strcspn(word, "=");
    while (row->name && (strlen(row->name) != length || strncmp(row->name, word, length) != 0))
        row++;
    if (!row->name || !word[length])
        return error_set(error, "unknown key in %s", QUOTE(word));
    char *value = word + length + 1;
    CliValues values = {row, &value, 1};
    return take(&values, settings, error) || error_wrap(error, "%s", row->name);
}

/* --- options --- */

static int least_values(const CliOption *option) {
    return option->most == 0 ? option->value != NULL : option->least;
}

static int most_values(const CliOption *option) {
    return option->most == 0 ? option->value != NULL : option->most;
}

/* State of the search for the option that a prefix of its name stands for. */
typedef struct {
    const char *start;
    size_t length;
    const CliOption *found, *other; /* up to two matches with different names; NULL: none */
    bool is_exact;                  /* `found` has exactly this name */
} NameSearch;

static void consider(NameSearch *search, const CliOption *option) {
    if (search->is_exact || strncmp(option->name, search->start, search->length) != 0)
        return;
    if (!option->name[search->length]) {
        search->found = option;
        search->other = NULL;
        search->is_exact = true;
    } else if (!search->found) {
        search->found = option;
    } else if (strcmp(search->found->name, option->name) != 0) {
        search->other = option;
    }
}

/* Finds the option for --NAME or --NAME=VALUE, where NAME may be a prefix; NULL after an error. */
static const CliOption *find(const CliTable *table, const char *word, Error *error) {
    NameSearch search = {.start = word, .length = strcspn(word, "=")};
    for (int i = 0; i < table->group_count; i++) {
        const CliGroup *group = &table->groups[i];
        if (group->style == CLI_OPTIONS)
            for (const CliOption *row = group->rows; row && row->name; row++)
                consider(&search, row);
    }
    if (search.length < 3 || !search.found)
        error_set(error, "unknown option %s", QUOTE(word));
    else if (search.other)
        error_set(error, "%s is ambiguous: it could be %s or %s", QUOTE(word), search.found->name,
                  search.other->name);
    else
        return search.found;
    return NULL;
}

static bool has_dashes(const char *word) {
    return text_starts(word, "--");
}

/* Counts the words after an option that are its values. */
static int count_following(const CliReader *reader, const CliOption *option, bool has_equals) {
    int most = most_values(option), count = 0, left = reader->count - reader->next;
    if (most == 0 || least_values(option) == 0)
        return 0;
    if (most == 1 && !reader->table->values_have_no_dashes)
        return !has_equals && left > 0;
    if (most == 1)
        return !has_equals && left > 0 && !has_dashes(reader->words[reader->next]);
    while (count < left && !has_dashes(reader->words[reader->next + count]))
        count++;
    return count;
}

static CliResult read_option(CliReader *reader, CliValues *values, Error *error) {
    char **word = &reader->words[reader->next++];
    const CliOption *option = find(reader->table, *word, error);
    if (!option)
        return CLI_WRONG;
    char *equals = strchr(*word, '=');
    int following = count_following(reader, option, equals != NULL);
    *values = (CliValues){option, word + 1, following};
    if (equals) {
        *word = equals + 1;
        values->words--;
        values->count++;
    }
    reader->next += following;
    if (values->count < least_values(option) || values->count > most_values(option)) {
        error_set(error, "%s: expected %s %s", option->name, option->name,
                  option->value ? option->value : "without a value");
        return CLI_WRONG;
    }
    return strcmp(option->name, "--help") == 0      ? CLI_HELP
           : strcmp(option->name, "--version") == 0 ? CLI_VERSION
                                                    : CLI_OPTION;
}

CliResult cli_next(CliReader *reader, CliValues *values, Error *error) {
    while (reader->next < reader->count) {
        char *word = reader->words[reader->next];
        if (!reader->is_after_dashes && strcmp(word, "--") == 0) {
            reader->is_after_dashes = true;
            reader->next++;
        } else if (!reader->is_after_dashes && word[0] == '-' && word[1]) {
            return read_option(reader, values, error);
        } else {
            reader->words[reader->operand_count++] = word;
            reader->next++;
        }
    }
    return CLI_END;
}

CliResult cli_read(const CliTable *table, void *settings, int count, char **words,
                   int *operand_count, Error *error) {
    CliReader reader = {.table = table, .words = words, .count = count};
    CliValues values;
    CliResult result;
    while ((result = cli_next(&reader, &values, error)) == CLI_OPTION)
        if (!cli_take(&values, settings, error))
            return CLI_WRONG;
    *operand_count = reader.operand_count;
    return result;
}
