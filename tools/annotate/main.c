/* misere-annotate: annotates a game with an engine, as a web page or PGN. */
#include "annotate/annotated_pgn.h"
#include "annotate/page.h"
#include "base/os/clock.h"
#include "base/os/output.h"
#include "base/os/path.h"
#include "base/os/sibling.h"
#include "base/os/startup.h"
#include "base/os/stream.h"
#include "base/os/tty.h"
#include "base/text.h"
#include "cli/command_line.h"
#include "files/gamefile.h"
#include "files/games.h"
#include "files/remarks.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_MOVETIME_MS = 1000, DEPTH_MAX = 1000, HASH_MAX_MB = 1 << 20, GAME_MAX = 1 << 30 };

typedef struct {
    AnalysisConfig config;
    const Ruleset *rules; /* NULL: the default */
    const char *title;
    const char *path;
    int number;        /* number of the game in the file, from 1 */
    const char *out;   /* NULL: next to the game */
    const char *board; /* NULL: misere-board.html, if it is there */
    bool diagrams_only;
    bool quiet;
} AnnotateOptions;

/* --- the command line --- */

static const char *const USAGE[] = {"misere-annotate [OPTION]... GAMEFILE [OUT.html|OUT.pgn]",
                                    NULL};

static const char *const DESCRIPTION[] = {
    "Annotates a game: an engine judges every turn, and the result is one web page with diagrams "
    "and a graph, or PGN. Opening turns that the players did not choose are not judged.",
    "GAMEFILE is the XML of MIT's course 6.170, a 1994 board, PGN or a list of openings; - is "
    "standard input. Without OUT.html the page is written next to the game, with the same name "
    "ending in .html; - is standard output. OUT.pgn gets the game with scores, glyphs ($6 dubious, "
    "$2 mistake, $4 blunder) and the engine's lines as variations.",
    "With --depth or --nodes, and without --movetime, the same game gives the same page each time, "
    "unless a search takes ten minutes and is stopped. "
    "The exit status is 0; 1 if nothing could be written, if a turn does not fit and only those "
    "before it are annotated, or if the engine failed and some positions have no score; 2 if the "
    "command line is wrong.",
    NULL};

static const CliOption OPTIONS[] = {
    {"--game", "N", "the number of the game in the file (default 1)",
     CLI_INTO(AnnotateOptions, number), CLI_RANGE(1, GAME_MAX)},
    {"--ruleset", "NAME",
     "the ruleset of a game that does not name one (default: the likeliest that fits it)",
     CLI_INTO(AnnotateOptions, rules)},
    {"--movetime", "MS",
     "milliseconds for each position (default 1000, unless --depth or --nodes is given)",
     CLI_INTO(AnnotateOptions, config.movetime_ms), CLI_RANGE(1, ANALYSIS_MS_MAX)},
    {"--depth", "N", "search depth for each position, in half-moves",
     CLI_INTO(AnnotateOptions, config.depth), CLI_RANGE(1, DEPTH_MAX)},
    {"--nodes", "N", "nodes to search for each position", CLI_INTO(AnnotateOptions, config.nodes),
     CLI_RANGE(1, INT64_MAX)},
    {"--hash", "MB", "size of the engine's hash table, if the engine has the option Hash",
     CLI_INTO(AnnotateOptions, config.hash_mb), CLI_RANGE(1, HASH_MAX_MB)},
    {"--engine", "PATH", "the UCI engine (default: misere in this program's folder or in PATH)",
     CLI_INTO(AnnotateOptions, config.engine)},
    {"--title", "TEXT", "the page's title (default: the players' names)",
     CLI_INTO(AnnotateOptions, title)},
    {"--board", "FILE",
     "the board to show the game on (default: misere-board.html in this program's folder or in "
     "../share/misere, if it is there)",
     CLI_INTO(AnnotateOptions, board)},
    {"--diagrams", NULL, "writes diagrams only, without the board",
     CLI_INTO(AnnotateOptions, diagrams_only)},
    {"--quiet", NULL, "shows nothing on standard error but errors",
     CLI_INTO(AnnotateOptions, quiet)},
    CLI_COMMON_OPTIONS,
    {0}};

static const CliOption EXAMPLES[] = {
    {.name = "misere-annotate game.xml",
     .help = "spends a second on each position and writes game.html"},
    {.name = "misere-annotate --depth 8 game.xml out.html",
     .help = "gives the same page each time"},
    {.name = "misere-annotate game.xml annotated.pgn", .help = "writes PGN for other programs"},
    {.name = "misere-annotate --game 7 --nodes 50000 match.pgn - >game7.html",
     .help = "annotates the seventh game of a file"},
    {0}};

static const CliGroup GROUPS[] = {
    {.heading = "Options", .rows = OPTIONS},
    {.heading = "Examples", .style = CLI_WORDS, .rows = EXAMPLES},
};

static const CliTable TABLE = {USAGE, DESCRIPTION, GROUPS, sizeof GROUPS / sizeof *GROUPS, false};

static bool read_options(AnnotateOptions *options, int argc, char **argv) {
    int count = command_line_read(&TABLE, options, argc, argv);
    if (count < 0)
        return false;
    if (count == 0)
        return command_line_error("GAMEFILE is missing");
    if (count > 2)
        return command_line_error("unexpected argument %s", QUOTE(argv[3]));
    options->path = argv[1];
    options->out = count == 2 ? argv[2] : NULL;
    if (options->out && text_ends_ignoring_case(options->out, ".pgn") &&
        (options->title || options->board || options->diagrams_only))
        return command_line_error("--title, --board and --diagrams are for pages, not for PGN");
    if (options->board && options->diagrams_only)
        return command_line_error("--diagrams leaves out the board that --board names");
    AnalysisConfig *config = &options->config;
    if (!config->depth && !config->nodes && !config->movetime_ms)
        config->movetime_ms = DEFAULT_MOVETIME_MS;
    return true;
}

