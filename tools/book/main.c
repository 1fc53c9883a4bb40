/* misere-book: opening books out of the games in the referee's logs. */
#include "base/os/atomic_file.h"
#include "book/booktree.h"
#include "book/explore.h"
#include "book/gather.h"
#include "book/weigh.h"
#include "cli/command_line.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES = 20, PLIES_MAX = 200, GAMES_MAX = 1000000, OPENINGS_MAX = 1000000 };

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

typedef enum { MODE_NONE, MODE_OUT, MODE_SHOW, MODE_OPENINGS } Mode;

typedef struct {
    Mode mode;
    const char *book;
    int openings;
    const Ruleset *rules; /* NULL: any */
    int plies;
    WeighRule rule;
    uint64_t seed;
    char **logs;
    int log_count;
} Plan;

static bool complain(const char *what) {
    fprintf(stderr, "misere-book: %s\n", what);
    return false;
}

/* --- the command line --- */

static bool set_mode(Plan *plan, Mode mode) {
    if (plan->mode != MODE_NONE)
        return commandline_refuse("only one of --out, --show and --openings", NULL);
    plan->mode = mode;
    plan->book = optarg;
    return true;
}

static bool take_option(Plan *plan, int option, const char *name) {
    int number;
    switch (option) {
    case 'o':
        return set_mode(plan, MODE_OUT);
    case 's':
        return set_mode(plan, MODE_SHOW);
    case 'n':
        return set_mode(plan, MODE_OPENINGS) &&
               commandline_int(name, optarg, 1, OPENINGS_MAX, &plan->openings);
    case 'r':
        return commandline_ruleset(optarg, &plan->rules);
    case 'p':
        return commandline_int(name, optarg, 1, PLIES_MAX, &plan->plies);
    case 'g':
        if (!commandline_int(name, optarg, 1, GAMES_MAX, &number))
            return false;
        plan->rule.min_games = (uint32_t)number;
        return true;
    case 'm':
        return commandline_int(name, optarg, 0, 100, &plan->rule.min_score);
    case 'd':
        if (!commandline_int(name, optarg, 0, INT32_MAX, &number))
            return false;
        plan->seed = (uint64_t)number;
        return true;
    case 'h':
        commandline_print(USAGE);
    case 'v':
        commandline_print_version();
    default:
        return false; /* getopt has complained */
    }
}

static bool read_options(Plan *plan, int argc, char **argv) {
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
        if (!take_option(plan, option, names[i].name))
            return false;
    plan->logs = argv + optind;
    plan->log_count = argc - optind;
    switch (plan->mode) {
    case MODE_NONE:
        return commandline_refuse("one of --out, --show and --openings is needed", NULL);
    case MODE_OUT:
        return plan->log_count > 0 || commandline_refuse("--out: which logs?", NULL);
    case MODE_SHOW:
        return plan->log_count == 0 ||
               commandline_refuse("--show: one book, not also", plan->logs[0]);
    default:
        return plan->rules || commandline_refuse("--openings: of which --ruleset?", NULL);
    }
}

/* --- the work --- */

static bool gather_logs(const Plan *plan, Gathering *gathering) {
    Error error;
    for (int i = 0; i < plan->log_count; i++)
        if (!gather_log(gathering, plan->logs[i], plan->rules, plan->plies, &error))
            return complain(error.text);
    return true;
}

static bool make_book(const Plan *plan, Gathering *gathering) {
    unsigned char *bytes;
    size_t size;
    Error error;
    if (!book_builder_make(&gathering->builder, weigh_by_score, &plan->rule, &bytes, &size, &error))
        return complain(error.text);
    bool written = size > 0 || error_set(&error, "no half-move is left for a book");
    written = written && wholefile_replace(plan->book, (const char *)bytes, size, &error);
    free(bytes);
    if (!written)
        return complain(error.text);
    fprintf(stderr, "%s: %ld games, %zu half-moves, %zu bytes", plan->book, gathering->games,
            gathering->builder.count, size);
    if (gathering->repeated > 0)
        fprintf(stderr, "; played before: %ld", gathering->repeated);
    if (gathering->undecided > 0)
        fprintf(stderr, "; not decided on the board: %ld", gathering->undecided);
    fputc('\n', stderr);
    return true;
}

static bool print_opening(const Game *game) {
    char *turns = game_turns_text(game, STYLE_LINE);
    if (turns)
        printf("startpos%s%s\n", *turns ? " moves " : "", turns);
    free(turns);
    return turns != NULL;
}

static bool print_openings(const Plan *plan, Gathering *gathering) {
    uint64_t seed = plan->seed;
    for (int i = 0; i < plan->openings; i++) {
        Game game;
        if (!explore_opening(&gathering->builder, plan->rules, plan->plies, &seed, &game))
            return complain("out of memory");
        bool printed = print_opening(&game);
        game_free(&game);
        if (!printed)
            return complain("out of memory");
    }
    return true;
}

static bool show_book(const Plan *plan) {
    Error error;
    Book *book = book_open(plan->book, &error);
    long shown = 0;
    if (!book)
        return complain(error.text);
    for (int i = 0; i < ruleset_count() && shown >= 0; i++)
        if (!plan->rules || plan->rules == ruleset_at(i)) {
            long more = booktree_print(stdout, book, ruleset_at(i), plan->plies);
            shown = more < 0 ? -1 : shown + more;
        }
    book_close(book);
    if (shown == 0)
        return complain("the book has nothing for the start of such a game");
    return shown > 0 || complain("out of memory");
}

static bool work(const Plan *plan) {
    Gathering gathering = {.games = 0};
    bool done =
        gather_logs(plan, &gathering) &&
        (plan->mode == MODE_OUT ? make_book(plan, &gathering) : print_openings(plan, &gathering));
    gather_free(&gathering);
    return done;
}

int main(int argc, char **argv) {
    Plan plan = {.plies = PLIES, .rule = {.min_games = 4, .min_score = 40}, .seed = 1};
    if (!read_options(&plan, argc, argv))
        return 2;
    bool done = plan.mode == MODE_SHOW ? show_book(&plan) : work(&plan);
    if (fflush(stdout) != 0)
        done = complain("the output cannot be written");
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
