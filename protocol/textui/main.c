/* misere-textui: the course's TextUI, and a way to play for people. */
#include "base/os/sibling.h"
#include "base/os/signals.h"
#include "base/os/stream.h"
#include "base/os/terminal.h"
#include "cli/command_line.h"
#include "textui/terminal.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { THINK_MS_MAX = 24 * 60 * 60 * 1000 };

static const char USAGE[] =
    "usage: misere-textui [OPTION]...\n"
    "Plays antichess by the commands that it reads, a line each, from standard input.\n"
    "\n"
    "  --engine PATH      the UCI engine that plays for the computer; else `misere` beside\n"
    "                     this program, or in PATH\n"
    "  --dialect NAME     whose commands: spring-2007 (the default) or fall-2003\n"
    "  --think MS         how long the computer thinks when its clock is unlimited\n"
    "                     (default 5000; with --play 1500, with --demo 40)\n"
    "  --extended         more commands, among them Undo, Hint, Level and Help\n"
    "  --transcript FILE  appends the dialogue with the engine to a file\n"
    "  --play[=RULESET]   a game against the computer at a prompt (default 6170-spring-2007)\n"
    "  --demo             the computer plays itself, one game of each family\n"
    "  --help             prints this\n"
    "  --version          prints the version\n"
    "\n"
    "What may be typed with --play:\n";

typedef enum { MODE_COMMANDS, MODE_PLAY, MODE_DEMO } TextUiMode;

typedef struct {
    TextUiConfig config;
    TextUiMode mode;
    const Ruleset *rules;
    const char *transcript;
} TextUiOptions;

static bool take_option(TextUiOptions *options, int option, const char *name) {
    switch (option) {
    case 'e':
        options->config.engine = optarg;
        return true;
    case 'd':
        return textui_find_dialect(optarg, &options->config.dialect) ||
               command_line_error("unknown dialect", optarg);
    case 't':
        return command_line_int(name, optarg, 1, THINK_MS_MAX, &options->config.think_ms);
    case 'x':
        options->config.extended = true;
        return true;
    case 'r':
        options->transcript = optarg;
        return true;
    case 'p':
        options->mode = MODE_PLAY;
        options->rules = ruleset_default();
        return !optarg || command_line_ruleset(optarg, &options->rules);
    case 'm':
        options->mode = MODE_DEMO;
        return true;
    case 'h':
        fputs(USAGE, stdout);
        terminal_print_help(stdout);
        command_line_exit();
    case 'v':
        command_line_print_version();
    default:
        return false; /* getopt has complained */
    }
}

static bool read_options(TextUiOptions *options, int argc, char **argv) {
    static const struct option names[] = {
        {"engine", required_argument, NULL, 'e'}, {"dialect", required_argument, NULL, 'd'},
        {"think", required_argument, NULL, 't'},  {"extended", no_argument, NULL, 'x'},
        {"play", optional_argument, NULL, 'p'},   {"transcript", required_argument, NULL, 'r'},
        {"demo", no_argument, NULL, 'm'},         {"help", no_argument, NULL, 'h'},
        {"version", no_argument, NULL, 'v'},      {NULL, 0, NULL, 0}};
    for (int option, i = 0; (option = getopt_long(argc, argv, "", names, &i)) != -1;)
        if (!take_option(options, option, names[i].name))
            return false;
    /* `--play RULESET` as well as `--play=RULESET` */
    if (options->mode == MODE_PLAY && optind == argc - 1)
        return command_line_ruleset(argv[optind], &options->rules);
    return optind == argc || command_line_error("unexpected argument", argv[optind]);
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
        config.dialect = DIALECT_SPRING_2007;
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
