/* misere-prove: proves who wins a position, and writes the proof. */
#include "base/os/clock.h"
#include "base/os/output.h"
#include "base/os/path.h"
#include "base/os/signals.h"
#include "base/os/startup.h"
#include "cli/command_line.h"
#include "cli/progress.h"
#include "proofs/certificate.h"
#include "proofs/compact/compact.h"
#include "prove/solve_openings.h"
#include "prove/solver/proof_solver.h"
#include "prove/tables/table_maker.h"
#include "rules/game.h"

#include <inttypes.h>
#include <stdlib.h>

enum { NODES_DEFAULT = 1000000, NODES_MIN = 1000, MEGABYTES_DEFAULT = 256 };
enum { SAVE_MINUTES = 15 /* between two checkpoints */ };

typedef enum { FORMAT_TEXT, FORMAT_COMPACT, FORMAT_NOT_GIVEN } Format;
typedef enum { WIN_OF_EITHER, WIN_OF_WHITE, WIN_OF_BLACK } WinnerSought;

typedef struct {
    const Ruleset *rules;
    const char *fen;        /* NULL: the initial position */
    const char *out;        /* NULL: not given */
    const char *folder;     /* the folder of --openings, or NULL */
    const char *tables;     /* the folder of --make-tables, or NULL */
    const char *solved;     /* a file of compact proofs, or NULL */
    const char *checkpoint; /* NULL: none */
    uint64_t nodes;
    int megabytes, threads;
    unsigned winner; /* a WinnerSought */
    unsigned format; /* a Format */
} ProveOptions;

static const char *const WINNERS[] = {"either", "white", "black", NULL};
static const char *const FORMATS[] = {"text", "compact", NULL};

static const char *const USAGE[] = {
    "misere-prove [OPTION]... [TURN]...", "misere-prove --openings FOLDER [OPTION]...",
    "misere-prove --make-tables FOLDER [OPTION]... [ENDING]...", NULL};

static const char *const DESCRIPTION[] = {
    "Finds out which player can force a win, in the initial position or after the TURNs, and "
    "writes the proof as a file that other programs can check; or does so for all openings of "
    "up to two half-moves.",
    "With one thread the same command gives the same result on every machine, also if it was "
    "interrupted and resumed from a checkpoint.",
    NULL};

static const CliOption OPTIONS[] = {
    {"--ruleset", "NAME", "the ruleset (default 6170-spring-2007)", CLI_INTO(ProveOptions, rules)},
    {"--fen", "FEN", "the position, instead of the initial one", CLI_INTO(ProveOptions, fen)},
    {"--out", "FILE", "where to write the proof (default: -, standard output)",
     CLI_INTO(ProveOptions, out)},
    {"--openings", "FOLDER",
     "decides the initial position and those after each first half-move and each reply; writes "
     "their proofs, in the compact format, to FOLDER/NAME, and a table and a picture to FOLDER. "
     "The player whom the engine prefers gets up to 64 times --nodes. The same command continues "
     "after an interruption; a greater --nodes tries the open ones again. Proofs of them that are "
     "in FOLDER/NAME already are taken over",
     CLI_INTO(ProveOptions, folder)},
    {"--make-tables", "FOLDER",
     "makes Syzygy tables of all endings of up to four pieces, or of each ENDING, as KRvKP, and "
     "those that it leads to. The same command continues after an interruption. Only for "
     "antichess, giveaway and suicide",
     CLI_INTO(ProveOptions, tables)},
    {"--nodes", "N", "how many nodes to search for each player's win (default 1000000)",
     CLI_INTO(ProveOptions, nodes), CLI_RANGE(NODES_MIN, SOLVER_NODES_MAX)},
    {"--winner", "white|black|either", "whose win to look for (default either)",
     CLI_INTO(ProveOptions, winner), .choices = WINNERS},
    {"--memory", "MB", "the size of the table of positions (default 256)",
     CLI_INTO(ProveOptions, megabytes), CLI_RANGE(1, SOLVER_MEGABYTES_MAX)},
    {"--threads", "N", "how many threads search (default 1)", CLI_INTO(ProveOptions, threads),
     CLI_RANGE(1, SOLVER_THREADS_MAX)},
    {"--checkpoint", "FILE",
     "the file in which the search is saved every 15 minutes, when it is interrupted, and when it "
     "ends without a proof; if it exists, the search resumes from it",
     CLI_INTO(ProveOptions, checkpoint)},
    {"--solved", "FILE", "compact proofs, whose positions need not be searched again",
     CLI_INTO(ProveOptions, solved)},
    {"--format", "text|compact", "the format of the proof (default text)",
     CLI_INTO(ProveOptions, format), .choices = FORMATS},
    CLI_COMMON_OPTIONS,
    {0}};

