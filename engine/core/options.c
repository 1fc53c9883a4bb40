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

typedef struct {
    Option option;
    OptionId id;
    size_t offset; /* where in Options the value is; unused for actions */
} OptionRow;

enum { AN_HOUR_MS = 3600000 };

/* Rows of the table, each with the member of Options that holds the value. */
#define NUMBER(name, id, member, value, minimum, maximum)                                          \
    { {name, OPTION_IS_NUMBER, value, minimum, maximum, false}, id, offsetof(Options, member) }
#define FLAG(name, id, member)                                                                     \
    { {name, OPTION_IS_FLAG, false, 0, 0, false}, id, offsetof(Options, member) }
#define UNLISTED_FLAG(name, id, member)                                                            \
    { {name, OPTION_IS_FLAG, false, 0, 0, true}, id, offsetof(Options, member) }
#define ACTION(name, id)                                                                           \
    { {name, OPTION_IS_ACTION, 0, 0, 0, false}, id, 0 }
#define FILE_NAME(name, id, member)                                                                \
    { {name, OPTION_IS_FILE, 0, 0, 0, false}, id, offsetof(Options, member) }
#define FOLDERS(name, id, member)                                                                  \
    { {name, OPTION_IS_FOLDERS, 0, 0, 0, false}, id, offsetof(Options, member) }
#define RULESET(name, id, member)                                                                  \
    { {name, OPTION_IS_RULESET, 0, 0, 0, false}, id, offsetof(Options, member) }

