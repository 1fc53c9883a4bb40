#include "search/search.h"

#include "base/minmax.h"
#include "base/os/clock.h"
#include "eval/evaluate.h"
#include "search/alphabeta.h"
#include "search/proof/prover.h"
#include "search/pv.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    ASPIRATION_WINDOW = 40, /* first half-width around the last score */
    ASPIRATION_FROM_DEPTH = 5,
    PROOF_SHARE = 4, /* the part of a search that looks for forced wins alone, is one of so many */
    VERIFICATION_SHARE =
        10,                /* a tenth of it verifies the best turn, each time there is a new one */
    VERIFICATION_FROM = 3, /* after a third of it */
    REJECTED_MAX = 16,
    REPORT_DELAY_US = 3000000, /* after that what goes on within an iteration is reported */
};

struct Searcher {
    AlphaBeta ab;
    int64_t started; /* by clock_now_us */
    TimeBudget budget;
    Reports reports;
    int depth;                   /* of the current iteration */
    Pv pvs[MULTIPV_MAX];         /* the best first */
    Turn excluded[MULTIPV_MAX];  /* by the lines of this iteration, as they were found */
    int multipv;                 /* wanted, and no more than there are */
    SearchInfo best;             /* the best line as last reported */
    Turn best_turn;              /* that the last iteration found best, */
    Turn verified;               /* after which no forced win was found */
    Turn rejected[REJECTED_MAX]; /* after which one was, */
    int rejected_count;
    int stability; /* and how many iterations before the last found the same */
};

Searcher *searcher_new(Table *table, Searcher *leader) {
    Searcher *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->ab.table = table;
    s->ab.is_helper = leader;
    s->ab.shared = leader ? leader->ab.shared : shared_new();
    s->ab.prover = leader ? leader->ab.prover : prover_new();
    if (!s->ab.shared || !s->ab.prover) {
        searcher_free(s);
        return NULL;
    }
    s->ab.ordering.history = shared_history(s->ab.shared);
    if (leader)
        shared_add_threads(s->ab.shared, 1);
    return s;
}

void searcher_free(Searcher *searcher) {
    if (!searcher)
        return;
    if (searcher->ab.is_helper) {
        shared_add_threads(searcher->ab.shared, -1);
    } else {
        prover_free(searcher->ab.prover);
        shared_free(searcher->ab.shared);
    }
    free(searcher);
}

void searcher_clear(Searcher *searcher) {
    shared_clear(searcher->ab.shared);
}

void searcher_set_table(Searcher *searcher, Table *table) {
    searcher->ab.table = table;
}

uint64_t searcher_nodes(const Searcher *searcher) {
    return atomic_load_explicit(&searcher->ab.nodes_shown, memory_order_relaxed);
}

void searcher_begin_shared(Searcher *leader) {
    shared_begin_search(leader->ab.shared);
}

void searcher_reset_nodes(Searcher *searcher) {
    atomic_store_explicit(&searcher->ab.nodes_shown, 0, memory_order_relaxed);
}

/* --- reports --- */

/* In microseconds. */
static int64_t elapsed(const Searcher *s) {
    return clock_now_us() - s->started;
}

static Turn first_turn(const Searcher *s, const Pv *line) {
    return pv_first_turn(&s->ab.params->root, line, &s->ab.root_filter, s->ab.table);
}

/* Reports the line of that index. The best one always begins with a turn. */
static void report_pv(Searcher *s, int index, int depth, Bound bound) {
    const Pv *line = &s->pvs[index];
    SearchInfo info = {.multipv = index + 1,
                       .depth = depth,
                       .seldepth = s->ab.seldepth,
                       .score = line->score,
                       .bound = bound,
                       .nodes = s->ab.nodes,
                       .elapsed_ms = elapsed(s) / 1000,
                       .hashfull = table_hashfull(s->ab.table)};
    info.pv_count = pv_turns(&s->ab.params->root, line, info.pv);
    if (info.pv_count == 0)
        info.pv[info.pv_count++] = first_turn(s, line);
    if (index == 0 && bound == BOUND_EXACT)
        s->best = info;
    if (s->reports.info)
        s->reports.info(s->reports.context, &info);
}

static void report_root_move(void *context, Move move, int number) {
    const Searcher *s = context;
    if (s->reports.currmove && elapsed(s) >= REPORT_DELAY_US)
        s->reports.currmove(s->reports.context, s->depth, move, number);
}

/* --- one iteration --- */

