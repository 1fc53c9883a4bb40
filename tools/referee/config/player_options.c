#include "referee/config/player_options.h"

#include "base/os/path.h"
#include "base/utf8.h"
#include "base/words.h"
#include "referee/config/help.h"

#include <string.h>

enum { TIME_MAX_MS = 1000 * 1000 * 1000, DEPTH_MAX = 1000 };

/* Takes the value of one of a player's keys. */
typedef bool ParseKey(PlayerSpec *spec, const char *value, Error *error);

typedef struct {
    const char *key;
    const char *value;
    ParseKey *take;
    const char *help;
} PlayerKey;

static bool take_name(PlayerSpec *spec, const char *value, Error *error) {
    utf8_copy(spec->name, sizeof spec->name, value);
    return value[0] || error_set(error, "an empty name");
}

static bool take_argument(PlayerSpec *spec, const char *word, Error *error) {
    int count = 1; /* the program has its own place */
    while (spec->argv[count])
        count++;
    if (count == PLAYER_ARGV_MAX)
        return error_set(error, "more than %d words of a command", PLAYER_ARGV_MAX - 1);
    spec->argv[count] = word;
    return true;
}

static bool take_command(PlayerSpec *spec, const char *value, Error *error) {
    spec->argv[0] = value;
    if (!spec->name[0])
        utf8_copy(spec->name, sizeof spec->name, path_base_name(value));
    return value[0] || error_set(error, "an empty command");
}

static bool take_protocol(PlayerSpec *spec, const char *value, Error *error) {
    static const struct {
        const char *name;
        PlayerKind kind;
        bool fall_2003;
    } protocols[] = {{"uci", PLAYER_UCI, false},
                     {"cecp", PLAYER_CECP, false},
                     {"textui", PLAYER_TEXTUI, false},
                     {"textui-2003", PLAYER_TEXTUI, true}};
    for (size_t i = 0; i < sizeof protocols / sizeof *protocols; i++)
        if (strcmp(protocols[i].name, value) == 0) {
            spec->kind = protocols[i].kind;
            spec->fall_2003 = protocols[i].fall_2003;
            return true;
        }
    return error_set(error, "should be uci, cecp, textui or textui-2003");
}

static bool take_directory(PlayerSpec *spec, const char *value, Error *error) {
    (void)error;
    spec->directory = value;
    return true;
}

static bool take_variant(PlayerSpec *spec, const char *value, Error *error) {
    (void)error;
    spec->variant = value;
    return true;
}

static bool take_pass(PlayerSpec *spec, const char *value, Error *error) {
    spec->passes_with_king = strcmp(value, "king") == 0;
    return spec->passes_with_king || strcmp(value, "0000") == 0 ||
           error_set(error, "should be 0000 or king");
}

static bool take_restart(PlayerSpec *spec, const char *value, Error *error) {
    spec->restarts = strcmp(value, "on") == 0;
    return spec->restarts || strcmp(value, "off") == 0 || error_set(error, "should be on or off");
}

static bool read_limit(const char *value, int64_t most, int64_t *limit, Error *error) {
    return (words_number(value, limit) && *limit >= 1 && *limit <= most) ||
           error_set(error, "should be a whole number from 1 to %lld", (long long)most);
}

static bool take_clock(PlayerSpec *spec, const char *value, Error *error) {
    return time_control_read_clock(&spec->tc, value, error);
}

static bool take_movetime(PlayerSpec *spec, const char *value, Error *error) {
    spec->tc = (MatchTimeControl){0};
    return read_limit(value, TIME_MAX_MS, &spec->tc.movetime_ms, error);
}

static bool take_depth(PlayerSpec *spec, const char *value, Error *error) {
    int64_t depth;
    if (!read_limit(value, DEPTH_MAX, &depth, error))
        return false;
    spec->tc = (MatchTimeControl){.depth = (int)depth};
    return true;
}

