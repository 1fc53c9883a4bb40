#include "prove/solver/proof_solver.h"

#include "base/minmax.h"
#include "base/os/thread.h"
#include "prove/solver/extract.h"
#include "prove/solver/hardest_line.h"
#include "prove/solver/solver_state.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_STEP = 4000, STEP_FACTOR = 4 };

/* An epoch has a share of the nodes so far, as threads wait for each other at its end. */
enum { EPOCH_SHARE = 64, EPOCH_MIN = 1 << 17, EPOCH_MAX = 1 << 22 };

typedef struct {
    ProofSolver *solver;
    DfPn *searcher;
    uint64_t nodes;
    ProofValue value;
} SolverThread;

struct ProofSolver {
    ProofSolverOptions options;
    ProofSearch search;
    Tablebase *tablebase;
    ProofGraph graph;
    BusyCounts busy;
    SolverThread workers[SOLVER_THREADS_MAX];
    Position root;
    SolverState state;
};

static bool make_tablebase(ProofSolver *s) {
    if (!tablebase_new(s->options.rules, &s->tablebase))
        return false;
    tablebase_compute(s->tablebase);
    return tablebase_wait(s->tablebase, NULL);
}

ProofSolver *proof_solver_new(const ProofSolverOptions *options) {
    ProofSolver *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->options = *options;
    s->state.step = FIRST_STEP;
    s->search.table = proof_table_new(options->megabytes);
    bool ok = s->search.table && make_tablebase(s);
    s->search.tablebase = s->tablebase;
    s->search.solved = options->solved;
    s->search.busy = options->threads > 1 ? &s->busy : NULL;
    for (int i = 0; ok && i < options->threads; i++) {
        s->workers[i] = (SolverThread){.solver = s, .searcher = df_pn_new(&s->search)};
        ok = s->workers[i].searcher;
    }
    if (!ok) {
        proof_solver_free(s);
        return NULL;
    }
    return s;
}

void proof_solver_free(ProofSolver *solver) {
    if (!solver)
        return;
    for (int i = 0; i < solver->options.threads; i++)
        df_pn_free(solver->workers[i].searcher);
    proof_table_free(solver->search.table);
    tablebase_free(solver->tablebase);
    graph_free(&solver->graph);
    free(solver);
}

void proof_solver_clear(ProofSolver *solver, const uint64_t nodes_max[COLOURS]) {
    proof_table_clear(solver->search.table);
    memcpy(solver->options.nodes_max, nodes_max, sizeof solver->options.nodes_max);
    solver->state = (SolverState){.step = FIRST_STEP};
}

/* --- one epoch --- */

static void *work(void *context) {
    SolverThread *worker = context;
    ProofSolver *s = worker->solver;
    worker->value = df_pn_run(worker->searcher, &s->root, PLY_MAX, worker->nodes);
    if (is_solved(&worker->value))
        atomic_store(&s->search.stop, true);
    return NULL;
}

static int64_t epoch_nodes(const ProofSolver *s) {
    return max64(EPOCH_MIN, min64(EPOCH_MAX, (int64_t)(proof_solver_nodes(s) / EPOCH_SHARE)));
}

/* Searches about this many nodes with all threads that can be started. */
static ProofValue run_epoch(ProofSolver *s, uint64_t nodes) {
    Thread threads[SOLVER_THREADS_MAX];
    int count = s->options.threads, started = 1;
    atomic_store(&s->search.stop, false);
    for (int i = 0; i < count; i++)
        s->workers[i].nodes = nodes / (uint64_t)count + 1;
    while (started < count && thread_start(&threads[started], work, &s->workers[started]))
        started++;
    work(&s->workers[0]);
    ProofValue value = s->workers[0].value;
    for (int i = 1; i < started; i++) {
        thread_join(&threads[i]);
        if (is_solved(&s->workers[i].value))
            value = s->workers[i].value;
    }
    atomic_store(&s->search.stop, false);
    return value;
}

