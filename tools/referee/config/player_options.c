#include "referee/config/player_options.h"

#include "base/os/path.h"
#include "base/text.h"
#include "base/utf8.h"

#include <string.h>

static bool take_name(void *settings, const CliValues *values, Error *error) {
    PlayerSpec *spec = settings;
    utf8_copy(spec->name, sizeof spec->name, values->words[0]);
    return values->words[0][0] || error_set(error, "the name is empty");
}

static bool take_argument(void *settings, const CliValues *values, Error *error) {
    PlayerSpec *spec = settings;
    int count = 1; /* argv[0] is for the program, which may be given later */
    while (spec->argv[count])
        count++;
    if (count == PLAYER_ARGV_MAX)
        return error_set(error, "at most %d arguments are allowed", PLAYER_ARGV_MAX - 1);
    spec->argv[count] = values->words[0];
    return true;
}

/* A program is named after its file unless a name has been given. */
static bool set_command(PlayerSpec *spec, const char *path, Error *error) {
    spec->argv[0] = path;
    if (!spec->name[0])
        utf8_copy(spec->name, sizeof spec->name, path_base_name(path));
    return path[0] || error_set(error, "the command is empty");
}

static bool take_command(void *settings, const CliValues *values, Error *error) {
    return set_command(settings, values->words[0], error);
}

static bool take_protocol(void *settings, const CliValues *values, Error *error) {
    static const struct {
        const char *name;
        PlayerKind kind;
        TextUiDialect dialect;
    } protocols[] = {{"uci", PLAYER_UCI, 0},
                     {"cecp", PLAYER_CECP, 0},
                     {"textui", PLAYER_TEXTUI, TEXTUI_SPRING_2007},
                     {"textui-2003", PLAYER_TEXTUI, TEXTUI_FALL_2003}};
    PlayerSpec *spec = settings;
    for (size_t i = 0; i < sizeof protocols / sizeof *protocols; i++)
        if (strcmp(protocols[i].name, values->words[0]) == 0) {
            spec->kind = protocols[i].kind;
            spec->dialect = protocols[i].dialect;
            return true;
        }
    return error_set(error, "%s is not uci, cecp, textui or textui-2003", QUOTE(values->words[0]));
}

static bool take_clock(void *settings, const CliValues *values, Error *error) {
    PlayerSpec *spec = settings;
    return time_control_read_clock(&spec->tc, values->words[0], error);
}

/* Sets a limit, which replaces all earlier ones. */
static bool clear_limits(void *settings, const CliValues *values, Error *error) {
    PlayerSpec *spec = settings;
    (void)values, (void)error;
    spec->tc = (ClientTimeControl){0};
    return true;
}

static bool note_margin(void *settings, const CliValues *values, Error *error) {
    (void)values, (void)error;
    ((PlayerSpec *)settings)->has_margin = true;
    return true;
}

static const char *const PASSES[] = {"0000", "king", NULL};
static const char *const OFF_ON[] = {"off", "on", NULL};
static const char *const RESTARTS[] = {
    [RESTART_AUTO] = "auto", [RESTART_ON] = "on", [RESTART_OFF] = "off", NULL};

const CliOption PLAYER_KEYS[] = {
    {"cmd", "PROGRAM", "the program to run: a path, or a name to look up in PATH",
     .take = take_command},
    {"arg", "WORD", "an argument for the program; repeat it for more", .take = take_argument},
    {"dir", "FOLDER", "the folder in which to run the program", CLI_INTO(PlayerSpec, directory)},
    {"name", "NAME", "the player's name in tables and files", .take = take_name},
    {"proto", "uci|cecp|textui|textui-2003", "the program's protocol (default uci)",
     .take = take_protocol},
    {"variant", "NAME", "the program's own name for the ruleset", CLI_INTO(PlayerSpec, variant)},
    {"pass", "0000|king", "how the program writes a forced pass: king is Fairy-Stockfish's e1e1",
     CLI_INTO(PlayerSpec, passes_with_king), .choices = PASSES},
    {"restart", "auto|on|off",
     "whether to restart the program for each game: auto (the default) only if it asks for it",
     CLI_INTO(PlayerSpec, restart), .choices = RESTARTS},
    {"ponder", "on|off", "whether the program thinks in its opponent's time, too (default off)",
     CLI_INTO(PlayerSpec, ponders), .choices = OFF_ON},
    {"tc", "TC", "time control for this player only, written as for --tc", .take = take_clock},
    {"movetime", "MS", "a fixed time for each turn, for this player only",
     CLI_INTO(PlayerSpec, tc.movetime_ms), CLI_RANGE(1, PLAYER_TIME_MAX_MS), .take = clear_limits},
    {"depth", "N", "a fixed depth in half-moves, for this player only",
     CLI_INTO(PlayerSpec, tc.depth), CLI_RANGE(1, PLAYER_DEPTH_MAX), .take = clear_limits},
    {"nodes", "N", "a fixed number of nodes, for this player only", CLI_INTO(PlayerSpec, tc.nodes),
     CLI_RANGE(1, INT64_MAX), .take = clear_limits},
    {"timemargin", "MS", "like --margin, for this player only", CLI_INTO(PlayerSpec, margin_ms),
     CLI_RANGE(0, PLAYER_TIME_MAX_MS), .take = note_margin},
    {.name = "option.NAME", .value = "VALUE", .help = "sets an option of the engine"},
    {0}};

static const char OPTION_KEY[] = "option.";

/* Sets an engine's option from "NAME=VALUE"; a later value replaces an earlier one. */
static bool take_option(PlayerSpec *spec, const char *word, Error *error) {
    char name[PLAYER_NAME_SIZE];
    size_t length = strcspn(word, "=");
    if (length == 0)
        return error_set(error, "%s: the name of an engine option is missing", QUOTE(word));
    if (length >= sizeof name)
        return error_set(error, "%s: the name of an engine option has at most %zu bytes",
                         QUOTE(word), sizeof name - 1);
    memcpy(name, word, length);
    name[length] = '\0';
    if (text_equal_ignoring_case(name, "UCI_Variant"))
        return error_set(error,
                         "option.%s: the rules are those of --ruleset, and variant=NAME is "
                         "the program's name for them",
                         name);
    int at = 0;
    while (at < spec->option_count && !text_equal_ignoring_case(spec->options[at].name, name))
        at++;
    if (at == PLAYER_OPTIONS_MAX)
        return error_set(error, "at most %d engine options are allowed", PLAYER_OPTIONS_MAX);
    strcpy(spec->options[at].name, name);
    spec->options[at].value = word + length + 1;
    spec->option_count += at == spec->option_count;
    return true;
}

bool player_options_parse(PlayerSpec *spec, char *word, const char *engine, Error *error) {
    static const struct {
        const char *name;
        PlayerKind kind;
    } builtins[] = {
        {"random", PLAYER_RANDOM}, {"greedy", PLAYER_GREEDY}, {"minimax2", PLAYER_MINIMAX2}};
    size_t prefix = strlen(OPTION_KEY);
    if (strchr(word, '=') && strncmp(word, OPTION_KEY, prefix) == 0)
        return take_option(spec, word + prefix, error);
    if (strchr(word, '='))
        return cli_set_key(PLAYER_KEYS, spec, word, error);
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
        if (strcmp(builtins[i].name, word) == 0) {
            spec->kind = builtins[i].kind;
            if (!spec->name[0])
                strcpy(spec->name, word);
            return true;
        }
    if (strcmp(word, "misere") == 0)
        return set_command(spec, engine, error);
    return error_set(error, "%s is not misere, random, greedy, minimax2 or KEY=VALUE", QUOTE(word));
}
