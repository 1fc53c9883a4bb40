/* misere-book: makes opening books from games, and shows books. */
#include "base/hash.h"
#include "base/os/atomic_file.h"
#include "base/os/output.h"
#include "base/os/startup.h"
#include "book/book_weights.h"
#include "book/collector.h"
#include "book/explore.h"
#include "book/proven.h"
#include "book/prune.h"
#include "book/tree.h"
#include "cli/command_line.h"
#include "files/gamefile.h"
#include "search/proof/prover.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_PLIES = 20, PLIES_MAX = 200, GAMES_MAX = 1000000, OPENINGS_MAX = 1000000 };

enum { NODES_DEFAULT = 300000, MARGIN_MAX = 1000 };

typedef enum { MODE_NONE, MODE_OUT, MODE_SHOW, MODE_OPENINGS, MODE_PRUNE, MODE_PROVEN } BookMode;

typedef struct {
    CliGiven given;
    BookMode mode;
    const char *mode_name; /* the option that chooses it */
    const char *book;
    int openings;
    const Ruleset *rules; /* NULL: any */
    int plies;
    bool with_replies;
    WeightParams rule;
    uint64_t seed;
    PruneParams prune;
    char **files;
    int file_count;
} BookOptions;

/* --- the command line --- */

static bool set_mode(void *settings, const CliValues *values, Error *error) {
    BookOptions *options = settings;
    if (options->mode != MODE_NONE)
        return error_set(
            error, "only one of --out, --show, --openings, --prune and --proven can be given");
    options->mode = (BookMode)values->option->tag;
    options->mode_name = values->option->name;
    return true;
}

static const char *const USAGE[] = {"misere-book --out BOOK [OPTION]... FILE...",
                                    "misere-book --show BOOK [OPTION]...",
                                    "misere-book --openings N --ruleset NAME [OPTION]... [FILE...]",
                                    "misere-book --prune BOOK [OPTION]...",
                                    "misere-book --proven BOOK [OPTION]... PROOF...",
                                    NULL};

static const char *const DESCRIPTION[] = {
    "Makes an opening book for the engine's option BookFile from games, whatever their rulesets; "
    "shows a book; suggests openings for further games; removes from a book what is proven to "
    "lose; or adds what is proven to win.",
    "A FILE is a referee's log (log.jsonl), PGN, XML, a 1994 board or a list; - is standard input. "
    "Games that cannot be read are reported and skipped; a log must be whole.",
    "A half-move's score is the lower end of Wilson's confidence interval, so many good games "
    "count more than a few perfect ones. A game that is there several times counts once. Games "
    "that "
    "ended by a forfeit or on time do not count; resignations and adjudications do.",
    NULL};

static const CliOption MODES[] = {
    {"--out", "BOOK",
     "writes a book of the half-moves that were played often enough and scored well; - means "
     "standard output",
     CLI_INTO(BookOptions, book), .take = set_mode, .tag = MODE_OUT},
    {"--show", "BOOK",
     "shows a book: under each half-move its replies, with their share of the weight, games and "
     "score",
     CLI_INTO(BookOptions, book), .take = set_mode, .tag = MODE_SHOW},
    {"--openings", "N",
     "prints N openings, one per line, for misere-referee --openings: lines that have scored well "
     "so far, or new ones",
     CLI_INTO(BookOptions, openings), CLI_RANGE(1, OPENINGS_MAX), .take = set_mode,
     .tag = MODE_OPENINGS},
    {"--prune", "BOOK",
     "removes from a book each half-move after which the opponent can force a win, and prints it; "
     "if it is interrupted, the same command continues, with what is in BOOK.part",
     CLI_INTO(BookOptions, book), .take = set_mode, .tag = MODE_PRUNE},
    {"--proven", "BOOK",
     "makes a book play only the winning half-move wherever a PROOF, a file of compact proofs, has "
     "one",
     CLI_INTO(BookOptions, book), .take = set_mode, .tag = MODE_PROVEN},
    {0}};

