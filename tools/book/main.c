/* misere-book: makes opening books of the games in the referee's logs, and shows them. */
#include "base/os/atomic_file.h"
#include "book/collector.h"
#include "book/explore.h"
#include "book/tree.h"
#include "book/weights.h"
#include "cli/command_line.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_PLIES = 20, PLIES_MAX = 200, GAMES_MAX = 1000000, OPENINGS_MAX = 1000000 };

static const char USAGE[] =
    "usage: misere-book --out BOOK [OPTION]... LOG...\n"
    "       misere-book --show BOOK [OPTION]...\n"
    "       misere-book --openings N --ruleset NAME [OPTION]... [LOG...]\n"
    "\n"
    "Makes an opening book of the games in the referee's logs (log.jsonl), of any rulesets, for "
    "the\n"
    "engine's option BookFile; draws one; or says from where to play the games that it lacks.\n"
    "\n"
    "  --out BOOK         writes a book of the half-moves that were played and scored well "
    "enough.\n"
    "                     How well is what the results surely show: many good games count more\n"
    "                     than a few perfect ones. A game that is in the logs twice counts once;\n"
    "                     one that ended by a forfeit or on time does not count\n"
    "  --show BOOK        draws a book: each half-move below the one that it answers, with its "
    "part\n"
    "                     of the weight, its games and its score\n"
    "  --openings N       prints N openings, a line each, for misere-referee --openings: lines "
    "that\n"
    "                     scored well so far, or that are new\n"
    "  --ruleset NAME     only this one\n"
    "  --plies N          how many half-moves of a game count (default 20)\n"
    "  --min-games N      how often a half-move must have been played (default 4)\n"
    "  --min-score P      and what it must have scored, in percent (default 40)\n"
    "  --seed N           for the new ones among the openings (default 1)\n"
    "  --help, --version\n"
    "\n"
    "tools/make-books makes all books of the engine.\n";

typedef enum { MODE_NONE, MODE_OUT, MODE_SHOW, MODE_OPENINGS } BookMode;

typedef struct {
    BookMode mode;
    const char *book;
    int openings;
    const Ruleset *rules; /* NULL: any */
    int plies;
    WeightParams rule;
    uint64_t seed;
    char **logs;
    int log_count;
} BookOptions;

static bool complain(const char *what) {
    fprintf(stderr, "misere-book: %s\n", what);
    return false;
}

/* --- the command line --- */

static bool set_mode(BookOptions *options, BookMode mode) {
    if (options->mode != MODE_NONE)
        return command_line_error("only one of --out, --show and --openings", NULL);
    options->mode = mode;
    options->book = optarg;
    return true;
}

static bool take_option(BookOptions *options, int option, const char *name) {
    int number;
    switch (option) {
    case 'o':
        return set_mode(options, MODE_OUT);
    case 's':
        return set_mode(options, MODE_SHOW);
    case 'n':
        return set_mode(options, MODE_OPENINGS) &&
               command_line_int(name, optarg, 1, OPENINGS_MAX, &options->openings);
    case 'r':
        return command_line_ruleset(optarg, &options->rules);
    case 'p':
        return command_line_int(name, optarg, 1, PLIES_MAX, &options->plies);
    case 'g':
        if (!command_line_int(name, optarg, 1, GAMES_MAX, &number))
            return false;
        options->rule.min_games = (uint32_t)number;
        return true;
    case 'm':
        return command_line_int(name, optarg, 0, 100, &options->rule.min_score);
    case 'd':
        if (!command_line_int(name, optarg, 0, INT32_MAX, &number))
            return false;
        options->seed = (uint64_t)number;
        return true;
    case 'h':
        command_line_print(USAGE);
    case 'v':
        command_line_print_version();
    default:
        return false; /* getopt has complained */
    }
}