/* Keeps the root's line if this search has found one; an aborted one may have. */
static bool copy_pv(const Searcher *s, Pv *line) {
    const PvTable *found = &s->ab.pv_table;
    if (found->count[0] == 0)
        return false;
    line->count = found->count[0];
    memcpy(line->moves, found->moves[0], (size_t)line->count * sizeof(Move));
    return true;
}

/* Finds the best line that may still be chosen and puts it at the index, with a window around the
 * score that is there, which is widened until the new one fits in. False: nothing was found. */
static bool aspiration_search(Searcher *s, int index) {
    Pv *line = &s->pvs[index];
    Score window = ASPIRATION_WINDOW;
    Score alpha = -SCORE_INFINITE, beta = SCORE_INFINITE;
    bool found = false;
    if (s->depth >= ASPIRATION_FROM_DEPTH && !score_is_decisive(line->score)) {
        alpha = line->score - window;
        beta = line->score + window;
    }
    for (;;) {
        Score score = alphabeta_search(&s->ab, alpha, beta, s->depth);
        found |= copy_pv(s, line);
        if (s->ab.aborted)
            return found;
        line->score = score;
        bool low = score <= alpha && alpha > -SCORE_INFINITE;
        bool high = score >= beta && beta < SCORE_INFINITE;
        if (!low && !high)
            return found;
        if (elapsed(s) >= REPORT_DELAY_US)
            report_pv(s, index, s->depth, high ? BOUND_LOWER : BOUND_UPPER);
        window *= 4;
        if (low)
            alpha = window > 1000 ? -SCORE_INFINITE : score - window;
        else
            beta = window > 1000 ? SCORE_INFINITE : score + window;
    }
}

/* Moves the last of the lines up to where its score belongs. */
static void insert_sorted(Pv *pvs, int index) {
    Pv line = pvs[index];
    for (; index > 0 && pvs[index - 1].score < line.score; index--)
        pvs[index] = pvs[index - 1];
    pvs[index] = line;
}

/* Finds the best line, the best of those that begin with another turn, and so on. */
static void search_multipv(Searcher *s) {
    s->ab.seldepth = 0;
    for (int i = 0; i < s->multipv; i++) {
        s->ab.root_filter.excluded_count = i;
        bool found = aspiration_search(s, i);
        if (s->ab.aborted)
            break;
        if (!found) {
            s->multipv = i; /* there are no more turns */
            break;
        }
        s->excluded[i] = first_turn(s, &s->pvs[i]);
        insert_sorted(s->pvs, i);
    }
    s->ab.root_filter.excluded_count = 0;
}

/* --- the team --- */

static void reject_turn(Searcher *s, Turn turn) {
    if (s->rejected_count < REJECTED_MAX)
        s->rejected[s->rejected_count++] = turn;
}

/* Goes on from the deepest iteration that another thread has finished, unless that does not know
 * what is known here. */
static bool adopt_shared_iteration(Searcher *s) {
    SharedState *shared = s->ab.shared;
    Pv line;
    int depth = shared_iteration(shared, &line);
    s->ab.aborted = s->ab.iteration_shared = false;
    if (depth < s->depth)
        return false;
    if (!score_is_decisive(line.score) &&
        turn_is_among(s->rejected, s->rejected_count, first_turn(s, &line))) {
        shared_withdraw_iteration(shared, depth);
        return false;
    }
    s->pvs[0] = line;
    s->depth = depth;
    return true;
}

/* Finishes an iteration, or another thread does, perhaps a deeper one: the first to do so has done
 * it for all. False: it was told to stop. */
static bool iterate(Searcher *s) {
    AlphaBeta *ab = &s->ab;
    bool shares_iterations = shared_threads(ab->shared) > 1 && ab->params->multipv <= 1;
    do {
        ab->shared_iteration_depth = shares_iterations ? s->depth : INT_MAX;
        search_multipv(s);
        if (!ab->aborted && shares_iterations)
            shared_report_iteration(ab->shared, s->depth, &s->pvs[0]);
        if (!ab->iteration_shared)
            return !ab->aborted;
    } while (!adopt_shared_iteration(s));
    return true;
}

/* --- iterative deepening --- */

/* The time for new iterations is over. While pondering another may begin, but ponderhit ends it. */
static bool stop_on_time(Searcher *s) {
    if (!atomic_load(&s->ab.signals->pondering))
        return true;
    s->ab.deadline = s->started;
    return false;
}

static bool is_forced(const SearchParams *params) {
    MoveList list;
    outcome_find(&params->root, &list);
    return params->root.rules->halfmoves_per_turn == 1 &&
           (list.count == 1 || params->searchmove_count == 1);
}