#define INTO(member) CLI_INTO(BookOptions, member), .take = cli_note

static const CliOption OUT_OPTIONS[] = {
    {"--ruleset", "NAME", "all games must be of this ruleset, also those that name none",
     INTO(rules)},
    {"--plies", "N", "half-moves to use from each game (default 20)", INTO(plies),
     CLI_RANGE(1, PLIES_MAX)},
    {"--min-games", "N", "leaves out half-moves that were played in fewer than N games (default 4)",
     INTO(rule.min_games), CLI_RANGE(1, GAMES_MAX)},
    {"--min-score", "P", "leaves out half-moves that scored less than P percent (default 40)",
     INTO(rule.min_score), CLI_RANGE(0, 100)},
    {0}};

static const CliOption SHOW_OPTIONS[] = {
    {"--ruleset", "NAME", "shows only this ruleset", INTO(rules)},
    {"--plies", "N", "half-moves to show (default 20)", INTO(plies), CLI_RANGE(1, PLIES_MAX)},
    {"--replies", NULL, "also shows half-moves that the book does not play but has an answer to",
     INTO(with_replies)},
    {0}};

static const CliOption OPENINGS_OPTIONS[] = {
    {"--ruleset", "NAME", "the ruleset of the openings and of the games", INTO(rules)},
    {"--plies", "N", "half-moves of an opening, at most (default 20)", INTO(plies),
     CLI_RANGE(1, PLIES_MAX)},
    {"--seed", "N", "seed for choosing new openings (default 1)", INTO(seed),
     CLI_RANGE(0, INT32_MAX)},
    {0}};

static const CliOption PRUNE_OPTIONS[] = {
    {"--ruleset", "NAME", "prunes only this ruleset", INTO(rules)},
    {"--nodes", "N", "nodes of each search (default 300000); four times as many for the best turn",
     INTO(prune.nodes), CLI_RANGE(1, PROVER_CAPACITY_DEFAULT)},
    {"--margin", "CP",
     "also removes half-moves that a search finds worse than the best one by more than CP "
     "centipawns, and adds the best one",
     INTO(prune.margin), CLI_RANGE(1, MARGIN_MAX)},
    {0}};

static const CliOption PROVEN_OPTIONS[] = {
    {"--plies", "N", "how far to follow the proofs, in half-moves of the game (default 20)",
     INTO(plies), CLI_RANGE(1, PLIES_MAX)},
    {0}};

static const CliOption COMMON_OPTIONS[] = {CLI_COMMON_OPTIONS, {0}};

/* The options of each mode. */
static const CliOption *const OPTIONS[] = {[MODE_OUT] = OUT_OPTIONS,
                                           [MODE_SHOW] = SHOW_OPTIONS,
                                           [MODE_OPENINGS] = OPENINGS_OPTIONS,
                                           [MODE_PRUNE] = PRUNE_OPTIONS,
                                           [MODE_PROVEN] = PROVEN_OPTIONS};

static const CliOption EXAMPLES[] = {
    {.name = "misere-book --out losers.bin --ruleset losers games/log.jsonl",
     .help = "makes a book from the games in one log"},
    {.name = "misere-book --show losers.bin --plies 3",
     .help = "shows the first three half-moves of a book"},
    {.name = "misere-book --proven non-royal.bin --plies 6 docs/solved/antichess.mpf",
     .help = "makes a book play what is proven to win"},
    {.name = "misere-book --openings 50 --ruleset losers games/log.jsonl >openings.txt",
     .help = "suggests openings for the next games"},
    {0}};

