/* misere-convert: converts games between file formats. */
#include "base/os/output.h"
#include "base/os/path.h"
#include "base/os/startup.h"
#include "base/text.h"
#include "cli/command_line.h"
#include "convert/convert.h"
#include "files/gamefile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- options --- */

static const char *const USAGE[] = {"misere-convert [OPTION]... IN... OUT", NULL};

static const char *const DESCRIPTION[] = {
    "Converts games and positions between formats.",
    "IN is a file, a folder (with everything in it), or - for standard input. Formats are "
    "recognised by content: the XML of MIT's course 6.170, 1994 boards, PGN, or a list with one "
    "position or opening per line ([RULESET] FEN|startpos [moves TURN...]).",
    "OUT is a file, whose extension gives the format; with --to it may also be - for standard "
    "output, or a folder, which is created if needed.",
    "A bad game is reported on standard error and the others are converted; the exit status is "
    "then 1. A file is written whole or not at all, and never over an input.",
    NULL};

static const CliOption FORMATS[] = {
    {.name = ".xml", .help = "the course's format, one game per file"},
    {.name = ".1994",
     .help = "the board of the Spring 1994 handout: one position of 6170-spring-1994"},
    {.name = ".fen",
     .help = "the last position of each game, one per line, with the ruleset's name unless it is "
             "that of --ruleset (default 6170-spring-2007)"},
    {.name = ".pgn",
     .help = "games with moves in standard algebraic notation; as input, PGN from other programs "
             "works as well"},
    {0}};

static const CliOption OPTIONS[] = {
    {"--to", "FORMAT", "xml, 1994, fen or pgn", CLI_INTO(ConvertOptions, format),
     .choices = CONVERT_FORMAT_NAMES},
    {"--ruleset", "NAME",
     "the ruleset of games that do not name one (default: the likeliest that fits the game)",
     CLI_INTO(ConvertOptions, rules)},
    {"--coordinates", NULL, "in PGN, writes moves as e2e4 instead of e4",
     CLI_INTO(ConvertOptions, coordinates)},
    CLI_COMMON_OPTIONS,
    {0}};

static const CliOption EXAMPLES[] = {
    {.name = "misere-convert saved.xml game.pgn", .help = "converts a game to PGN"},
    {.name = "misere-convert --to xml tournament.pgn games/",
     .help = "writes one file for each game"},
    {.name = "misere-convert --to fen saved.xml -", .help = "prints the last position"},
    {0}};

static const CliGroup GROUPS[] = {
    {.heading = "Formats", .style = CLI_WORDS, .rows = FORMATS},
    {.heading = "Options", .rows = OPTIONS},
    {.heading = "Examples", .style = CLI_WORDS, .rows = EXAMPLES},
};

static const CliTable TABLE = {USAGE, DESCRIPTION, GROUPS, sizeof GROUPS / sizeof *GROUPS, false};

/* --- the output's path and format --- */

/* CONVERT_FORMATS if the path has no known extension. */
static ConvertFormat format_of_extension(const char *path) {
    const char *dot = strrchr(path_base_name(path), '.');
    int format = dot ? 0 : CONVERT_FORMATS;
    while (format < CONVERT_FORMATS &&
           !text_equal_ignoring_case(CONVERT_FORMAT_NAMES[format], dot + 1))
        format++;
    return (ConvertFormat)format;
}

/* Decides whether OUT is a folder, and which format to write. */
static bool decide_output(ConvertOptions *options) {
    PathInfo info;
    const char *out = options->out;
    bool exists = path_info(out, &info);
    bool is_folder = exists && info.kind == PATH_FOLDER;
    bool is_to_given = options->format != CONVERT_FORMATS;
    ConvertFormat extension = format_of_extension(out);
    options->to_folder =
        is_folder || path_ends_as_folder(out) ||
        (is_to_given && !exists && extension == CONVERT_FORMATS && !output_is_standard(out));
    if (!is_to_given && !options->to_folder)
        options->format = extension;
    if (options->format == CONVERT_FORMATS)
        return command_line_error("%s: --to is needed to choose a format", QUOTE(out));
    if (options->coordinates && options->format != CONVERT_PGN)
        return command_line_error("--coordinates is for PGN");
    if (!options->to_folder && extension != CONVERT_FORMATS && extension != options->format)
        return command_line_error("%s: the extension does not match --to %s", QUOTE(out),
                                  CONVERT_FORMAT_NAMES[options->format]);
    return true;
}

static bool collect_inputs(ConvertInputs *inputs, const ConvertOptions *options, int count,
                           char **paths) {
    Error error;
    for (int i = 0; i < count; i++)
        if (!convert_inputs_add(inputs, paths[i], &error))
            return command_line_report(error.text);
    if (!convert_inputs_complete(inputs))
        return command_line_report("out of memory");
    return options->to_folder || !convert_inputs_has(inputs, options->out) ||
           command_line_error("%s is one of the inputs", QUOTE(options->out));
}

int main(int argc, char **argv) {
    ConvertOptions options = {.format = CONVERT_FORMATS};
    ConvertInputs inputs = {.files = NULL};
    startup_init();
    int count = command_line_read(&TABLE, &options, argc, argv);
    if (count >= 0 && count < 2)
        command_line_error("an input and an output are needed");
    if (count < 2)
        return 2;
    options.out = argv[count];
    if (!decide_output(&options))
        return 2;
    int status = 2;
    if (!gamefile_init()) {
        command_line_report("out of memory");
        return EXIT_FAILURE;
    }
    if (collect_inputs(&inputs, &options, count - 1, argv + 1))
        status = convert_run(&options, &inputs) ? EXIT_SUCCESS : EXIT_FAILURE;
    convert_inputs_free(&inputs);
    gamefile_quit();
    return status;
}
