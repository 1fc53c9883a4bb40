#include "prove/solve_openings.h"

#include "base/minmax.h"
#include "base/os/atomic_file.h"
#include "base/os/clock.h"
#include "base/os/directory.h"
#include "base/os/path.h"
#include "batch/searcher.h"
#include "cli/progress.h"
#include "proofs/compact/compact.h"
#include "prove/picture.h"
#include "prove/solver/proof_solver.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All openings are tried with a 64th of the nodes first, then with an eighth: the positions of easy
 * proofs are leaves of the others. */
enum { FIRST_SHARE = 64, SHARE_FACTOR = 8 };

/* With all nodes, the engine says whose win is more likely: see set_limits. */
enum { ENGINE_MEGABYTES = 16, ENGINE_NODES = 100000, DOUBLE_SCORE = 25, DOUBLES_MAX = 6 };

typedef struct {
    const OpeningsOptions *options;
    OpeningTable table;
    SolvedPositions solved; /* of all openings that are decided */
    Progress progress;
    double done_before;     /* done() at the beginning */
    const Opening *opening; /* which is being tried */
    ProofSolver *solver;    /* NULL as long as nothing had to be searched */
    Searcher engine;        /* valid with the solver */
    int64_t saved_ms;       /* when the table was last written */
} OpeningsRun;

enum { SAVE_MS = 1000 /* between two times at which the table is written */ };

static int decided(const OpeningTable *table) {
    return table->count - opening_table_count(table, OPENING_UNKNOWN);
}

/* Has the opening been tried with as many nodes and, `with_all`, with all the proofs that there are
 * now? */
static bool is_tried(const OpeningsRun *run, const Opening *opening, uint64_t nodes,
                     bool with_all) {
    return opening->budget >= nodes && (!with_all || opening->known >= decided(&run->table));
}

/* --- files --- */

static bool make_path(char path[PATH_MAX], const OpeningsRun *run, const char *suffix,
                      Error *error) {
    const char *folder = run->options->folder;
    int length = snprintf(path, PATH_MAX, "%s/%s%s", folder, run->table.rules->name, suffix);
    return length < PATH_MAX || error_set_at(error, folder, 0, "the path is too long");
}

static bool make_proof_path(char path[PATH_MAX], const OpeningsRun *run, const Opening *opening,
                            Error *error) {
    static const char *const FORMATS[] = {"/start.mpf", "/%s.mpf", "/%s-%s.mpf"};
    char suffix[3 * MOVE_TEXT_SIZE];
    snprintf(suffix, sizeof suffix, FORMATS[opening->half_moves], opening->first, opening->reply);
    return make_path(path, run, suffix, error);
}

static bool is_proof_for(const CheckedProof *proof, const Position *pos) {
    char proven[FEN_SIZE], wanted[FEN_SIZE];
    if (proof->positions == 0 || proof->start.rules != pos->rules)
        return false;
    position_to_fen(&proof->start, proven);
    position_to_fen(pos, wanted);
    return strcmp(proven, wanted) == 0;
}

/* Reads the opening's winner, and the size and length of its proof, from the proof's file. */
static bool read_proof(OpeningsRun *run, Opening *opening, const char *path, Error *error) {
    CheckedProof proof;
    if (!solved_positions_load(&run->solved, path, run->table.rules, &proof, error))
        return false;
    if (!is_proof_for(&proof, &opening->after))
        return error_set(error, "%s: not a proof for %s %s", path, opening->first, opening->reply);
    opening->result = proof.winner == WHITE ? OPENING_WHITE_WINS : OPENING_BLACK_WINS;
    opening->positions = proof.positions;
    opening->length = proof.length;
    return true;
}