static const CliGroup GROUPS[] = {
    {.heading = "What to do (one of these)", .rows = MODES},
    {.heading = "Options of --out", .rows = OUT_OPTIONS},
    {.heading = "Options of --show", .rows = SHOW_OPTIONS},
    {.heading = "Options of --openings", .rows = OPENINGS_OPTIONS},
    {.heading = "Options of --prune", .rows = PRUNE_OPTIONS},
    {.heading = "Options of --proven", .rows = PROVEN_OPTIONS},
    {.heading = "Other options", .rows = COMMON_OPTIONS},
    {.heading = "Examples", .style = CLI_WORDS, .rows = EXAMPLES},
};

static const CliTable TABLE = {USAGE, DESCRIPTION, GROUPS, sizeof GROUPS / sizeof *GROUPS, false};

static bool read_options(BookOptions *options, int argc, char **argv) {
    options->file_count = command_line_read(&TABLE, options, argc, argv);
    options->files = argv + 1;
    if (options->file_count < 0)
        return false;
    if (options->mode == MODE_NONE)
        return command_line_error(
            "one of --out, --show, --openings, --prune and --proven is needed");
    if (!command_line_check(&options->given, options->mode_name, OPTIONS[options->mode]))
        return false;
    switch (options->mode) {
    case MODE_OUT:
        return options->file_count > 0 || command_line_error("--out needs a FILE");
    case MODE_PROVEN:
        return options->file_count > 0 || command_line_error("--proven needs a PROOF");
    case MODE_SHOW:
    case MODE_PRUNE:
        return options->file_count == 0 ||
               command_line_error("unexpected argument %s", QUOTE(options->files[0]));
    default:
        return options->rules || command_line_error("--openings needs --ruleset");
    }
}

/* --- making and showing books --- */

static void say(const char *text) {
    command_line_report(text);
}

static bool collect_games(const BookOptions *options, GameCollector *collector) {
    Error error;
    for (int i = 0; i < options->file_count; i++)
        if (!collector_add_file(collector, options->files[i], options->rules, options->plies, say,
                                &error))
            return command_line_report(error.text);
    return true;
}

static bool make_book(const BookOptions *options, GameCollector *collector) {
    unsigned char *bytes;
    size_t size;
    Error error;
    if (!book_builder_make(&collector->builder, weight_by_score, &options->rule, &bytes, &size,
                           &error))
        return command_line_report(error.text);
    bool written = size == 0 || output_write(options->book, (const char *)bytes, size, &error);
    free(bytes);
    if (!written)
        return command_line_report(error.text);
    fprintf(stderr, "%s: %ld games, %zu half-moves, %zu bytes", output_name(options->book),
            collector->games, collector->builder.count, size);
    if (collector->duplicates > 0)
        fprintf(stderr, "; duplicate games: %ld", collector->duplicates);
    if (collector->not_by_play > 0)
        fprintf(stderr, "; forfeits, losses on time, unexplained results: %ld",
                collector->not_by_play);
    if (collector->undecided > 0)
        fprintf(stderr, "; games without a result: %ld", collector->undecided);
    fputc('\n', stderr);
    return size > 0 ||
           command_line_report("no half-move qualifies for the book: it is not written");
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
            return command_line_report("out of memory");
        bool printed = print_opening(&game);
        game_free(&game);
        if (!printed)
            return command_line_report("out of memory");
    }
    return true;
}

static bool show_book(const BookOptions *options) {
    Error error;
    Book *book = book_open(options->book, &error);
    long shown = 0;
    if (!book)
        return command_line_report(error.text);
    for (int i = 0; i < ruleset_count() && shown >= 0; i++)
        if (!options->rules || options->rules == ruleset_at(i)) {
            long more =
                book_tree_print(stdout, book, ruleset_at(i), options->plies, options->with_replies);
            shown = more < 0 ? -1 : shown + more;
        }
    book_close(book);
    if (shown == 0)
        return command_line_report("the book has no half-move for the initial position");
    return shown > 0 || command_line_report("out of memory");
}