static bool read_options(BookOptions *options, int argc, char **argv) {
    static const struct option names[] = {{"out", required_argument, NULL, 'o'},
                                          {"show", required_argument, NULL, 's'},
                                          {"openings", required_argument, NULL, 'n'},
                                          {"ruleset", required_argument, NULL, 'r'},
                                          {"plies", required_argument, NULL, 'p'},
                                          {"min-games", required_argument, NULL, 'g'},
                                          {"min-score", required_argument, NULL, 'm'},
                                          {"seed", required_argument, NULL, 'd'},
                                          {"help", no_argument, NULL, 'h'},
                                          {"version", no_argument, NULL, 'v'},
                                          {NULL, 0, NULL, 0}};
    for (int option, i = 0; (option = getopt_long(argc, argv, "", names, &i)) != -1;)
        if (!take_option(options, option, names[i].name))
            return false;
    options->logs = argv + optind;
    options->log_count = argc - optind;
    switch (options->mode) {
    case MODE_NONE:
        return command_line_error("one of --out, --show and --openings is needed", NULL);
    case MODE_OUT:
        return options->log_count > 0 || command_line_error("--out: which logs?", NULL);
    case MODE_SHOW:
        return options->log_count == 0 ||
               command_line_error("--show: one book, not also", options->logs[0]);
    default:
        return options->rules || command_line_error("--openings: of which --ruleset?", NULL);
    }
}

/* --- the work --- */

static bool collect_logs(const BookOptions *options, GameCollector *collector) {
    Error error;
    for (int i = 0; i < options->log_count; i++)
        if (!collector_add_log(collector, options->logs[i], options->rules, options->plies, &error))
            return complain(error.text);
    return true;
}

static bool make_book(const BookOptions *options, GameCollector *collector) {
    unsigned char *bytes;
    size_t size;
    Error error;
    if (!book_builder_make(&collector->builder, weight_by_score, &options->rule, &bytes, &size,
                           &error))
        return complain(error.text);
    bool written = size > 0 || error_set(&error, "no half-move qualifies for the book");
    written = written && atomic_file_write(options->book, (const char *)bytes, size, &error);
    free(bytes);
    if (!written)
        return complain(error.text);
    fprintf(stderr, "%s: %ld games, %zu half-moves, %zu bytes", options->book, collector->games,
            collector->builder.count, size);
    if (collector->duplicates > 0)
        fprintf(stderr, "; duplicate games: %ld", collector->duplicates);
    if (collector->forfeited > 0)
        fprintf(stderr, "; forfeits and losses on time: %ld", collector->forfeited);
    fputc('\n', stderr);
    return true;
}

static bool print_opening(const Game *game) {
    char *turns = game_turns_text(game, STYLE_UCI);
    if (turns)
        printf("startpos%s%s\n", *turns ? " moves " : "", turns);
    free(turns);
    return turns != NULL;
}

static bool print_openings(const BookOptions *options, GameCollector *collector) {
    uint64_t seed = options->seed;
    for (int i = 0; i < options->openings; i++) {
        Game game;
        if (!explore_opening(&collector->builder, options->rules, options->plies, &seed, &game))
            return complain("out of memory");
        bool printed = print_opening(&game);
        game_free(&game);
        if (!printed)
            return complain("out of memory");
    }
    return true;
}

static bool show_book(const BookOptions *options) {
    Error error;
    Book *book = book_open(options->book, &error);
    long shown = 0;
    if (!book)
        return complain(error.text);
    for (int i = 0; i < ruleset_count() && shown >= 0; i++)
        if (!options->rules || options->rules == ruleset_at(i)) {
            long more = book_tree_print(stdout, book, ruleset_at(i), options->plies);
            shown = more < 0 ? -1 : shown + more;
        }
    book_close(book);
    if (shown == 0)
        return complain("the book has no half-move for the initial position");
    return shown > 0 || complain("out of memory");
}

static bool build(const BookOptions *options) {
    GameCollector collector = {.games = 0};
    bool done = collect_logs(options, &collector) &&
                (options->mode == MODE_OUT ? make_book(options, &collector)
                                           : print_openings(options, &collector));
    collector_free(&collector);
    return done;
}

int main(int argc, char **argv) {
    BookOptions options = {
        .plies = DEFAULT_PLIES, .rule = {.min_games = 4, .min_score = 40}, .seed = 1};
    if (!read_options(&options, argc, argv))
        return 2;
    bool done = options.mode == MODE_SHOW ? show_book(&options) : build(&options);
    if (fflush(stdout) != 0)
        done = complain("cannot write the output");
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
