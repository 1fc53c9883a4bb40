/* misere-prove: proves who wins a position, and writes the proof. */
#include "base/os/output.h"
#include "base/os/startup.h"
#include "cli/command_line.h"
#include "cli/progress.h"
#include "prove/certificate.h"
#include "prove/solve_openings.h"
#include "rules/game.h"
#include "search/proof/prover.h"

#include <inttypes.h>
#include <stdlib.h>

enum { NODES_DEFAULT = 1000000, NODES_MIN = 1000 };

typedef struct {
    const Ruleset *rules;
    const char *fen;    /* NULL: the initial position */
    const char *out;    /* NULL: not given */
    const char *folder; /* the folder of --openings, or NULL */
    uint64_t nodes;
} ProveOptions;

static const char *const USAGE[] = {"misere-prove [OPTION]... [TURN]...",
                                    "misere-prove --openings FOLDER [OPTION]...", NULL};

static const char *const DESCRIPTION[] = {
    "Finds out which player can force a win, in the initial position or after the TURNs, and "
    "writes the proof as a text file that other programs can check; or does so for each pair of "
    "first half-moves, White's and Black's.",
    "The same command gives the same result on every machine.", NULL};

static const CliOption OPTIONS[] = {
    {"--ruleset", "NAME", "the ruleset (default 6170-spring-2007)", CLI_INTO(ProveOptions, rules)},
    {"--fen", "FEN", "the position, instead of the initial one", CLI_INTO(ProveOptions, fen)},
    {"--out", "FILE", "where to write the proof (default: -, standard output)",
     CLI_INTO(ProveOptions, out)},
    {"--openings", "FOLDER",
     "decides all pairs of first half-moves; writes their proofs to FOLDER/NAME, and a table and a "
     "picture to FOLDER. The same command continues after an interruption; a greater --nodes "
     "tries the undecided pairs again",
     CLI_INTO(ProveOptions, folder)},
    {"--nodes", "N",
     "how many nodes to search for each player's win (default 1000000); each takes up to 28 bytes "
     "of memory",
     CLI_INTO(ProveOptions, nodes), CLI_RANGE(NODES_MIN, PROVER_CAPACITY_MAX)},
    CLI_COMMON_OPTIONS,
    {0}};

static const CliOption EXAMPLES[] = {
    {.name = "misere-prove --ruleset 6170-fall-2003-mindcontrol --out proof.txt",
     .help = "proves that White wins at mind control"},
    {.name = "misere-prove --ruleset antichess d2d3", .help = "shows why 1. d3 loses"},
    {.name = "misere-prove --openings solved --ruleset losers --nodes 20000000",
     .help = "decides what it can, in some hours"},
    {0}};

static const CliGroup GROUPS[] = {
    {.heading = "Options", .rows = OPTIONS},
    {.heading = "Examples", .style = CLI_WORDS, .rows = EXAMPLES},
};

static const CliTable TABLE = {USAGE, DESCRIPTION, GROUPS, sizeof GROUPS / sizeof *GROUPS, false};

/* --- one position --- */

/* Sets up the position after the turns. */
static bool set_up(const ProveOptions *options, char **turns, int count, Position *pos,
                   Error *error) {
    Game game;
    bool ok = true;
    position_start(pos, options->rules);
    if (options->fen && !position_from_fen(pos, options->rules, options->fen, error))
        return error_wrap(error, "--fen");
    game_init_from(&game, pos);
    for (int i = 0; ok && i < count; i++)
        ok = game_play_any_text(&game, turns[i], GAME_NO_CLOCK, error);
    ok = ok && game_play_forced_pass(&game, error);
    *pos = game.now;
    game_free(&game);
    return ok && (!outcome_is_over(outcome_of(pos)) || error_set(error, "the game is over"));
}

static void show(void *context, uint64_t nodes, double done) {
    if (progress_is_due(context))
        progress_show(context, done, "%" PRIu64 " nodes", nodes);
}

static bool write_proof(const ProveOptions *options, const Position *pos,
                        const Decision *decision) {
    Error error;
    const ProofGraph *graph = decision->graph;
    fprintf(stderr, "%s wins: %d positions, %d half-moves at most; %" PRIu64 " nodes searched\n",
            position_colour_name(decision->winner), graph->order_count,
            graph->nodes[graph->order[0]].height, decision->nodes);
    return certificate_save(options->out, pos, decision, &error) || command_line_report(error.text);
}

static bool prove_position(const ProveOptions *options, const Position *pos) {
    Progress progress;
    Decider *decider = decider_new(options->nodes);
    bool done = false;
    if (!decider)
        return command_line_report("out of memory");
    progress_start(&progress);
    Decision decision = decider_run(decider, pos, show, &progress);
    progress_clear(&progress);
    switch (decision.result) {
    case DECISION_WIN:
        done = write_proof(options, pos, &decision);
        break;
    case DECISION_NONE:
        command_line_report("no win found; a greater --nodes may help");
        break;
    case DECISION_FIFTY:
        command_line_report(
            "a win was found, but the fifty-move rule may draw a line of its proof");
        break;
    case DECISION_NO_MEMORY:
        command_line_report("out of memory");
    }
    decider_free(decider);
    return done;
}

int main(int argc, char **argv) {
    ProveOptions options = {.rules = ruleset_default(), .nodes = NODES_DEFAULT};
    Position pos;
    Error error;
    startup_init();
    int turn_count = command_line_read(&TABLE, &options, argc, argv);
    if (turn_count < 0)
        return 2;
    if (options.folder && (turn_count > 0 || options.fen || options.out)) {
        command_line_error("--openings allows no TURN, --fen or --out");
        return 2;
    }
    if (!options.out)
        options.out = "-";
    bool done;
    if (options.folder)
        done = solve_openings(options.folder, options.rules, options.nodes, &error) ||
               command_line_report(error.text);
    else
        done = set_up(&options, argv + 1, turn_count, &pos, &error) &&
                       output_check(options.out, &error)
                   ? prove_position(&options, &pos)
                   : command_line_report(error.text);
    return done ? command_line_status(EXIT_SUCCESS) : EXIT_FAILURE;
}
