/* misere-textui: the course's text interface, and a prompt at which people play against the engine.
 */
#include "base/os/regular_file.h"
#include "base/os/sibling.h"
#include "base/os/startup.h"
#include "base/os/tty.h"
#include "cli/command_line.h"
#include "textui/terminal.h"
#include "textui/terminal_commands.h"
#include "textui/terminal_demo.h"
#include "textui/terminal_setup.h"
#include "textui/textui.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { THINK_MS_MAX = 24 * 60 * 60 * 1000 };

typedef enum { MODE_COMMANDS, MODE_PLAY, MODE_DEMO } TextUiMode;

typedef struct {
    TextUiConfig config;
    TextUiMode mode;
    TerminalConfig play;
    int level; /* -1: the default of the mode */
    const char *transcript;
    const char *play_option; /* the first option given that only --play has; NULL: none */
} TextUiOptions;

/* --- the command line --- */

static bool set_mode(void *settings, const CliValues *values, Error *error) {
    TextUiOptions *options = settings;
    if (options->mode != MODE_COMMANDS && options->mode != (TextUiMode)values->option->tag)
        return error_set(error, "only one of --play and --demo can be given");
    options->mode = (TextUiMode)values->option->tag;
    options->play.has_choices |= values->count > 0;
    return true;
}

enum { PLAY_STORED = 1, PLAY_CLOCK, PLAY_CHIPS, PLAY_ASCII };

/* Takes an option that only --play has; the tag says which one, where that matters. */
static bool take_play_option(void *settings, const CliValues *values, Error *error) {
    TextUiOptions *options = settings;
    GameSettings *game = &options->play.settings;
    if (!options->play_option)
        options->play_option = values->option->name;
    options->play.has_choices |= values->option->tag != PLAY_ASCII;
    switch (values->option->tag) {
    case PLAY_CLOCK:
        return terminal_setup_read_clock(values->words[0], game, error);
    case PLAY_CHIPS:
        return terminal_setup_read_chips(values->words[0], game->chips, error);
    default:
        return true; /* the value itself is stored as the row says */
    }
}

static bool take_level(void *settings, const CliValues *values, Error *error) {
    (void)values, (void)error;
    ((TextUiOptions *)settings)->play.has_choices = true;
    return true;
}

static const char *const COLOUR_NAMES[] = {"white", "black", NULL};

static const char *const USAGE[] = {"misere-textui [OPTION]...", NULL};

static const char *const DESCRIPTION[] = {
    "Plays antichess through the text interface of MIT's course 6.170: reads commands from "
    "standard input, one per line, and answers on standard output. With --play, you play against "
    "the computer.",
    NULL};

static const CliOption OPTIONS[] = {
    {"--engine", "PATH",
     "the UCI engine that plays for the computer (default: misere in this program's folder or in "
     "PATH)",
     CLI_INTO(TextUiOptions, config.engine)},
    {"--dialect", "NAME", "which commands to accept: spring-2007 (the default) or fall-2003",
     CLI_INTO(TextUiOptions, config.dialect), .choices = TEXTUI_DIALECT_NAMES},
    {"--think", "MS",
     "how long the computer thinks when its clock is unlimited, in milliseconds (default 5000; "
     "with --play 1500, with --demo 40)",
     CLI_INTO(TextUiOptions, config.think_ms), CLI_RANGE(1, THINK_MS_MAX)},
    {"--extended", NULL, "allows more commands, such as Undo, Hint, Level and Help",
     CLI_INTO(TextUiOptions, config.extended)},
    {"--transcript", "FILE", "appends the dialogue with the engine to a file",
     CLI_INTO(TextUiOptions, transcript)},
    {"--play", "[=RULESET]",
     "plays against you at a prompt (default 6170-spring-2007); --play RULESET works too",
     CLI_INTO(TextUiOptions, play.settings.rules), CLI_VALUES(0, 1), .take = set_mode,
     .tag = MODE_PLAY},
    {"--demo", NULL, "lets the computer play itself, one game of each family", .take = set_mode,
     .tag = MODE_DEMO},
    {"--level", "N",
     "how well the computer plays: 0, the weakest, to 20 (the default; with --play 5)",
     CLI_INTO(TextUiOptions, level), CLI_RANGE(0, LEVEL_MAX), .take = take_level},
    CLI_COMMON_OPTIONS,
    {0}};

static const CliOption PLAY_OPTIONS[] = {
    {"--ruleset", "NAME", "the rules (default 6170-spring-2007)",
     CLI_INTO(TextUiOptions, play.settings.rules), .take = take_play_option, .tag = PLAY_STORED},
    {"--colour", "white|black", "your colour (default white)",
     CLI_INTO(TextUiOptions, play.settings.colour), .choices = COLOUR_NAMES,
     .take = take_play_option, .tag = PLAY_STORED},
    {"--color", "white|black", "the same as --colour",
     CLI_INTO(TextUiOptions, play.settings.colour), .choices = COLOUR_NAMES,
     .take = take_play_option, .tag = PLAY_STORED},
    {"--clock", "MINUTES[+SECONDS]",
     "each player's time, such as 5 or 1:30, and the seconds that a turn adds, such as 5+3 "
     "(default: "
     "none)",
     .take = take_play_option, .tag = PLAY_CLOCK},
    {"--chips", "N|W/B", "pass chips for both players, or for White and Black (default 0)",
     .take = take_play_option, .tag = PLAY_CHIPS},
    {"--two-persons", NULL, "two people play, without the computer",
     CLI_INTO(TextUiOptions, play.settings.two_persons), .take = take_play_option,
     .tag = PLAY_STORED},
    {"--load", "FILE", "continues the game in a file", CLI_INTO(TextUiOptions, play.file),
     .take = take_play_option, .tag = PLAY_STORED},
    {"--ascii", NULL, "shows the board in letters, without colours",
     CLI_INTO(TextUiOptions, play.is_ascii), .take = take_play_option, .tag = PLAY_ASCII},
    {0}};

