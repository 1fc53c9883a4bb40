#include "client/client_options.h"

#include "base/text.h"
#include "base/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void client_options_add(ClientOptions *options, const char *name, size_t length,
                        const char *declaration) {
    size_t room = sizeof options->text - options->length;
    if (length == 0 || length + strlen(declaration) + 2 > room)
        return;
    options->length += 1 + (size_t)snprintf(options->text + options->length, room, "%.*s\t%s",
                                            (int)length, name, declaration);
}

/* The declaration of the option with that name; NULL if there is none. */
static const char *find(const ClientOptions *options, const char *name) {
    size_t length = strlen(name);
    const char *end = options->text + options->length;
    for (const char *option = options->text; option < end; option += strlen(option) + 1)
        if (strcspn(option, "\t") == length && text_starts_ignoring_case(option, name))
            return option + length + 1;
    return NULL;
}

bool client_options_have(const ClientOptions *options, const char *name) {
    return find(options, name) != NULL;
}

/* --- declarations --- */

typedef enum { TAKES_ANYTHING, TAKES_NUMBER, TAKES_FLAG, TAKES_ONE_OF, TAKES_NOTHING } Takes;

static const struct {
    const char *type; /* CECP's begin with '-' */
    Takes takes;
} TYPES[] = {{"spin", TAKES_NUMBER},   {"-spin", TAKES_NUMBER},   {"-slider", TAKES_NUMBER},
             {"check", TAKES_FLAG},    {"-check", TAKES_FLAG},    {"combo", TAKES_ONE_OF},
             {"-combo", TAKES_ONE_OF}, {"button", TAKES_NOTHING}, {"-button", TAKES_NOTHING},
             {"-save", TAKES_NOTHING}, {"-reset", TAKES_NOTHING}};

static Takes takes(ClientWord type) {
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++)
        if (client_word_is(type, TYPES[i].type))
            return TYPES[i].takes;
    return TAKES_ANYTHING;
}

/* Reads the range after the type: "DEFAULT MIN MAX" in CECP, words in UCI. */
static void read_range(const char *rest, bool is_cecp, int64_t *minimum, int64_t *maximum) {
    ClientWord word = client_word(&rest);
    *minimum = INT64_MIN, *maximum = INT64_MAX;
    if (is_cecp) {
        client_number(&rest, minimum);
        client_number(&rest, maximum);
        return;
    }
    for (; word.length > 0; word = client_word(&rest))
        if (client_word_is(word, "min"))
            client_number(&rest, minimum);
        else if (client_word_is(word, "max"))
            client_number(&rest, maximum);
}

static bool check_number(const char *rest, bool is_cecp, const char *value, Error *error) {
    int64_t number, minimum, maximum;
    read_range(rest, is_cecp, &minimum, &maximum);
    if (words_number(value, &number) && number >= minimum && number <= maximum)
        return true;
    if (minimum == INT64_MIN || maximum == INT64_MAX)
        return error_set(error, "%s is not a number that it takes", QUOTE(value));
    return error_set(error, "%s is not a number from %" PRId64 " to %" PRId64, QUOTE(value),
                     minimum, maximum);
}

static bool check_flag(bool is_cecp, ClientWord *value, Error *error) {
    const char *on = is_cecp ? "1" : "true", *off = is_cecp ? "0" : "false";
    bool is_on = text_equal_ignoring_case(value->text, on);
    if (!is_on && !text_equal_ignoring_case(value->text, off))
        return error_set(error, "%s is neither %s nor %s", QUOTE(value->text), on, off);
    *value = (ClientWord){is_on ? on : off, strlen(is_on ? on : off)};
    return true;
}

/* Where a choice that begins here ends: at the next mark, or where the list ends. */
static const char *end_of_choice(const char *from, const char *mark) {
    const char *next = strstr(from, mark), *by_default = strstr(from, " default ");
    const char *end = next ? next : from + strlen(from);
    return by_default && by_default < end ? by_default : end;
}

/* Cuts the next choice off the rest of "default A B var A B var C", or in CECP of "*A B /// C".
 * Returns false at its end. */
static bool next_choice(const char **rest, bool is_cecp, ClientWord *choice) {
    const char *mark = is_cecp ? "///" : " var ";
    const char *start = is_cecp ? *rest + strspn(*rest, " *") : strstr(*rest, mark);
    if (!start || !*start)
        return false;
    start += is_cecp ? 0 : strlen(mark);
    const char *end = end_of_choice(start, mark);
    *rest = end + (is_cecp && *end ? strlen(mark) : 0);
    while (end > start && end[-1] == ' ')
        end--;
    *choice = (ClientWord){start, (size_t)(end - start)};
    return true;
}

static bool check_choice(const char *rest, bool is_cecp, ClientWord *value, Error *error) {
    char list[ERROR_TEXT_SIZE] = "";
    size_t length = 0;
    ClientWord choice;
    while (next_choice(&rest, is_cecp, &choice)) {
        if (choice.length == value->length && text_starts_ignoring_case(choice.text, value->text)) {
            *value = choice;
            return true;
        }
        if (length < sizeof list)
            length += (size_t)snprintf(list + length, sizeof list - length, "%s%.*s",
                                       length ? ", " : "", (int)choice.length, choice.text);
    }
    return !*list || error_set(error, "%s is not one of %s", QUOTE(value->text), list);
}

bool client_options_is_button(const ClientOptions *options, const char *name) {
    const char *declaration = find(options, name);
    return takes(client_word(&declaration)) == TAKES_NOTHING;
}

static bool check_value(ClientOptions *options, const char *declaration, ClientWord *value,
                        Error *error) {
    bool is_cecp = *declaration == '-';
    Takes kind = takes(client_word(&declaration));
    if (kind == TAKES_NOTHING)
        return value->length == 0 ||
               error_set(error, "%s is a value, and a button takes none", QUOTE(value->text));
    if (kind == TAKES_NUMBER)
        return check_number(declaration, is_cecp, value->text, error);
    if (kind == TAKES_FLAG)
        return check_flag(is_cecp, value, error);
    if (kind == TAKES_ONE_OF && !options->may_have_grown)
        return check_choice(declaration, is_cecp, value, error);
    options->may_have_grown |= kind == TAKES_ANYTHING && value->length > 0;
    return true;
}

bool client_options_check(ClientOptions *options, const char *name, const char *value,
                          ClientSetting *setting, Error *error) {
    const char *declaration = find(options, name);
    size_t length = strlen(name);
    setting->name = (ClientWord){declaration - 1 - length, length};
    setting->value = (ClientWord){value ? value : "", value ? strlen(value) : 0};
    return check_value(options, declaration, &setting->value, error) ||
           error_wrap(error, "option %s", name);
}
