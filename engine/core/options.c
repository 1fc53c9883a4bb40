#include "core/options.h"

#include "base/text.h"
#include "base/words.h"
#include "core/skill.h"
#include "experience/experience.h"
#include "search/threads.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef enum { KIND_SPIN, KIND_CHECK, KIND_BUTTON, KIND_FILE, KIND_RULESET } OptionKind;

typedef struct {
    const char *name;
    OptionKind kind;
    OptionId id;
    size_t offset; /* where in Options the value is; unused for buttons */
    int64_t default_value, minimum, maximum;
} Option;

/* How UCI writes an empty string. */
static const char EMPTY[] = "<empty>";

enum { AN_HOUR_MS = 3600000 };

#define TUNABLE_OPTION(name, value, minimum, maximum, step)                                        \
    {#name, KIND_SPIN, OPTION_NO_ACTION, offsetof(Options, name), value, minimum, maximum},
#define TUNABLE_ASSIGNMENT(name, value, minimum, maximum, step) name = (int)options->name;

static const Option OPTIONS[] = {
    {"Threads", KIND_SPIN, OPTION_THREADS, offsetof(Options, threads), 1, 1, THREADS_MAX},
    {"Hash", KIND_SPIN, OPTION_HASH, offsetof(Options, hash_mb), 16, TABLE_MIN_MB, TABLE_MAX_MB},
    {"Clear Hash", KIND_BUTTON, OPTION_CLEAR_HASH, 0, 0, 0, 0},
    {"Ponder", KIND_CHECK, OPTION_NO_ACTION, offsetof(Options, ponder), false, 0, 0},
    {"MultiPV", KIND_SPIN, OPTION_NO_ACTION, offsetof(Options, multipv), 1, 1, MULTIPV_MAX},
    {"Skill Level", KIND_SPIN, OPTION_NO_ACTION, offsetof(Options, skill_level), SKILL_MAX, 0,
     SKILL_MAX},
    {"UCI_LimitStrength", KIND_CHECK, OPTION_NO_ACTION, offsetof(Options, limit_strength), false, 0,
     0},
    {"UCI_Elo", KIND_SPIN, OPTION_NO_ACTION, offsetof(Options, elo), SKILL_ELO_MAX, SKILL_ELO_MIN,
     SKILL_ELO_MAX},
    {"UCI_ShowWDL", KIND_CHECK, OPTION_NO_ACTION, offsetof(Options, show_wdl), false, 0, 0},
    {"Move Overhead", KIND_SPIN, OPTION_NO_ACTION, offsetof(Options, move_overhead_ms), 20, 0,
     10000},
    {"Minimum Move Charge", KIND_SPIN, OPTION_NO_ACTION, offsetof(Options, minimum_charge_ms), 0, 0,
     AN_HOUR_MS},
    {"nodestime", KIND_SPIN, OPTION_NO_ACTION, offsetof(Options, nodes_per_ms), 0, 0, 10000},
    {"Tournament Draws", KIND_CHECK, OPTION_TOURNAMENT_DRAWS, offsetof(Options, tournament_draws),
     false, 0, 0},
    {"Debug Log File", KIND_FILE, OPTION_LOG_FILE, offsetof(Options, log_file), 0, 0, 0},
    {"OwnBook", KIND_CHECK, OPTION_BOOK, offsetof(Options, own_book), false, 0, 0},
    {"EvalFile", KIND_FILE, OPTION_NETWORK, offsetof(Options, network_file), 0, 0, 0},
    {"BookFile", KIND_FILE, OPTION_BOOK, offsetof(Options, book_file), 0, 0, 0},
    {"Book Seed", KIND_SPIN, OPTION_BOOK_SEED, offsetof(Options, book_seed), 0, 0, INT32_MAX},
    {"Experience File", KIND_FILE, OPTION_EXPERIENCE_FILE, offsetof(Options, experience_file), 0, 0,
     0},
    {"Experience Size", KIND_SPIN, OPTION_NO_ACTION, offsetof(Options, experience_bytes), 1 << 20,
     EXPERIENCE_BYTES_MIN, EXPERIENCE_BYTES_MAX},
    {"UCI_Variant", KIND_RULESET, OPTION_RULESET, offsetof(Options, ruleset), 0, 0, 0},
    TUNABLE_OPTIONS(TUNABLE_OPTION) /* with TUNE=1 */
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

static bool is_available(const Options *options, const Option *option) {
    return option->kind != KIND_FILE || !options->files.is_restricted || options->files.only;
}

static void *value_of(Options *options, const Option *option) {
    return (char *)options + option->offset;
}

void options_set_defaults(Options *options) {
    for (int i = 0; i < OPTION_COUNT; i++) {
        const Option *option = &OPTIONS[i];
        void *value = value_of(options, option);
        switch (option->kind) {
        case KIND_SPIN:
            *(int64_t *)value = option->default_value;
            break;
        case KIND_CHECK:
            *(bool *)value = option->default_value != 0;
            break;
        case KIND_FILE:
            *(char *)value = '\0';
            break;
        case KIND_RULESET:
            *(const Ruleset **)value = ruleset_default();
            break;
        case KIND_BUTTON:
            break;
        }
    }
}

static void print_option(Transcript *out, const Option *option) {
    transcript_print(out, "option name %s type ", option->name);
    switch (option->kind) {
    case KIND_SPIN:
        transcript_print(out, "spin default %" PRId64 " min %" PRId64 " max %" PRId64 "\n",
                         option->default_value, option->minimum, option->maximum);
        break;
    case KIND_CHECK:
        transcript_print(out, "check default %s\n", option->default_value ? "true" : "false");
        break;
    case KIND_BUTTON:
        transcript_print(out, "button\n");
        break;
    case KIND_FILE:
        transcript_print(out, "string default %s\n", EMPTY);
        break;
    case KIND_RULESET:
        transcript_print(out, "combo default %s", ruleset_default()->name);
        for (int i = 0; i < ruleset_count(); i++)
            transcript_print(out, " var %s", ruleset_at(i)->name);
        transcript_print(out, "\n");
        break;
    }
}

void options_print_uci(const Options *options, Transcript *out) {
    for (int i = 0; i < OPTION_COUNT; i++)
        if (is_available(options, &OPTIONS[i]))
            print_option(out, &OPTIONS[i]);
}

static bool set_spin(const Option *option, int64_t *number, const char *text, Error *error) {
    int64_t read;
    if (!words_number(text, &read) || read < option->minimum || read > option->maximum)
        return error_set(error, "option %s: %s is not a number from %" PRId64 " to %" PRId64,
                         option->name, QUOTE(text), option->minimum, option->maximum);
    *number = read;
    return true;
}

static bool set_check(const Option *option, bool *flag, const char *text, Error *error) {
    bool yes = text_equal_ignoring_case(text, "true") || strcmp(text, "1") == 0;
    if (!yes && !text_equal_ignoring_case(text, "false") && strcmp(text, "0") != 0)
        return error_set(error, "option %s: %s is neither true nor false", option->name,
                         QUOTE(text));
    *flag = yes;
    return true;
}

static bool set_file(const Option *option, const FileAccess *files, char *value, const char *text,
                     Error *error) {
    if (!text || strcmp(text, EMPTY) == 0)
        text = "";
    if (*text && files->is_restricted && strcmp(text, files->only) != 0)
        return error_set(error, "option %s: %s is not the file that --no-files allows",
                         option->name, QUOTE(text));
    if (strlen(text) >= OPTION_TEXT_SIZE)
        return error_set(error, "option %s: the text is too long", option->name);
    strcpy(value, text);
    return true;
}

static bool set_ruleset(const Option *option, const Ruleset **ruleset, const char *text,
                        Error *error) {
    const Ruleset *found = ruleset_find(text);
    if (!found)
        return error_set(error, "option %s: unknown ruleset %s", option->name, QUOTE(text));
    *ruleset = found;
    return true;
}

static bool set_value(Options *options, const Option *option, const char *text, Error *error) {
    void *value = value_of(options, option);
    if (option->kind != KIND_BUTTON && option->kind != KIND_FILE && !text)
        return error_set(error, "option %s: the value is missing", option->name);
    switch (option->kind) {
    case KIND_SPIN:
        return set_spin(option, value, text, error);
    case KIND_CHECK:
        return set_check(option, value, text, error);
    case KIND_FILE:
        return set_file(option, &options->files, value, text, error);
    case KIND_RULESET:
        return set_ruleset(option, value, text, error);
    case KIND_BUTTON:
        break;
    }
    return true;
}

static void print_feature(Transcript *out, const Option *option) {
    switch (option->kind) {
    case KIND_SPIN:
        transcript_print(out, "feature option=\"%s -spin %" PRId64 " %" PRId64 " %" PRId64 "\"\n",
                         option->name, option->default_value, option->minimum, option->maximum);
        break;
    case KIND_CHECK:
        transcript_print(out, "feature option=\"%s -check %" PRId64 "\"\n", option->name,
                         option->default_value);
        break;
    case KIND_BUTTON:
        transcript_print(out, "feature option=\"%s -button\"\n", option->name);
        break;
    case KIND_FILE:
        transcript_print(out, "feature option=\"%s -file \"\n", option->name);
        break;
    case KIND_RULESET:
        break;
    }
}

/* Is this an option that CECP does not need, or for which it has a command of its own (memory,
 * cores, hard, variant)? */
static bool is_hidden_from_cecp(const Option *option) {
    static const char *const NAMES[] = {"Threads", "Hash", "Ponder", "UCI_ShowWDL", "UCI_Variant"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strcmp(option->name, NAMES[i]) == 0)
            return true;
    return false;
}

void options_print_cecp(const Options *options, Transcript *out) {
    for (int i = 0; i < OPTION_COUNT; i++)
        if (is_available(options, &OPTIONS[i]) && !is_hidden_from_cecp(&OPTIONS[i]))
            print_feature(out, &OPTIONS[i]);
}

bool options_set(Options *options, const char *name, const char *value, OptionId *id,
                 Error *error) {
    for (int i = 0; i < OPTION_COUNT; i++)
        if (is_available(options, &OPTIONS[i]) && text_equal_ignoring_case(OPTIONS[i].name, name)) {
            *id = OPTIONS[i].id;
            if (!set_value(options, &OPTIONS[i], value, error))
                return false;
            TUNABLE_OPTIONS(TUNABLE_ASSIGNMENT)
            return true;
        }
    return error_set(error, "unknown option %s", QUOTE(name));
}