/* Notes whether the best turn is still the same. */
static void update_stability(Searcher *s) {
    Turn turn = first_turn(s, &s->pvs[0]);
    s->stability = turn_equal(turn, s->best_turn) ? s->stability + 1 : 0;
    s->best_turn = turn;
}

/* How long new iterations may begin: the longer, the less is settled. */
static int64_t scaled_soft_limit(const Searcher *s) {
    static const int STABILITY_PERCENT[] = {150, 120, 100, 90, 80, 70};
    enum { STABILITY_MAX = sizeof STABILITY_PERCENT / sizeof *STABILITY_PERCENT - 1 };
    if (s->budget.soft == INT64_MAX)
        return INT64_MAX;
    return max64(s->budget.soft * STABILITY_PERCENT[min64(s->stability, STABILITY_MAX)] / 100,
                 s->budget.least);
}

/* Is another iteration of no use, or not to be finished in time? */
static bool should_stop_deepening(Searcher *s) {
    const SearchParams *params = s->ab.params;
    const Limits *limits = &params->limits;
    Score score = s->pvs[0].score;
    if (limits->mate > 0 && score >= SCORE_MATE_IN_MAX_PLY &&
        search_mate_distance(params->root.rules, score) <= limits->mate)
        return true;
    if (elapsed(s) >= scaled_soft_limit(s) && stop_on_time(s))
        return true;
    if (s->budget.soft == INT64_MAX && limits->mate == 0)
        return false;
    if (score_is_decisive(score)) /* the end has been seen from nearer than the horizon */
        return SCORE_MATE - abs(score) <= s->depth;
    return limits->time.has_clock && is_forced(params);
}

static void begin(Searcher *s, const SearchParams *params, const Signals *signals,
                  const Reports *reports) {
    AlphaBeta *ab = &s->ab;
    s->reports = *reports;
    s->started = clock_now_us();
    s->budget = time_management_budget(&params->limits.time);
    s->multipv = params->multipv > 1 ? params->multipv : 1;
    s->best.pv_count = 0;
    s->best_turn = (Turn){0};
    s->stability = 0;
    s->verified = (Turn){0};
    s->rejected_count = 0;
    ab->params = params;
    ab->network =
        params->network ? params->network : evaluate_builtin_network(params->root.rules->family);
    ab->accumulator.network = NULL;
    s->pvs[0] = (Pv){.score = evaluate(ab->network, &ab->accumulator, &params->root)};
    ab->signals = signals;
    ab->root_filter = (RootFilter){.searchmoves = params->searchmoves,
                                   .searchmove_count = params->searchmove_count,
                                   .excluded = s->excluded};
    ab->root_report = report_root_move;
    ab->root_context = s;
    ab->deadline =
        s->started < INT64_MAX - s->budget.hard ? s->started + s->budget.hard : INT64_MAX;
    ab->nodes_max = params->limits.nodes ? params->limits.nodes : UINT64_MAX;
    ab->full_width = params->limits.mate > 0;
    ab->aborted = ab->iteration_shared = false;
    ab->shared_iteration_depth = INT_MAX;
    ab->nodes = 0;
    ab->seldepth = 0;
    searcher_reset_nodes(s);
    memset(ab->ordering.killers, 0, sizeof ab->ordering.killers);
}

/* A win in N turns takes 2N - 1 turns of both players. */
static int depth_for_mate(const SearchParams *params) {
    int64_t turns = 2 * (int64_t)params->limits.mate - 1;
    return (int)min64(turns * params->root.rules->halfmoves_per_turn, MAX_PLY - 1);
}

static int depth_limit(const SearchParams *params) {
    int max_depth = MAX_PLY - 1;
    if (params->limits.mate > 0)
        max_depth = depth_for_mate(params);
    if (params->limits.depth > 0)
        max_depth = (int)min64(params->limits.depth, max_depth);
    return (int)max64(max_depth, params->root.rules->halfmoves_per_turn);
}

/* Reports the best line once more if it has changed since, or was never reported. */
static const SearchInfo *conclude(Searcher *s, int depth) {
    s->ab.nodes_shown = s->ab.nodes;
    bool is_reported = s->best.pv_count > 0 && turn_equal(s->best.pv[0], first_turn(s, &s->pvs[0]));
    if (!is_reported)
        report_pv(s, 0, depth, BOUND_EXACT);
    return &s->best;
}

/* --- forced wins --- */

/* Only where the answer is wanted as soon as there is a good one. */
static bool may_run_proof_search(const Searcher *s) {
    const SearchParams *params = s->ab.params;
    return !s->ab.is_helper && params->multipv <= 1 && params->searchmove_count == 0 &&
           params->limits.depth == 0 && params->limits.mate == 0 && !is_forced(params) &&
           (s->budget.soft < INT64_MAX || params->limits.nodes > 0);
}

