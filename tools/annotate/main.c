/* misere-annotate: annotates a game with an engine, as a web page. */
#include "annotate/page.h"
#include "base/os/atomic_file.h"
#include "base/os/clock.h"
#include "base/os/path.h"
#include "base/os/sibling.h"
#include "base/os/signals.h"
#include "base/os/stream.h"
#include "base/os/terminal.h"
#include "cli/command_line.h"
#include "files/gamefile.h"

#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_MOVETIME_MS = 1000, DEPTH_MAX = 1000, HASH_MAX_MB = 1 << 20, GAME_MAX = 1 << 30 };

static const char USAGE[] =
    "usage: misere-annotate [OPTION]... GAMEFILE [OUT.html]\n"
    "Lets an engine judge every turn of a game, and writes what it thinks as one web page with\n"
    "boards and a graph. GAMEFILE is the course's XML, a 1994 board, PGN or a list of openings,\n"
    "`-` standard input. Without OUT.html the page is written beside the game, its name ending in\n"
    ".html; `-` is standard output.\n"
    "\n"
    "  --game N        which game of the file (default 1)\n"
    "  --ruleset NAME  of a game that does not name it (default 6170-spring-2007)\n"
    "  --movetime MS   time for each position (default 1000, unless depth or nodes are given)\n"
    "  --depth N       depth for each position, in half-moves\n"
    "  --nodes N       nodes for each position\n"
    "  --hash MB       the engine's memory, if it has the option Hash\n"
    "  --engine PATH   the UCI engine; else `misere` beside this program, or in PATH\n"
    "  --title TEXT    the page's title; else the players' names\n"
    "  --quiet         tells no progress on standard error\n"
    "  --help          prints this\n"
    "  --version       prints the version\n"
    "\n"
    "Depth or nodes without a time make the same page of the same game each time. The exit status\n"
    "is 0; 1 if nothing could be written, or the engine failed and positions are not judged; 2 if\n"
    "the command line is wrong.\n"
    "\n"
    "  misere-annotate game.xml                      a second for each position: game.html\n"
    "  misere-annotate --depth 8 game.xml out.html   the same page each time\n"
    "  misere-annotate --game 7 --nodes 50000 match.pgn - >game7.html\n";

typedef struct {
    AnalysisConfig config;
    const Ruleset *rules; /* NULL: the default */
    const char *title;
    const char *path;
    int number;      /* of the game in the file, from 1 */
    const char *out; /* NULL: next to the game */
    bool quiet;
} AnnotateOptions;

/* --- the command line --- */

static bool take_option(AnnotateOptions *options, int option, const char *name) {
    AnalysisConfig *config = &options->config;
    switch (option) {
    case 'm':
        return command_line_number(name, optarg, 1, ANALYSIS_MS_MAX, &config->movetime_ms);
    case 'd':
        return command_line_int(name, optarg, 1, DEPTH_MAX, &config->depth);
    case 'n':
        return command_line_number(name, optarg, 1, INT64_MAX, &config->nodes);
    case 's':
        return command_line_int(name, optarg, 1, HASH_MAX_MB, &config->hash_mb);
    case 'g':
        return command_line_int(name, optarg, 1, GAME_MAX, &options->number);
    case 'r':
        return command_line_ruleset(optarg, &options->rules);
    case 'e':
        config->engine = optarg;
        return true;
    case 't':
        options->title = optarg;
        return true;
    case 'q':
        options->quiet = true;
        return true;
    case 'h':
        command_line_print(USAGE);
    case 'v':
        command_line_print_version();
    default:
        return false; /* getopt has complained */
    }
}

static bool read_options(AnnotateOptions *options, int argc, char **argv) {
    static const struct option names[] = {
        {"movetime", required_argument, NULL, 'm'}, {"depth", required_argument, NULL, 'd'},
        {"nodes", required_argument, NULL, 'n'},    {"hash", required_argument, NULL, 's'},
        {"game", required_argument, NULL, 'g'},     {"ruleset", required_argument, NULL, 'r'},
        {"engine", required_argument, NULL, 'e'},   {"title", required_argument, NULL, 't'},
        {"quiet", no_argument, NULL, 'q'},          {"help", no_argument, NULL, 'h'},
        {"version", no_argument, NULL, 'v'},        {NULL, 0, NULL, 0}};
    for (int option, i = 0; (option = getopt_long(argc, argv, "", names, &i)) != -1;)
        if (!take_option(options, option, names[i].name))
            return false;
    if (optind == argc)
        return command_line_error("which game?", NULL);
    if (argc - optind > 2)
        return command_line_error("unexpected argument", argv[optind + 2]);
    options->path = argv[optind];
    options->out = argv[optind + 1];
    AnalysisConfig *config = &options->config;
    if (!config->depth && !config->nodes && !config->movetime_ms)
        config->movetime_ms = DEFAULT_MOVETIME_MS;
    return true;
}

/* --- output --- */

/* The game's path with its extension replaced by .html; "-" for "-". The caller frees it; NULL if
 * out of memory. */