/* --- writing the output --- */

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

/* Writes PGN if the path ends in .pgn, else the page. */
static bool save(const char *path, StoredGame *stored, const Page *page, Error *error) {
    MemoryStream out;
    if (!memory_stream_open(&out))
        return error_set(error, "out of memory");
    bool done = text_ends_ignoring_case(path, ".pgn")
                    ? annotated_pgn_write(out.file, stored, page->annotation, error)
                    : page_write(out.file, page, error);
    if (!memory_stream_close(&out))
        done = error_set(error, "out of memory");
    done = done && output_write(path, out.bytes, out.size, error);
    free(out.bytes);
    return done;
}

/* --- reading the board --- */

/* Looks for the board where `make board` and `make install` put it. Returns NULL if there is none.
 */
static const char *find_board(char path[PATH_MAX + 64]) {
    static const char *const PLACES[] = {"misere-board.html", "../share/misere/misere-board.html"};
    char folder[PATH_MAX];
    if (!sibling_own_folder(folder))
        return NULL;
    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++) {
        snprintf(path, PATH_MAX + 64, "%s%s", folder, PLACES[i]);
        if (path_exists(path))
            return path;
    }
    return NULL;
}

/* Reads the board. Without --board, and with --diagrams, the page may have none. */
static bool read_board(const AnnotateOptions *options, ViewerBoard *board, Error *error) {
    char path[PATH_MAX + 64];
    const char *found = options->board ? options->board : find_board(path);
    return options->diagrams_only || !found || viewer_board_read(board, found, error);
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

static bool analyse_game(const AnnotateOptions *options, Annotation *annotation,
                         AnalysisReport *report, Error *error) {
    ProgressDisplay progress = {annotation->count, clock_now_ms(), options->quiet, tty_is(stderr)};
    bool done = analysis_run(&options->config, annotation, show_progress, &progress, report, error);
    if (progress.is_terminal && !progress.is_quiet)
        fputs("\r\033[K", stderr);
    return done && (annotation_mark_turns(annotation) || error_set(error, "out of memory"));
}

/* The board cannot show a game that begins in the middle of a turn; its page has diagrams only. */
static bool can_show(const ViewerBoard *board, const StoredGame *loaded) {
    return board->text && position_begins_turn(&loaded->game.start);
}

/* Says that the file has been written, and what PGN cannot keep. */
static void show_written(const char *out, const StoredGame *stored) {
    char losses[LOSSES_TEXT_SIZE] = "";
    if (text_ends_ignoring_case(out, ".pgn"))
        losses_explain(losses_find(LOSSES_PGN, stored), losses);
    fprintf(stderr, "written: %s%s\n", out, losses);
}

static bool annotate(const AnnotateOptions *options, const char *out, StoredGame *loaded,
                     const ViewerBoard *board, Error *error) {
    Annotation annotation;
    AnalysisReport report;
    if (!annotation_init(&annotation, &loaded->game, loaded->opening_turns, error))
        return false;
    Page page = {.stored = loaded,
                 .annotation = &annotation,
                 .config = &options->config,
                 .report = &report,
                 .title = options->title,
                 .board = can_show(board, loaded) ? board : NULL};
    bool done =
        analyse_game(options, &annotation, &report, error) && save(out, loaded, &page, error);
    if (done && !options->quiet && !output_is_standard(out))
        show_written(out, loaded);
    int missing = annotation_missing(&annotation);
    if (done && missing > 0) {
        *error = report.first_failure;
        done = error_wrap(error, "%d of %d positions could not be analysed", missing,
                          annotation.count);
    }
    annotation_free(&annotation);
    return done;
}

static void remark(void *context, const char *text) {
    (void)context;
    command_line_report(text);
}

static void show_remarks(const AnnotateOptions *options, const StoredGame *loaded) {
    Remarks remarks = {0};
    if (options->quiet)
        return;
    remarks_add_game(&remarks, loaded);
    remarks_print(&remarks, options->path, remark, NULL);
    remarks_free(&remarks);
}

static bool run(const AnnotateOptions *options, const char *out, Error *error) {
    StoredGame loaded;
    Error cut = {.text = ""};
    if (!output_is_standard(out) && path_is_same(options->path, out))
        return error_set_at(error, out, 0, "the output would overwrite the game");
    ViewerBoard board = {0};
    if (!read_board(options, &board, error))
        return false;
    bool done = output_check(out, error) && games_load_part(options->path, options->rules,
                                                            options->number, &loaded, &cut, error);
    if (done) {
        show_remarks(options, &loaded);
        done = game_play_forced_pass(&loaded.game, error) &&
               annotate(options, out, &loaded, &board, error);
        stored_game_free(&loaded);
    }
    viewer_board_free(&board);
    if (done && *cut.text)
        return error_set(error, "%s; only the turns before it are annotated", cut.text);
    return done;
}

int main(int argc, char **argv) {
    char engine_path[PATH_MAX];
    Error error = {.text = "out of memory"};
    AnnotateOptions options = {.config = {.engine = sibling_program_find("misere", engine_path)},
                               .number = 1};
    startup_init();
    if (!read_options(&options, argc, argv))
        return 2;
    bool is_ready = gamefile_init();
    char *out = options.out ? strdup(options.out) : default_output(options.path);
    bool done = is_ready && out && run(&options, out, &error);
    if (!done)
        command_line_report(error.text);
    free(out);
    if (is_ready)
        gamefile_quit();
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