/* Reads the opening's proof. There must be one if the table calls it decided, and of just that. */
static bool take_proof(OpeningsRun *run, Opening *opening, Error *error) {
    Opening claimed = *opening;
    char path[PATH_MAX];
    if (!make_proof_path(path, run, opening, error))
        return false;
    bool is_new = claimed.result == OPENING_UNKNOWN;
    if (is_new && !path_exists(path))
        return true;
    if (!read_proof(run, opening, path, error))
        return false;
    if (is_new) {
        opening->nodes = 0;
        opening->budget = run->options->nodes;
    }
    return is_new ||
           (claimed.result == opening->result && claimed.positions == opening->positions &&
            claimed.length == opening->length) ||
           error_set_at(error, path, 0, "not the proof of what the table says");
}

static bool take_proofs(OpeningsRun *run, Error *error) {
    bool ok = true;
    for (int i = 0; ok && i < run->table.count; i++)
        ok = take_proof(run, &run->table.list[i], error);
    return ok;
}

/* Can the table, the picture and the proofs be written? */
static bool check_files(OpeningsRun *run, Error *error) {
    char path[PATH_MAX];
    bool ok = make_path(path, run, ".tsv", error) && atomic_file_check_sole_writer(path, error) &&
              make_path(path, run, ".svg", error) && atomic_file_check(path, error);
    for (int i = 0; ok && i < run->table.count; i++) {
        const Opening *opening = &run->table.list[i];
        if (opening->result == OPENING_UNKNOWN &&
            !is_tried(run, opening, run->options->nodes, true))
            ok = make_proof_path(path, run, opening, error) && atomic_file_check(path, error);
    }
    return ok;
}

/* Creates the folders, and reads the table and the proofs that there are. */
static bool prepare(OpeningsRun *run, Error *error) {
    char path[PATH_MAX];
    return make_path(path, run, "", error) && directory_create_all(path, error) &&
           make_path(path, run, ".tsv", error) &&
           (!path_exists(path) || opening_table_load(&run->table, path, error)) &&
           take_proofs(run, error) && check_files(run, error);
}

static bool save_table(OpeningsRun *run, Error *error) {
    char path[PATH_MAX];
    run->saved_ms = clock_now_ms();
    return make_path(path, run, ".tsv", error) && opening_table_save(&run->table, path, error);
}

/* --- the search --- */

/* The share of all openings that is done, 0 to 1. */
static double done(const OpeningsRun *run) {
    double sum = 0, nodes = (double)run->options->nodes;
    for (int i = 0; i < run->table.count; i++) {
        const Opening *opening = &run->table.list[i];
        double tried = (double)opening->budget / nodes;
        sum += opening->result != OPENING_UNKNOWN || tried > 1 ? 1 : tried;
    }
    return sum / run->table.count;
}

static void show(OpeningsRun *run) {
    const OpeningTable *table = &run->table;
    if (progress_is_due(&run->progress))
        progress_show(&run->progress, (done(run) - run->done_before) / (1 - run->done_before),
                      "%s: %d openings won by White, %d by Black, %d open; now %s %s",
                      table->rules->name, opening_table_count(table, OPENING_WHITE_WINS),
                      opening_table_count(table, OPENING_BLACK_WINS),
                      opening_table_count(table, OPENING_UNKNOWN), run->opening->first,
                      run->opening->reply);
}

static bool tick(void *context, ProofSolver *solver) {
    (void)solver;
    show(context);
    return true;
}

/* Sets how many nodes to search for each player's win: `nodes`, but of the player whom the engine
 * prefers more, twice as many for each 25 centipawns. */
static void set_limits(OpeningsRun *run, uint64_t limits[COLOURS], const Opening *opening,
                       uint64_t nodes) {
    SearchParams params = {.root = {.pos = opening->after, .tournament_draws = true},
                           .limits.nodes = (uint64_t)min64(ENGINE_NODES, (int64_t)nodes)};
    limits[WHITE] = limits[BLACK] = nodes;
    if (nodes < run->options->nodes)
        return;
    searcher_clear(&run->engine);
    Score score = searcher_run(&run->engine, &params, NULL)->score;
    int player = opening->after.player;
    uint64_t *limit = &limits[score > 0 ? player : !player];
    *limit <<= min64(abs(score) / DOUBLE_SCORE, DOUBLES_MAX);
    *limit = (uint64_t)min64((int64_t)*limit, SOLVER_NODES_MAX);
}

