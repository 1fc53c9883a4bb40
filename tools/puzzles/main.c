/* misere-puzzles: makes puzzles, "find the forced win", from games. */
#include "base/os/directory.h"
#include "base/os/startup.h"
#include "batch/team.h"
#include "cli/command_line.h"
#include "files/gamefile.h"
#include "puzzles/collection.h"
#include "puzzles/selection.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT_MAX = 100000, NODES_MAX = 1000000 /* the prover's capacity is not much larger */ };

typedef struct {
    const char *out;
    const Ruleset *rules; /* NULL: not named */
    int count, threads;
    PuzzleLimits limits;
} PuzzleOptions;

static const char *const USAGE[] = {"misere-puzzles [OPTION]... FILE...", NULL};

static const char *const DESCRIPTION[] = {
    "Makes puzzles from games, whatever their rulesets: positions in which the player to move can "
    "force a win, but with one turn only.",
    "A FILE is a referee's log (log.jsonl), PGN, XML, a 1994 board or a list with an opening or a "
    "position on each line; - is standard input. Games that cannot be read are reported and "
    "skipped; a log must be whole.",
    "Writes FOLDER/FAMILY.json for each family of rulesets in the games, with one puzzle per line. "
    "The same files and options give the same puzzles, whatever the number of threads. If it is "
    "interrupted, the same command continues: meanwhile what it has found out is in "
    "FOLDER/puzzles.part.",
    NULL};

static const CliOption OPTIONS[] = {
    {"--out", "FOLDER", "where to write the files (default puzzles)", CLI_INTO(PuzzleOptions, out)},
    {"--count", "N", "at most this many puzzles of each family (default 60)",
     CLI_INTO(PuzzleOptions, count), CLI_RANGE(1, COUNT_MAX)},
    {"--longest", "N", "the greatest number of turns to the win (default 8)",
     CLI_INTO(PuzzleOptions, limits.longest), CLI_RANGE(1, PUZZLE_LENGTH_MAX)},
    {"--nodes", "N", "nodes for finding a win in a position (default 20000)",
     CLI_INTO(PuzzleOptions, limits.find_nodes), CLI_RANGE(1, NODES_MAX)},
    {"--refute-nodes", "N",
     "nodes for proving that another turn does not win, and how long the win takes (default "
     "100000; at least those of --nodes are used)",
     CLI_INTO(PuzzleOptions, limits.refute_nodes), CLI_RANGE(1, NODES_MAX)},
    {"--ruleset", "NAME",
     "the ruleset of games that do not name one (default: the likeliest that fits the game)",
     CLI_INTO(PuzzleOptions, rules)},
    {"--threads", "N", "search threads (default 1)", CLI_INTO(PuzzleOptions, threads),
     CLI_RANGE(1, TEAM_THREADS_MAX)},
    CLI_COMMON_OPTIONS,
    {0}};

static const CliOption EXAMPLES[] = {
    {.name = "misere-puzzles --out puzzles games/log.jsonl", .help = "makes puzzles of the games"},
    {.name = "misere-puzzles --ruleset losers lichess.pgn", .help = "the same with games in PGN"},
    {0}};

static const CliGroup GROUPS[] = {
    {.heading = "Options", .rows = OPTIONS},
    {.heading = "Examples", .style = CLI_WORDS, .rows = EXAMPLES},
};

static const CliTable TABLE = {USAGE, DESCRIPTION, GROUPS, sizeof GROUPS / sizeof *GROUPS, false};

static bool read_options(PuzzleOptions *options, int argc, char **argv, int *file_count) {
    *file_count = command_line_read(&TABLE, options, argc, argv);
    if (*file_count == 0)
        command_line_error("a FILE is needed");
    if (options->limits.refute_nodes < options->limits.find_nodes)
        options->limits.refute_nodes = options->limits.find_nodes;
    return *file_count > 0;
}

static void say(const char *text) {
    command_line_report(text);
}

static bool read_files(PositionList *list, const PuzzleOptions *options, char **paths, int count) {
    Error error;
    for (int i = 0; i < count; i++)
        if (!positions_add_file(list, paths[i], options->rules, say, &error))
            return command_line_report(error.text);
    return list->count > 0 || command_line_report("the games have no positions");
}

static int count_family(const FoundPuzzles *found, Family family) {
    int count = 0;
    for (int i = 0; i < found->count; i++)
        count += found->puzzles[i].puzzle.start.rules->family == family;
    return count;
}

static bool write_family(const PuzzleOptions *options, const FoundPuzzles *found, Family family) {
    FoundPuzzles chosen;
    Error error;
    int count = count_family(found, family);
    if (count == 0)
        return true;
    bool written = selection_make(&chosen, found, family, options->count)
                       ? collection_write(options->out, family, &chosen, &error)
                       : error_set(&error, "out of memory");
    if (written)
        fprintf(stderr, "%s/%s.json: %d of %d puzzles\n", options->out, ruleset_family_name(family),
                chosen.count, count);
    free(chosen.puzzles);
    return written || command_line_report(error.text);
}

/* Called before the long search, so that an unusable folder is reported at once. */
static bool make_folder(const char *path) {
    Error error;
    return directory_create_all(path, &error) || command_line_report(error.text);
}

static bool has_family(const PositionList *list, Family family) {
    for (int i = 0; i < list->count; i++)
        if (list->positions[i].pos.rules->family == family)
            return true;
    return false;
}

/* Called before the long search, like make_folder. */
static bool check_files(const char *folder, const PositionList *list) {
    Error error;
    for (int family = 0; family < FAMILIES; family++)
        if (has_family(list, (Family)family) && !collection_check(folder, (Family)family, &error))
            return command_line_report(error.text);
    return true;
}

/* Writes the puzzles of all families. */
static bool write_files(const PuzzleOptions *options, const FoundPuzzles *found) {
    bool written = found->count > 0 || command_line_report("no puzzles found in the games");
    for (int family = 0; written && family < FAMILIES; family++)
        written = write_family(options, found, (Family)family);
    return written;
}

static bool make_puzzles(const PuzzleOptions *options, const PositionList *list) {
    FoundPuzzles found = {0};
    JobFile kept;
    Error error;
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/puzzles", options->out); /* check_files: it is not too long */
    if (!finder_open_file(&kept, path, list, &options->limits, &error))
        return command_line_report(error.text);
    if (kept.done > 0)
        fprintf(stderr, "continuing after %" PRIu64 " of %d positions\n", kept.done, list->count);
    bool done = finder_run(&found, list, &options->limits, options->threads, &kept, &error) ||
                command_line_report(error.text);
    bool written = done && write_files(options, &found);
    if (written || (done && found.count == 0))
        job_file_remove(&kept);
    job_file_close(&kept);
    free(found.puzzles);
    return written;
}

int main(int argc, char **argv) {
    PuzzleOptions options = {
        .out = "puzzles", .count = 60, .threads = 1, .limits = PUZZLE_LIMITS_DEFAULT};
    PositionList list = {0};
    int file_count;
    startup_init();
    if (!read_options(&options, argc, argv, &file_count))
        return 2;
    bool done = (gamefile_init() || command_line_report("out of memory")) &&
                read_files(&list, &options, argv + 1, file_count) && make_folder(options.out) &&
                check_files(options.out, &list) && make_puzzles(&options, &list);
    gamefile_quit();
    positions_free(&list);
    return command_line_status(done ? EXIT_SUCCESS : EXIT_FAILURE);
}