/* Looks for a forced win, from that time on for one of so many shares of the search. Returns how
 * many half-moves of `line` it takes; 0: none was found. */
static int run_proof_search(Searcher *s, const SearchParams *params, int64_t from, int share,
                            Move line[MAX_PLY]) {
    int64_t deadline = s->budget.soft < INT64_MAX ? from + s->budget.soft / share : INT64_MAX;
    uint64_t nodes = params->limits.nodes ? params->limits.nodes / (uint64_t)share : UINT64_MAX;
    int count = prover_run(s->ab.prover, params, s->ab.signals, deadline, nodes, line);
    s->ab.nodes += prover_nodes(s->ab.prover);
    return count;
}

/* Spends a part of the search's time on looking for a forced win. Found, it is the best line. */
static bool find_forced_win(Searcher *s) {
    Pv *line = &s->pvs[0];
    Move moves[MAX_PLY];
    int count = run_proof_search(s, s->ab.params, s->started, PROOF_SHARE, moves);
    if (count == 0)
        return false;
    *line = (Pv){.count = count, .score = score_mate_in(count)};
    memcpy(line->moves, moves, (size_t)count * sizeof(Move));
    s->ab.seldepth = count;
    report_pv(s, 0, count, BOUND_EXACT);
    return true;
}

/* Before the best turn is trusted, a forced win of the other player is looked for after it. If
 * there is one the table learns it, and another turn may turn out to be better: the iteration is
 * not finished. */
static bool verification_fails(Searcher *s) {
    const SearchParams *params = s->ab.params;
    Turn turn = first_turn(s, &s->pvs[0]);
    if (turn_equal(turn, s->verified) || score_is_decisive(s->pvs[0].score))
        return false;
    SearchParams reply = {.history = params->history,
                          .history_count = params->history_count,
                          .limits = params->limits};
    Move moves[MAX_PLY];
    turn_apply(&reply.root, &params->root, turn);
    if (outcome_is_over(outcome_of(&reply.root)) || outcome_pass_is_forced(&reply.root))
        return false;
    s->verified = turn;
    int count = run_proof_search(s, &reply, clock_now_us(), VERIFICATION_SHARE, moves);
    if (count == 0)
        return false;
    table_store(s->ab.table, reply.root.key, turn.count,
                &(TableEntry){.move = moves[0],
                              .score = score_mate_in(count + turn.count),
                              .depth = TABLE_DEPTH_MAX,
                              .bound = BOUND_LOWER});
    reject_turn(s, turn);
    shared_withdraw_iteration(s->ab.shared, s->depth);
    return true;
}

/* Has enough of the search passed for its best turn to be verified? */
static bool is_time_to_verify(const Searcher *s) {
    const Limits *limits = &s->ab.params->limits;
    return limits->nodes ? s->ab.nodes >= limits->nodes / VERIFICATION_FROM
                         : elapsed(s) >= s->budget.soft / VERIFICATION_FROM;
}

const SearchInfo *search_run(Searcher *s, const SearchParams *params, const Signals *signals,
                             const Reports *reports) {
    int min_depth = params->root.rules->halfmoves_per_turn;
    int max_depth = depth_limit(params);
    int done = 0;
    begin(s, params, signals, reports);
    /* On a board full of captures even the first iteration may not end in time. Before it every
     * half-move is looked at, and no further. */
    s->depth = ALPHABETA_DEPTH_MIN;
    aspiration_search(s, 0);
    bool runs_proof_search = may_run_proof_search(s);
    if (runs_proof_search && find_forced_win(s))
        return conclude(s, s->best.depth);
    s->depth = min_depth;
    for (; s->depth <= max_depth && !s->ab.aborted && iterate(s); s->depth++) {
        if (runs_proof_search && is_time_to_verify(s) && verification_fails(s)) {
            s->depth--;
            continue;
        }
        done = s->depth;
        for (int i = 0; i < s->multipv; i++)
            report_pv(s, i, done, BOUND_EXACT);
        update_stability(s);
        if (should_stop_deepening(s))
            break;
    }
    return conclude(s, done);
}

int search_mate_distance(const Ruleset *rules, Score score) {
    int halfmoves = SCORE_MATE - abs(score);
    int turns = (halfmoves + rules->halfmoves_per_turn - 1) / rules->halfmoves_per_turn;
    int own_turns = (turns + 1) / 2;
    return score > 0 ? own_turns : -own_turns;
}