/* Opens BOOK.part. */
static bool open_kept(const BookOptions *options, const Book *book, JobFile *kept, Error *error) {
    size_t size;
    const unsigned char *bytes = book_bytes(book, &size);
    const char *rules = options->rules ? options->rules->name : "";
    uint64_t numbers[] = {options->prune.nodes, (uint64_t)options->prune.margin};
    uint64_t hash = hash_bytes(HASH_OFFSET_BASIS, bytes, size);
    hash = hash_bytes(hash, numbers, sizeof numbers);
    hash = hash_bytes(hash, rules, strlen(rules));
    return job_file_open_for(kept, options->book, hash, PRUNE_RESULT_SIZE, PRUNE_SEARCHES_MAX,
                             error);
}

static bool write_book(const char *path, const Book *book, Error *error) {
    size_t size;
    const unsigned char *bytes = book_bytes(book, &size);
    return atomic_file_write(path, (const char *)bytes, size, error);
}

/* Prunes all rulesets of the book, or the chosen one, and writes it. */
static bool prune_rulesets(const BookOptions *options, Book *book, PruneRun *run, Error *error) {
    for (int i = 0; i < ruleset_count(); i++)
        if ((!options->rules || options->rules == ruleset_at(i)) &&
            !prune_book(book, ruleset_at(i), &options->prune, run, stdout, error))
            return false;
    return run->removed + run->added == 0 || write_book(options->book, book, error);
}

static bool prune(const BookOptions *options) {
    Error error;
    JobFile kept = {.file = APPEND_FILE_CLOSED};
    PruneRun run = {.kept = &kept};
    Book *book = book_open(options->book, &error);
    if (!book)
        return command_line_report(error.text);
    bool done = atomic_file_check(options->book, &error) && open_kept(options, book, &kept, &error);
    if (done && kept.done > 0)
        fprintf(stderr, "continuing after %" PRIu64 " searches\n", kept.done);
    done = done && prune_rulesets(options, book, &run, &error);
    if (done)
        job_file_remove(&kept);
    job_file_close(&kept);
    book_close(book);
    if (done)
        fprintf(stderr, "%s: half-moves removed: %ld, added: %ld\n", options->book, run.removed,
                run.added);
    return done || command_line_report(error.text);
}

static bool add_proven(const BookOptions *options) {
    Error error;
    ProvenCounts counts = {0};
    Book *book = book_open(options->book, &error);
    bool done =
        book && atomic_file_check(options->book, &error) &&
        proven_add(book, options->files, options->file_count, options->plies, &counts, &error) &&
        (counts.added + counts.removed == 0 || write_book(options->book, book, &error));
    book_close(book);
    if (done)
        fprintf(stderr, "%s: half-moves removed: %ld, added: %ld\n", options->book, counts.removed,
                counts.added);
    return done || command_line_report(error.text);
}

static bool build(const BookOptions *options) {
    GameCollector collector = {.games = 0};
    Error error;
    if (options->mode == MODE_OUT && !output_check(options->book, &error))
        return command_line_report(error.text);
    bool done = (gamefile_init() || command_line_report("out of memory")) &&
                collect_games(options, &collector) &&
                (options->mode == MODE_OUT ? make_book(options, &collector)
                                           : print_openings(options, &collector));
    collector_free(&collector);
    gamefile_quit();
    return done;
}

int main(int argc, char **argv) {
    BookOptions options = {.plies = DEFAULT_PLIES,
                           .rule = {.min_games = 4, .min_score = 40},
                           .seed = 1,
                           .prune.nodes = NODES_DEFAULT};
    startup_init();
    if (!read_options(&options, argc, argv))
        return 2;
    bool done = options.mode == MODE_SHOW     ? show_book(&options)
                : options.mode == MODE_PRUNE  ? prune(&options)
                : options.mode == MODE_PROVEN ? add_proven(&options)
                                              : build(&options);
    return done ? command_line_status(EXIT_SUCCESS) : EXIT_FAILURE;
}