static uint64_t searched_nodes(const ProofSolver *s) {
    uint64_t nodes = 0;
    for (int i = 0; i < s->options.threads; i++)
        nodes += df_pn_nodes(s->workers[i].searcher);
    return nodes;
}

/* --- a position --- */

/* How many more nodes may be searched for this player's win in this step. */
static uint64_t nodes_left(const ProofSolver *s, Colour attacker) {
    uint64_t limit =
        (uint64_t)min64((int64_t)s->state.step, (int64_t)s->options.nodes_max[attacker]);
    uint64_t nodes = s->state.nodes[attacker];
    return !s->state.is_disproven[attacker] && nodes < limit ? limit - nodes : 0;
}

/* Goes on with the player whose turn it is, or with the next step. Returns false if all is done. */
static bool find_attacker(ProofSolver *s) {
    SolverState *state = &s->state;
    while (nodes_left(s, s->search.attacker = s->root.player ^ (Colour)state->turn) == 0) {
        if (state->turn == 1 && state->step >= s->options.nodes_max[WHITE] &&
            state->step >= s->options.nodes_max[BLACK])
            return false;
        state->step *= state->turn == 1 ? STEP_FACTOR : 1;
        state->turn = !state->turn;
    }
    return true;
}

static DecisionResult finish(ProofSolver *s) {
    uint64_t before = searched_nodes(s);
    graph_clear(&s->graph);
    bool ok = extract_proof(&s->graph, s->workers[0].searcher, s->search.attacker, &s->root);
    s->state.nodes[s->search.attacker] += searched_nodes(s) - before;
    if (!ok)
        return DECISION_NO_MEMORY;
    graph_number(&s->graph, &s->root);
    if (s->graph.out_of_memory)
        return DECISION_NO_MEMORY;
    for (int i = 0; i < s->graph.order_count; i++)
        if (s->graph.nodes[s->graph.order[i]].clock >= FIFTY_MOVES)
            return DECISION_FIFTY;
    return DECISION_WIN;
}

static DecisionResult decide(ProofSolver *s, ProofSolverTick *tick, void *context) {
    while (find_attacker(s)) {
        Colour attacker = s->search.attacker;
        uint64_t before = searched_nodes(s), left = nodes_left(s, attacker);
        ProofValue value = run_epoch(s, (uint64_t)min64((int64_t)left, epoch_nodes(s)));
        s->state.nodes[attacker] += searched_nodes(s) - before;
        s->state.is_disproven[attacker] = is_disproven(&value);
        if (is_proven(&value))
            return finish(s);
        if (tick && !tick(context, s))
            return DECISION_STOPPED;
    }
    return DECISION_NONE;
}

Decision proof_solver_decide(ProofSolver *s, const Position *pos, ProofSolverTick *tick,
                             void *context) {
    s->root = *pos;
    Decision decision = {.result = decide(s, tick, context), .graph = &s->graph};
    decision.winner = s->search.attacker;
    decision.nodes = proof_solver_nodes(s);
    return decision;
}

/* --- what is known meanwhile --- */

bool proof_solver_save(const ProofSolver *s, const char *path, Error *error) {
    return solver_state_save(path, &s->root, &s->state, s->search.table, error);
}

bool proof_solver_load(ProofSolver *s, const char *path, const Position *pos, Error *error) {
    SolverState state;
    if (!solver_state_load(path, pos, &state, s->search.table, error)) {
        proof_table_clear(s->search.table);
        return false;
    }
    s->state = state;
    return true;
}

uint64_t proof_solver_nodes(const ProofSolver *s) {
    return s->state.nodes[WHITE] + s->state.nodes[BLACK];
}

double proof_solver_fill(const ProofSolver *s) {
    return proof_table_fill(s->search.table);
}

void proof_solver_describe(ProofSolver *s, char text[SOLVER_TEXT_SIZE]) {
    hardest_line_describe(s->workers[0].searcher, &s->root, s->search.attacker, text,
                          SOLVER_TEXT_SIZE);
}
