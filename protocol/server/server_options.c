#include "server/server_options.h"

#include "base/text.h"

#include <inttypes.h>
#include <string.h>

/* How UCI writes an empty string. */
static const char EMPTY[] = "<empty>";

static const Option LOG_FILE = {"Debug Log File", OPTION_IS_FILE, 0, 0, 0, false};
static const char AFTER_LOG_FILE[] = "OwnBook"; /* the engine's option that is listed after it */

static const FileAccess *files_of(const Engine *engine) {
    return &engine_options(engine)->files;
}

/* --- lists --- */

typedef void PrintOption(Transcript *out, const Option *option);

static void print_all(const Engine *engine, Transcript *out, PrintOption *print) {
    const FileAccess *files = files_of(engine);
    const Option *option;
    for (int i = 0; (option = options_at(i)); i++) {
        if (strcmp(option->name, AFTER_LOG_FILE) == 0 && option_exists(&LOG_FILE, files))
            print(out, &LOG_FILE);
        if (option_exists(option, files) && !option->is_unlisted)
            print(out, option);
    }
}

static void print_uci(Transcript *out, const Option *option) {
    transcript_print(out, "option name %s type ", option->name);
    switch (option->kind) {
    case OPTION_IS_NUMBER:
        transcript_print(out, "spin default %" PRId64 " min %" PRId64 " max %" PRId64 "\n",
                         option->default_value, option->minimum, option->maximum);
        break;
    case OPTION_IS_FLAG:
        transcript_print(out, "check default %s\n", option->default_value ? "true" : "false");
        break;
    case OPTION_IS_ACTION:
        transcript_print(out, "button\n");
        break;
    case OPTION_IS_FILE:
    case OPTION_IS_FOLDERS:
        transcript_print(out, "string default %s\n", EMPTY);
        break;
    case OPTION_IS_RULESET:
        transcript_print(out, "combo default %s", ruleset_default()->name);
        for (int i = 0; i < ruleset_count(); i++)
            transcript_print(out, " var %s", ruleset_at(i)->name);
        transcript_print(out, "\n");
        break;
    }
}

void server_options_print_uci(const Engine *engine, Transcript *out) {
    print_all(engine, out, print_uci);
}

/* Is this an option that CECP does not need, or for which it has a command of its own (memory,
 * cores, hard, variant)? */
static bool is_hidden_from_cecp(const Option *option) {
    static const char *const NAMES[] = {"Threads", "Hash", "Ponder", "UCI_ShowWDL"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strcmp(option->name, NAMES[i]) == 0)
            return true;
    return option->kind == OPTION_IS_RULESET;
}

static void print_cecp(Transcript *out, const Option *option) {
    if (is_hidden_from_cecp(option))
        return;
    transcript_print(out, "feature option=\"%s ", option->name);
    switch (option->kind) {
    case OPTION_IS_NUMBER:
        transcript_print(out, "-spin %" PRId64 " %" PRId64 " %" PRId64 "\"\n",
                         option->default_value, option->minimum, option->maximum);
        break;
    case OPTION_IS_FLAG:
        transcript_print(out, "-check %" PRId64 "\"\n", option->default_value);
        break;
    case OPTION_IS_ACTION:
        transcript_print(out, "-button\"\n");
        break;
    case OPTION_IS_FILE:
        transcript_print(out, "-file \"\n");
        break;
    case OPTION_IS_FOLDERS:
        transcript_print(out, "-path \"\n");
        break;
    case OPTION_IS_RULESET: /* hidden */
        break;
    }
}

void server_options_print_cecp(const Engine *engine, Transcript *out) {
    print_all(engine, out, print_cecp);
}

/* --- setting --- */

static bool set_log_file(const Engine *engine, Transcript *out, const char *path, Error *error) {
    return option_check_file(&LOG_FILE, files_of(engine), path, error) &&
           (transcript_set_log(out, path, error) || error_wrap(error, "option %s", LOG_FILE.name));
}

bool server_options_set(Engine *engine, Transcript *out, const char *name, const char *value,
                        Error *error) {
    bool is_log =
        text_equal_ignoring_case(name, LOG_FILE.name) && option_exists(&LOG_FILE, files_of(engine));
    const Option *option = is_log ? &LOG_FILE : options_find(name);
    if (option && option_is_path(option) && (!value || text_equal_ignoring_case(value, EMPTY)))
        value = "";
    return is_log ? set_log_file(engine, out, value, error)
                  : engine_set_option(engine, name, value, error);
}