static const CliOption EXAMPLES[] = {
    {.name = "misere-textui --play=losers --level 3 --colour black",
     .help = "plays a game of losers against you"},
    {.name = "misere-textui --extended <commands.txt", .help = "answers the commands in a file"},
    {0}};

static const CliGroup GROUPS[] = {
    {.heading = "Options", .rows = OPTIONS},
    {.text = "At a terminal --play asks for the settings first, unless one of them is given here.",
     .heading = "Options of --play",
     .rows = PLAY_OPTIONS},
    {.heading = "Commands at the prompt of --play", .print = terminal_commands_print_help},
    {.heading = "Examples", .style = CLI_WORDS, .rows = EXAMPLES},
};

static const CliTable TABLE = {USAGE, DESCRIPTION, GROUPS, sizeof GROUPS / sizeof *GROUPS, false};

static bool read_options(TextUiOptions *options, int argc, char **argv) {
    int count = command_line_read(&TABLE, options, argc, argv);
    const Ruleset **rules = &options->play.settings.rules;
    if (count == 1 && options->mode == MODE_PLAY) {
        Error error;
        options->play.has_choices = true;
        if (!cli_read_ruleset(argv[1], rules, &error))
            return command_line_error("%s", error.text);
        count = 0;
    }
    if (count > 0)
        return command_line_error("unexpected argument %s", QUOTE(argv[1]));
    if (count == 0 && options->play_option && options->mode != MODE_PLAY)
        return command_line_error("%s needs --play", options->play_option);
    if (count == 0 && options->mode != MODE_COMMANDS &&
        (options->config.extended || options->config.dialect != TEXTUI_SPRING_2007))
        return command_line_error("--dialect and --extended are not for --play and --demo");
    if (count == 0 && options->mode == MODE_DEMO && options->level >= 0)
        return command_line_error("--demo has no option --level");
    options->play.settings.are_rules_chosen = *rules != NULL;
    if (!*rules)
        *rules = ruleset_default();
    if (count == 0 && !(*rules)->pass_chips &&
        (options->play.settings.chips[WHITE] || options->play.settings.chips[BLACK]))
        return command_line_error("--chips: there are no chips in %s", (*rules)->name);
    return count == 0;
}

static bool play_or_answer(const TextUiOptions *options, const TextUiConfig *config) {
    TextUi ui;
    bool is_terminal = tty_is(stdin) && tty_is(stdout);
    bool is_play = options->mode == MODE_PLAY;
    if (is_terminal && !is_play)
        fputs("Reads the course's commands. To play: misere-textui --play; more: --help\n", stderr);
    textui_init(&ui, config);
    if (options->level >= 0)
        ui.level = options->level;
    else if (is_play)
        ui.level = PLAY_LEVEL;
    bool is_done = is_play ? terminal_play_games(&ui, &options->play, stdin)
                           : textui_run(&ui, stdin, config->extended && is_terminal ? "> " : NULL);
    textui_free(&ui);
    return is_done;
}

static bool run_mode(const TextUiOptions *options) {
    static const int think_ms[] = {TEXTUI_THINK_MS, PLAY_THINK_MS, DEMO_THINK_MS};
    TextUiConfig config = options->config;
    if (config.think_ms == 0)
        config.think_ms = think_ms[options->mode];
    if (options->mode == MODE_DEMO)
        return terminal_demo_play(&config);
    if (options->mode == MODE_PLAY) {
        config.dialect = TEXTUI_SPRING_2007;
        config.extended = true;
    }
    return play_or_answer(options, &config);
}

int main(int argc, char **argv) {
    char engine_path[PATH_MAX];
    Error error;
    TextUiOptions options = {
        .config = {.engine = sibling_program_find("misere", engine_path), .out = stdout},
        .play = {.settings = {.clock_ms = GAME_NO_CLOCK}},
        .level = -1};
    startup_init();
    if (!read_options(&options, argc, argv))
        return 2;
    if (options.transcript &&
        !(options.config.transcript = regular_file_append(options.transcript, &error))) {
        command_line_report(error.text);
        return 2;
    }
    bool is_ready = gamefile_init();
    bool done = is_ready && run_mode(&options);
    if (is_ready)
        gamefile_quit();
    else
        command_line_report("out of memory");
    if (options.config.transcript)
        fclose(options.config.transcript);
    return command_line_status(done ? EXIT_SUCCESS : EXIT_FAILURE);
}
