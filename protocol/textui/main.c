/* misere-textui: the course's text interface, and a prompt at which people play against the engine.
 */
#include "base/os/sibling.h"
#include "base/os/signals.h"
#include "base/os/stream.h"
#include "base/os/terminal.h"
#include "cli/command_line.h"
#include "textui/terminal.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { THINK_MS_MAX = 24 * 60 * 60 * 1000 };

typedef enum { MODE_COMMANDS, MODE_PLAY, MODE_DEMO } TextUiMode;

typedef struct {
    TextUiConfig config;
    TextUiMode mode;
    const Ruleset *rules;
    const char *transcript;
} TextUiOptions;

/* --- the command line --- */

static bool set_mode(void *settings, const CliValues *values, Error *error) {
    TextUiOptions *options = settings;
    (void)error;
    options->mode = (TextUiMode)values->option->tag;
    if (options->mode == MODE_PLAY)
        options->rules = ruleset_default();
    return true;
}

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
     CLI_INTO(TextUiOptions, rules), CLI_VALUES(0, 1), .take = set_mode, .tag = MODE_PLAY},
    {"--demo", NULL, "lets the computer play itself, one game of each family", .take = set_mode,
     .tag = MODE_DEMO},
    CLI_COMMON_OPTIONS,
    {0}};

static const CliOption EXAMPLES[] = {
    {.name = "misere-textui --play=losers", .help = "plays a game of losers against you"},
    {.name = "misere-textui --extended <commands.txt", .help = "answers the commands in a file"},
    {0}};

static const CliGroup GROUPS[] = {
    {.heading = "Options", .rows = OPTIONS},
    {.heading = "Commands at the prompt of --play", .print = terminal_print_help},
    {.heading = "Examples", .style = CLI_WORDS, .rows = EXAMPLES},
};

static const CliTable TABLE = {USAGE, DESCRIPTION, GROUPS, sizeof GROUPS / sizeof *GROUPS, false};

static bool read_options(TextUiOptions *options, int argc, char **argv) {
    int count = command_line_read(&TABLE, options, argc, argv);
    if (count == 1 && options->mode == MODE_PLAY) {
        Error error;
        return cli_read_ruleset(argv[1], &options->rules, &error) ||
               command_line_error("%s", error.text);
    }
    return count == 0 ||
           (count > 0 && command_line_error("unexpected argument %s", QUOTE(argv[1])));
}

static bool run_mode(const TextUiOptions *options) {
    static const int think_ms[] = {TEXTUI_THINK_MS, PLAY_THINK_MS, DEMO_THINK_MS};
    TextUiConfig config = options->config;
    if (config.think_ms == 0)
        config.think_ms = think_ms[options->mode];
    if (options->mode == MODE_DEMO)
        return terminal_play_demo(&config);
    TextUi ui;
    bool is_terminal = terminal_is(stdin) && terminal_is(stdout);
    if (options->mode == MODE_PLAY) {
        config.dialect = TEXTUI_SPRING_2007;
        config.extended = true;
    }
    textui_init(&ui, &config);
    bool written = options->mode == MODE_PLAY
                       ? terminal_play_games(&ui, options->rules, stdin)
                       : textui_run(&ui, stdin, config.extended && is_terminal ? "> " : NULL);
    textui_free(&ui);
    return written;
}

int main(int argc, char **argv) {
    char engine_path[PATH_MAX];
    TextUiOptions options = {
        .config = {.engine = sibling_program_find("misere", engine_path), .out = stdout}};
    if (!read_options(&options, argc, argv))
        return 2;
    if (options.transcript && !(options.config.transcript = stream_open(options.transcript, "a"))) {
        fprintf(stderr, "misere-textui: cannot write '%s': %s\n", options.transcript,
                strerror(errno));
        return 2;
    }
    signals_ignore_file_size();
    setvbuf(stdin, NULL, _IONBF, 0); /* see stream_await_input */
    gamefile_init();
    bool written = run_mode(&options);
    gamefile_quit();
    if (options.config.transcript)
        fclose(options.config.transcript);
    return written ? EXIT_SUCCESS : EXIT_FAILURE;
}