#define TUNABLE_OPTION(name, value, minimum, maximum, step)                                        \
    NUMBER(#name, OPTION_NO_ACTION, name, value, minimum, maximum),
#define TUNABLE_ASSIGNMENT(name, value, minimum, maximum, step) name = (int)options->name;

static const OptionRow ROWS[] = {
    NUMBER("Threads", OPTION_THREADS, threads, 1, 1, THREADS_MAX),
    NUMBER("Hash", OPTION_HASH, hash_mb, 16, TABLE_MIN_MB, TABLE_MAX_MB),
    ACTION("Clear Hash", OPTION_CLEAR_HASH),
    FLAG("Ponder", OPTION_NO_ACTION, ponder),
    NUMBER("MultiPV", OPTION_NO_ACTION, multipv, 1, 1, MULTIPV_MAX),
    NUMBER("Skill Level", OPTION_NO_ACTION, skill_level, SKILL_MAX, 0, SKILL_MAX),
    FLAG("UCI_LimitStrength", OPTION_NO_ACTION, limit_strength),
    NUMBER("UCI_Elo", OPTION_NO_ACTION, elo, SKILL_ELO_MAX, SKILL_ELO_MIN, SKILL_ELO_MAX),
    FLAG("UCI_ShowWDL", OPTION_NO_ACTION, show_wdl),
    NUMBER("Move Overhead", OPTION_NO_ACTION, move_overhead_ms, 20, 0, 10000),
    NUMBER("Minimum Move Charge", OPTION_NO_ACTION, minimum_charge_ms, 0, 0, AN_HOUR_MS),
    NUMBER("nodestime", OPTION_NO_ACTION, nodes_per_ms, 0, 0, 10000),
    FLAG("Tournament Draws", OPTION_TOURNAMENT_DRAWS, tournament_draws),
    FLAG("OwnBook", OPTION_BOOK, own_book),
    FILE_NAME("EvalFile", OPTION_NETWORK, network_file),
    FILE_NAME("BookFile", OPTION_BOOK, book_file),
    NUMBER("Book Seed", OPTION_BOOK_SEED, book_seed, 0, 0, INT32_MAX),
    FILE_NAME("Experience File", OPTION_EXPERIENCE_FILE, experience_file),
    NUMBER("Experience Size", OPTION_EXPERIENCE_SIZE, experience_bytes, 1 << 20,
           EXPERIENCE_BYTES_MIN, EXPERIENCE_BYTES_MAX),
    FOLDERS("SyzygyPath", OPTION_SYZYGY_PATH, syzygy_path),
    RULESET("UCI_Variant", OPTION_RULESET, ruleset),
    UNLISTED_FLAG("UCI_Chess960", OPTION_CHESS960, chess960),
    TUNABLE_OPTIONS(TUNABLE_OPTION) /* with TUNE=1 */
};

enum { OPTION_COUNT = sizeof ROWS / sizeof *ROWS };

const Option *options_at(int index) {
    return index < OPTION_COUNT ? &ROWS[index].option : NULL;
}

static const OptionRow *find_row(const char *name) {
    for (int i = 0; i < OPTION_COUNT; i++)
        if (text_equal_ignoring_case(ROWS[i].option.name, name))
            return &ROWS[i];
    return NULL;
}

const Option *options_find(const char *name) {
    const OptionRow *row = find_row(name);
    return row ? &row->option : NULL;
}

bool option_exists(const Option *option, const FileAccess *files) {
    return !option_is_path(option) || !files->is_restricted || files->only;
}

static void *value_of(Options *options, const OptionRow *row) {
    return (char *)options + row->offset;
}

void options_set_defaults(Options *options) {
    for (int i = 0; i < OPTION_COUNT; i++) {
        const Option *option = &ROWS[i].option;
        void *value = value_of(options, &ROWS[i]);
        switch (option->kind) {
        case OPTION_IS_NUMBER:
            *(int64_t *)value = option->default_value;
            break;
        case OPTION_IS_FLAG:
            *(bool *)value = option->default_value != 0;
            break;
        case OPTION_IS_FILE:
        case OPTION_IS_FOLDERS:
            *(char *)value = '\0';
            break;
        case OPTION_IS_RULESET:
            *(const Ruleset **)value = ruleset_default();
            break;
        case OPTION_IS_ACTION:
            break;
        }
    }
}

static bool set_number(const Option *option, int64_t *number, const char *text, Error *error) {
    int64_t read;
    if (!words_number(text, &read) || read < option->minimum || read > option->maximum)
        return error_set(error, "option %s: %s is not a number from %" PRId64 " to %" PRId64,
                         option->name, QUOTE(text), option->minimum, option->maximum);
    *number = read;
    return true;
}

static bool set_flag(const Option *option, bool *flag, const char *text, Error *error) {
    bool yes = text_equal_ignoring_case(text, "true") || strcmp(text, "1") == 0;
    if (!yes && !text_equal_ignoring_case(text, "false") && strcmp(text, "0") != 0)
        return error_set(error, "option %s: %s is neither true nor false", option->name,
                         QUOTE(text));
    *flag = yes;
    return true;
}

bool option_check_file(const Option *option, const FileAccess *files, const char *path,
                       Error *error) {
    if (*path && files->is_restricted && strcmp(path, files->only) != 0)
        return error_set(error, "option %s: %s is not the file that --no-files allows",
                         option->name, QUOTE(path));
    if (strlen(path) >= OPTION_TEXT_SIZE)
        return error_set(error, "option %s: the text is too long", option->name);
    return true;
}

static bool set_path(const Option *option, const FileAccess *files, char *value, const char *path,
                     Error *error) {
    if (!option_check_file(option, files, path, error))
        return false;
    strcpy(value, path);
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

static bool set_value(Options *options, const OptionRow *row, const char *text, Error *error) {
    const Option *option = &row->option;
    void *value = value_of(options, row);
    if (option->kind != OPTION_IS_ACTION && !option_is_path(option) && !text)
        return error_set(error, "option %s: the value is missing", option->name);
    switch (option->kind) {
    case OPTION_IS_NUMBER:
        return set_number(option, value, text, error);
    case OPTION_IS_FLAG:
        return set_flag(option, value, text, error);
    case OPTION_IS_FILE:
    case OPTION_IS_FOLDERS:
        return set_path(option, &options->files, value, text ? text : "", error);
    case OPTION_IS_RULESET:
        return set_ruleset(option, value, text, error);
    case OPTION_IS_ACTION:
        break;
    }
    return true;
}

bool options_set(Options *options, const char *name, const char *value, OptionId *id,
                 Error *error) {
    const OptionRow *row = find_row(name);
    if (!row || !option_exists(&row->option, &options->files))
        return error_set(error, "unknown option %s", QUOTE(name));
    *id = row->id;
    if (!set_value(options, row, value, error))
        return false;
    TUNABLE_OPTIONS(TUNABLE_ASSIGNMENT)
    return true;
}