static char *default_output(const char *game) {
    if (strcmp(game, "-") == 0)
        return strdup("-");
    const char *dot = strrchr(path_base_name(game), '.');
    size_t stem = dot ? (size_t)(dot - game) : strlen(game);
    char *path;
    return asprintf(&path, "%.*s.html", (int)stem, game) < 0 ? NULL : path;
}

static bool write_bytes(const char *path, const char *bytes, size_t size, Error *error) {
    if (strcmp(path, "-") != 0)
        return atomic_file_write(path, bytes, size, error);
    return (fwrite(bytes, 1, size, stdout) == size && fflush(stdout) == 0) ||
           error_set(error, "cannot write to standard output");
}

static bool save_page(const char *path, const Page *page, Error *error) {
    MemoryStream out;
    bool opened = memorystream_open(&out);
    if (opened)
        page_write(out.file, page);
    bool saved = opened && memorystream_close(&out) ? write_bytes(path, out.bytes, out.size, error)
                                                    : error_set(error, "out of memory");
    free(out.bytes);
    return saved;
}

/* --- progress --- */

typedef struct {
    int count;
    int64_t started_ms;
    bool is_quiet;
    bool is_terminal;
} ProgressDisplay;

static void show_progress(void *context, int index) {
    const ProgressDisplay *progress = context;
    if (progress->is_quiet)
        return;
    fprintf(stderr, "%sposition %d of %d", progress->is_terminal ? "\r\033[K" : "", index + 1,
            progress->count);
    if (index > 0) {
        int64_t elapsed_ms = clock_now_ms() - progress->started_ms;
        fprintf(stderr, ", %" PRId64 " s left",
                elapsed_ms * (progress->count - index) / index / 1000);
    }
    fputs(progress->is_terminal ? "" : "\n", stderr);
}

/* --- annotating --- */

typedef struct {
    StoredGame record;
    GamesInfo info;
} LoadedGame;

static bool find_game(Games *games, const AnnotateOptions *options, LoadedGame *loaded,
                      Error *error) {
    for (int number = 1;; number++) {
        GamesResult result = games_next(games, &loaded->record, &loaded->info, error);
        if (result == GAMES_END) {
            error_set(error, "no game %d", options->number);
            return error_wrap(error, "%s", options->path);
        }
        if (number == options->number)
            return result == GAMES_READ;
        if (result == GAMES_READ)
            stored_game_free(&loaded->record);
    }
}

static bool load_game(const AnnotateOptions *options, LoadedGame *loaded, Error *error) {
    Games *games = games_open(options->path, options->rules, error);
    if (!games)
        return false;
    bool found = find_game(games, options, loaded, error);
    games_close(games);
    return found;
}

static bool analyse_game(const AnnotateOptions *options, Annotation *annotation,
                         AnalysisReport *report, Error *error) {
    ProgressDisplay progress = {annotation->count, clock_now_ms(), options->quiet,
                                terminal_is(stderr)};
    bool done = analysis_run(&options->config, annotation, show_progress, &progress, report, error);
    if (progress.is_terminal && !progress.is_quiet)
        fputs("\r\033[K", stderr);
    annotation_mark_turns(annotation);
    return done;
}

static bool annotate(const AnnotateOptions *options, const char *out, const LoadedGame *loaded,
                     Error *error) {
    Annotation annotation;
    AnalysisReport report;
    if (!annotation_init(&annotation, &loaded->record.game, error))
        return false;
    Page page = {&loaded->record,  &loaded->info, &annotation,
                 &options->config, &report,       options->title};
    bool done = analyse_game(options, &annotation, &report, error) && save_page(out, &page, error);
    int missing = annotation_missing(&annotation);
    if (done && missing > 0) {
        *error = report.first_failure;
        done = error_wrap(error, "%d of %d positions could not be analysed", missing,
                          annotation.count);
    }
    annotation_free(&annotation);
    return done;
}

static bool run(const AnnotateOptions *options, const char *out, Error *error) {
    LoadedGame loaded;
    if (strcmp(out, "-") != 0 && path_is_same(options->path, out))
        return error_set_at(error, out, 0, "the page would replace the game");
    if (!load_game(options, &loaded, error))
        return false;
    game_pass_if_forced(&loaded.record.game);
    bool done = annotate(options, out, &loaded, error);
    stored_game_free(&loaded.record);
    return done;
}

int main(int argc, char **argv) {
    char engine_path[PATH_MAX];
    Error error = {"out of memory"};
    AnnotateOptions options = {.config = {.engine = sibling_program_find("misere", engine_path)},
                               .number = 1};
    if (!read_options(&options, argc, argv))
        return 2;
    signals_ignore_file_size();
    gamefile_init();
    char *out = options.out ? strdup(options.out) : default_output(options.path);
    bool done = out && run(&options, out, &error);
    if (!done)
        fprintf(stderr, "misere-annotate: %s\n", error.text);
    free(out);
    gamefile_quit();
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
