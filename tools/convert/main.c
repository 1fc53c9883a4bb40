/* misere-convert: games from files into files of another format. */
#include "base/os/path.h"
#include "base/os/signals.h"
#include "cli/command_line.h"
#include "convert/convert.h"
#include "files/gamefile.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_PLIES = 20, PLIES_MAX = 10000, MIN_GAMES_MAX = 1000000000 };

static const char USAGE[] =
    "usage: misere-convert [OPTION]... IN... OUT\n"
    "Converts games and positions between formats.\n"
    "\n"
    "  IN   a file, a folder (with all that is in it), or - for standard input. Formats are told\n"
    "       by what is in the files: the course's XML, 1994 boards, PGN, or a list with one\n"
    "       position or opening a line ([RULESET] FEN|startpos [moves TURN...])\n"
    "  OUT  a file, whose ending tells the format, or - for standard output, with --to; or, with\n"
    "       --to, a folder, which is made if it is not there\n"
    "\n"
    "  .xml   the course's format, one game a file\n"
    "  .1994  the board of the Spring 1994 handout: one position of 6170-spring-1994\n"
    "  .fen   the last position of each game, a line each, with the ruleset's name unless it is\n"
    "         that of --ruleset\n"
    "  .pgn   games with moves in coordinates; PGN as others write it can be read\n"
    "  .bin   an opening book of what was played: weights are 2 for a win, 1 for a draw\n"
    "\n"
    "  --to FORMAT      xml, 1994, fen, pgn or bin\n"
    "  --ruleset NAME   of games that do not say which (default 6170-spring-2007)\n"
    "  --plies N        how many half-moves of a game a book gets (default 20)\n"
    "  --min-games N    how often a half-move must have been played to get there (default 1)\n"
    "  --help           prints this\n"
    "  --version        prints the version\n"
    "\n"
    "Examples:\n"
    "  misere-convert saved.xml game.pgn\n"
    "  misere-convert --to xml tournament.pgn games/     one file for each game\n"
    "  misere-convert --ruleset losers --plies 16 --min-games 3 games/ losers.bin\n"
    "  misere-convert --to fen saved.xml -\n"
    "\n"
    "A game that is wrong is named on standard error; the others are converted all the same, and\n"
    "the exit status is 1. A file appears whole or not at all, and never over an input.\n";

/* --- options --- */

/* The format of that name; CONVERT_FORMATS if there is none. */
static ConvertFormat find_format(const char *name) {
    int format = 0;
    while (format < CONVERT_FORMATS && strcmp(convert_format_name((ConvertFormat)format), name))
        format++;
    return (ConvertFormat)format;
}

static bool take_option(ConvertOptions *options, int option, const char *name) {
    int count;
    switch (option) {
    case 't':
        options->format = find_format(optarg);
        return options->format != CONVERT_FORMATS || command_line_error("unknown format", optarg);
    case 'r':
        return command_line_ruleset(optarg, &options->rules);
    case 'p':
        return command_line_int(name, optarg, 1, PLIES_MAX, &options->plies);
    case 'm':
        if (!command_line_int(name, optarg, 1, MIN_GAMES_MAX, &count))
            return false;
        options->min_games = (unsigned)count;
        return true;
    case 'h':
        command_line_print(USAGE);
    case 'v':
        command_line_print_version();
    default:
        return false; /* getopt has complained */
    }
}

static bool read_options(ConvertOptions *options, int argc, char **argv) {
    static const struct option names[] = {{"to", required_argument, NULL, 't'},
                                          {"ruleset", required_argument, NULL, 'r'},
                                          {"plies", required_argument, NULL, 'p'},
                                          {"min-games", required_argument, NULL, 'm'},
                                          {"help", no_argument, NULL, 'h'},
                                          {"version", no_argument, NULL, 'v'},
                                          {NULL, 0, NULL, 0}};
    for (int option, i = 0; (option = getopt_long(argc, argv, "", names, &i)) != -1;)
        if (!take_option(options, option, names[i].name))
            return false;
    if (optind + 2 > argc)
        return command_line_error("an input and an output are needed", NULL);
    options->out = argv[argc - 1];
    return true;
}

/* --- where it goes --- */

static ConvertFormat format_of_extension(const char *path) {
    const char *dot = strrchr(path_base_name(path), '.');
    return dot ? find_format(dot + 1) : CONVERT_FORMATS;
}

/* Decides whether OUT is a folder, and which format it gets. */
static bool decide_output(ConvertOptions *options) {
    PathInfo info;
    const char *out = options->out;
    bool exists = path_info(out, &info);
    bool is_folder = exists && info.kind == PATH_FOLDER;
    bool is_to_given = options->format != CONVERT_FORMATS;
    ConvertFormat extension = format_of_extension(out);
    options->to_folder =
        is_folder || path_ends_as_folder(out) ||
        (is_to_given && !exists && extension == CONVERT_FORMATS && strcmp(out, "-") != 0);
    if (!is_to_given && !options->to_folder)
        options->format = extension;
    if (options->format == CONVERT_FORMATS)
        return command_line_error("--to must tell the format of", out);
    if (!options->to_folder && extension != CONVERT_FORMATS && extension != options->format)
        return command_line_error("--to contradicts the ending of", out);
    return true;
}

static bool collect(ConvertInputs *inputs, const ConvertOptions *options, char **first,
                    char **last) {
    Error error;
    for (char **path = first; path < last; path++)
        if (!convert_inputs_add(inputs, *path, &error)) {
            fprintf(stderr, "misere-convert: %s\n", error.text);
            return false;
        }
    if (!convert_inputs_complete(inputs))
        return command_line_error("out of memory for", *first);
    return options->to_folder || !convert_inputs_has(inputs, options->out) ||
           command_line_error("this is one of the inputs:", options->out);
}

int main(int argc, char **argv) {
    ConvertOptions options = {.format = CONVERT_FORMATS,
                              .rules = ruleset_default(),
                              .plies = DEFAULT_PLIES,
                              .min_games = 1};
    ConvertInputs inputs = {.files = NULL};
    if (!read_options(&options, argc, argv) || !decide_output(&options))
        return 2;
    signals_ignore_file_size();
    gamefile_init();
    int status = 2;
    if (collect(&inputs, &options, argv + optind, argv + argc - 1))
        status = convert_run(&options, &inputs) ? EXIT_SUCCESS : EXIT_FAILURE;
    convert_inputs_free(&inputs);
    gamefile_quit();
    return status;
}