static const CliOption EXAMPLES[] = {
    {.name = "misere-prove --ruleset 6170-fall-2003-mindcontrol --out proof.txt",
     .help = "proves that White wins at mind control"},
    {.name = "misere-prove --ruleset antichess d2d3", .help = "shows why 1. d3 loses"},
    {.name = "misere-prove --openings solved --ruleset losers --nodes 600000",
     .help = "decides what it can, in some minutes"},
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

/* A run of the solver. */
typedef struct {
    const ProveOptions *options;
    const Position *pos;
    Progress progress;
    uint64_t nodes_before; /* searched before this run */
    int64_t saved_ms;      /* when the checkpoint was last written */
    bool failed;           /* the checkpoint cannot be written */
} ProveRun;

static bool save_checkpoint(ProveRun *run, const ProofSolver *solver) {
    Error error;
    run->saved_ms = clock_now_ms();
    if (!run->options->checkpoint || proof_solver_save(solver, run->options->checkpoint, &error))
        return true;
    progress_clear(&run->progress);
    run->failed = true;
    return command_line_report(error.text);
}

static void show(ProveRun *run, ProofSolver *solver) {
    char text[SOLVER_TEXT_SIZE], time[PROGRESS_DURATION_SIZE];
    double seconds = progress_seconds(&run->progress);
    uint64_t nodes = proof_solver_nodes(solver);
    proof_solver_describe(solver, text);
    progress_write_duration(time, (int64_t)seconds);
    progress_show(&run->progress, 0,
                  "%s; %.1f million nodes, %.2f million a second, table %.0f%% full, %s", text,
                  (double)nodes / 1e6, (double)(nodes - run->nodes_before) / seconds / 1e6,
                  100 * proof_solver_fill(solver), time);
}

/* Shows progress, writes a checkpoint if one is due, and stops at a termination request. */
static bool tick(void *context, ProofSolver *solver) {
    ProveRun *run = context;
    if (progress_is_due(&run->progress))
        show(run, solver);
    bool must_stop = run->options->checkpoint && signals_termination_is_pending();
    bool must_save = clock_now_ms() - run->saved_ms >= SAVE_MINUTES * 60000;
    return (!(must_stop || must_save) || save_checkpoint(run, solver)) && !must_stop;
}

static bool write_proof(const ProveOptions *options, const Position *pos,
                        const Decision *decision) {
    Error error;
    const ProofGraph *graph = decision->graph;
    fprintf(stderr, "%s wins: %d positions, %d half-moves at most; %" PRIu64 " nodes searched\n",
            position_colour_name(decision->winner), graph->order_count,
            graph->nodes[graph->order[0]].height, decision->nodes);
    return (options->format == FORMAT_COMPACT ? compact_save : certificate_save)(
               options->out, pos, decision, &error) ||
           command_line_report(error.text);
}

static bool report(const ProveRun *run, const Decision *decision) {
    switch (decision->result) {
    case DECISION_WIN:
        return write_proof(run->options, run->pos, decision);
    case DECISION_NONE:
        return command_line_report("no win found; a greater --nodes may help");
    case DECISION_FIFTY:
        return command_line_report(
            "a win was found, but the fifty-move rule may draw a line of its proof");
    case DECISION_STOPPED:
        return !run->failed &&
               command_line_report("interrupted; the same command resumes from the checkpoint");
    case DECISION_NO_MEMORY:
        break;
    }
    return command_line_report("out of memory");
}

static bool run_solver(ProveRun *run, ProofSolver *solver) {
    Error error;
    const char *checkpoint = run->options->checkpoint;
    if (checkpoint && path_exists(checkpoint) &&
        !proof_solver_load(solver, checkpoint, run->pos, &error))
        return command_line_report(error.text);
    run->nodes_before = proof_solver_nodes(solver);
    run->saved_ms = clock_now_ms();
    progress_start(&run->progress);
    Decision decision = proof_solver_decide(solver, run->pos, tick, run);
    progress_clear(&run->progress);
    return (decision.result != DECISION_NONE || save_checkpoint(run, solver)) &&
           report(run, &decision);
}

static bool prove_position(const ProveOptions *options, const Position *pos) {
    ProveRun run = {.options = options, .pos = pos};
    SolvedPositions solved = {0};
    Error error;
    bool done = false;
    uint64_t white = options->winner == WIN_OF_BLACK ? 0 : options->nodes;
    uint64_t black = options->winner == WIN_OF_WHITE ? 0 : options->nodes;
    int held = options->checkpoint ? signals_hold_termination() : 0;
    if (options->solved &&
        !solved_positions_load(&solved, options->solved, options->rules, NULL, &error)) {
        command_line_report(error.text);
    } else {
        ProofSolver *solver =
            proof_solver_new(&(ProofSolverOptions){.rules = options->rules,
                                                   .megabytes = options->megabytes,
                                                   .threads = options->threads,
                                                   .nodes_max = {white, black},
                                                   .solved = &solved});
        done = solver ? run_solver(&run, solver) : command_line_report("out of memory");
        proof_solver_free(solver);
    }
    solved_positions_free(&solved);
    if (options->checkpoint)
        signals_release_termination(held);
    return done;
}

static bool make_tables(const ProveOptions *options, char **names, int count, Error *error) {
    return table_maker_run(&(TableMakerOptions){.rules = options->rules,
                                                .folder = options->tables,
                                                .names = names,
                                                .name_count = count,
                                                .threads = options->threads},
                           error);
}

/* Do the options fit together? */
static bool check_options(const ProveOptions *options, int operands) {
    if (options->folder &&
        (operands > 0 || options->fen || options->out || options->winner || options->checkpoint ||
         options->solved || options->format != FORMAT_NOT_GIVEN))
        return command_line_error("--openings allows no TURN, --fen, --out, --winner, "
                                  "--checkpoint, --solved or --format");
    if (options->tables && (options->folder || options->fen || options->out))
        return command_line_error("--make-tables allows no --openings, --fen or --out");
    return true;
}

int main(int argc, char **argv) {
    ProveOptions options = {.rules = ruleset_default(),
                            .nodes = NODES_DEFAULT,
                            .megabytes = MEGABYTES_DEFAULT,
                            .threads = 1,
                            .format = FORMAT_NOT_GIVEN};
    Position pos;
    Error error;
    startup_init();
    int operands = command_line_read(&TABLE, &options, argc, argv);
    if (operands < 0)
        return 2;
    if (!check_options(&options, operands))
        return 2;
    if (!options.out)
        options.out = "-";
    bool done;
    if (options.folder)
        done = solve_openings(&(OpeningsOptions){.rules = options.rules,
                                                 .folder = options.folder,
                                                 .nodes = options.nodes,
                                                 .megabytes = options.megabytes,
                                                 .threads = options.threads},
                              &error) ||
               command_line_report(error.text);
    else if (options.tables)
        done = make_tables(&options, argv + 1, operands, &error) || command_line_report(error.text);
    else
        done =
            set_up(&options, argv + 1, operands, &pos, &error) && output_check(options.out, &error)
                ? prove_position(&options, &pos)
                : command_line_report(error.text);
    return done ? command_line_status(EXIT_SUCCESS) : EXIT_FAILURE;
}