static bool take_nodes(PlayerSpec *spec, const char *value, Error *error) {
    spec->tc = (MatchTimeControl){0};
    return read_limit(value, INT64_MAX, &spec->tc.nodes, error);
}

static const PlayerKey KEYS[] = {
    {"cmd", "PROGRAM", take_command, "what to run: a path, or a name to look up in PATH"},
    {"arg", "WORD", take_argument, "an argument for it; say it for each one"},
    {"dir", "FOLDER", take_directory, "where it runs"},
    {"name", "NAME", take_name, "what tables and files call it"},
    {"proto", "uci|cecp|textui|textui-2003", take_protocol, "what it speaks (default uci)"},
    {"variant", "NAME", take_variant, "its own name for the ruleset"},
    {"pass", "0000|king", take_pass, "how it writes a forced pass: king is Fairy-Stockfish's e1e1"},
    {"restart", "on|off", take_restart, "is it started anew for each game? (default off)"},
    {"tc", "TC", take_clock, "its own limit, as those for all players above"},
    {"movetime", "MS", take_movetime, "likewise"},
    {"depth", "N", take_depth, "likewise"},
    {"nodes", "N", take_nodes, "likewise"},
};

static const char OPTION_KEY[] = "option.";

/* Sets an engine's option, or sets it again, as after --each. */
static bool take_option(PlayerSpec *spec, const char *name, size_t length, const char *value,
                        Error *error) {
    char text[PLAYER_NAME_SIZE];
    if (length == 0 || length >= sizeof text)
        return error_set(error, "not a name of an option");
    memcpy(text, name, length);
    text[length] = '\0';
    int at = 0;
    while (at < spec->option_count && strcmp(spec->options[at].name, text) != 0)
        at++;
    if (at == PLAYER_OPTIONS_MAX)
        return error_set(error, "more than %d options", PLAYER_OPTIONS_MAX);
    strcpy(spec->options[at].name, text);
    spec->options[at].value = value;
    spec->option_count += at == spec->option_count;
    return true;
}

static bool take_key(PlayerSpec *spec, const char *key, size_t length, const char *value,
                     Error *error) {
    size_t prefix = strlen(OPTION_KEY);
    if (length > prefix && strncmp(key, OPTION_KEY, prefix) == 0)
        return take_option(spec, key + prefix, length - prefix, value, error);
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++)
        if (strlen(KEYS[i].key) == length && strncmp(KEYS[i].key, key, length) == 0)
            return KEYS[i].take(spec, value, error);
    return error_set(error, "no such key; try --help");
}

bool player_options_set(PlayerSpec *spec, const char *key, const char *value, Error *error) {
    return take_key(spec, key, strlen(key), value, error);
}

bool player_options_parse(PlayerSpec *spec, const char *word, const char *engine, Error *error) {
    static const struct {
        const char *name;
        PlayerKind kind;
    } builtins[] = {
        {"random", PLAYER_RANDOM}, {"greedy", PLAYER_GREEDY}, {"minimax2", PLAYER_MINIMAX2}};
    const char *equals = strchr(word, '=');
    Error why;
    if (equals)
        return take_key(spec, word, (size_t)(equals - word), equals + 1, &why) ||
               error_set(error, "'%.80s': %.120s", word, why.text);
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
        if (strcmp(builtins[i].name, word) == 0) {
            spec->kind = builtins[i].kind;
            if (!spec->name[0])
                strcpy(spec->name, word);
            return true;
        }
    if (strcmp(word, "misere") == 0)
        return take_command(spec, engine, error);
    return error_set(error, "'%.60s' is neither misere, random, greedy, minimax2 nor KEY=VALUE",
                     word);
}

void player_options_help(FILE *out) {
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
        char name[48];
        snprintf(name, sizeof name, "%s=%s", KEYS[i].key, KEYS[i].value);
        help_row(out, name, NULL, KEYS[i].help);
    }
    help_row(out, "option.NAME=VALUE", NULL, "sets an option of an engine");
}