static bool make_solver(OpeningsRun *run, Error *error) {
    const OpeningsOptions *options = run->options;
    if (!run->solver && searcher_init(&run->engine, ENGINE_MEGABYTES))
        run->solver = proof_solver_new(&(ProofSolverOptions){.rules = options->rules,
                                                             .megabytes = options->megabytes,
                                                             .threads = options->threads,
                                                             .solved = &run->solved});
    return run->solver || error_set(error, "out of memory");
}

static bool decide(OpeningsRun *run, Opening *opening, uint64_t nodes, Error *error) {
    char path[PATH_MAX];
    uint64_t limits[COLOURS];
    run->opening = opening;
    set_limits(run, limits, opening, nodes);
    proof_solver_clear(run->solver, limits);
    Decision decision = proof_solver_decide(run->solver, &opening->after, tick, run);
    if (decision.result == DECISION_NO_MEMORY)
        return error_set(error, "out of memory");
    opening->nodes = decision.nodes;
    opening->budget = (uint64_t)max64((int64_t)opening->budget, (int64_t)nodes);
    opening->known = decided(&run->table);
    return decision.result != DECISION_WIN ||
           (make_proof_path(path, run, opening, error) &&
            compact_save(path, &opening->after, &decision, error) &&
            read_proof(run, opening, path, error));
}

static bool try_openings(OpeningsRun *run, int half_moves, uint64_t nodes, bool with_all,
                         Error *error) {
    bool ok = true;
    for (int i = 0; ok && i < run->table.count; i++) {
        Opening *opening = &run->table.list[i];
        if (opening->half_moves != half_moves || opening->result != OPENING_UNKNOWN ||
            is_tried(run, opening, nodes, with_all))
            continue;
        ok = make_solver(run, error) && decide(run, opening, nodes, error);
        if (opening->result != OPENING_UNKNOWN || clock_now_ms() - run->saved_ms >= SAVE_MS)
            ok = ok && save_table(run, error);
        show(run);
    }
    return ok;
}

/* Tries all open openings with up to `nodes` nodes: replies first, as their proofs may decide the
 * half-moves before them. */
static bool try_all(OpeningsRun *run, uint64_t nodes, bool with_all, Error *error) {
    bool ok = true;
    for (int half_moves = OPENING_LENGTH_MAX; ok && half_moves >= 0; half_moves--)
        ok = try_openings(run, half_moves, nodes, with_all, error);
    return ok;
}

static bool search(OpeningsRun *run, Error *error) {
    uint64_t nodes = run->options->nodes;
    int before;
    bool ok = true;
    progress_start(&run->progress);
    run->saved_ms = clock_now_ms();
    run->done_before = done(run);
    for (uint64_t share = FIRST_SHARE; ok && share > 0; share /= SHARE_FACTOR)
        ok = try_all(run, nodes / share, false, error);
    /* The last proofs may decide openings that were tried before them. */
    do {
        before = decided(&run->table);
        ok = ok && try_all(run, nodes / FIRST_SHARE, true, error);
    } while (ok && decided(&run->table) > before);
    progress_clear(&run->progress);
    return ok && save_table(run, error);
}

bool solve_openings(const OpeningsOptions *options, Error *error) {
    OpeningsRun run = {.options = options};
    char path[PATH_MAX];
    if (!opening_table_init(&run.table, options->rules))
        return error_set(error, "out of memory");
    bool ok = prepare(&run, error) && search(&run, error) && make_path(path, &run, ".svg", error) &&
              picture_save(&run.table, path, error);
    if (ok)
        printf("%s: %d openings, %d won by White, %d by Black, %d open\n", options->rules->name,
               run.table.count, opening_table_count(&run.table, OPENING_WHITE_WINS),
               opening_table_count(&run.table, OPENING_BLACK_WINS),
               opening_table_count(&run.table, OPENING_UNKNOWN));
    proof_solver_free(run.solver);
    searcher_free(&run.engine);
    solved_positions_free(&run.solved);
    free(run.table.list);
    return ok;
}
