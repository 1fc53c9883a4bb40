#include "search/search.h"

#include "base/minmax.h"
#include "base/os/clock.h"
#include "search/alphabeta.h"
#include "search/tunables.h"
#include "tablebase/probe.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    ASPIRATION_WINDOW_MAX = 1000, /* a window wider than this becomes an open one */
    ASPIRATION_DEPTH_MIN = 5,
    REPORT_DELAY_US = 3000000, /* until then, no reports are made within an iteration */
};

#ifdef TUNE
#define TUNABLE_DEFINITION(name, value, minimum, maximum, step) int name = (value);
TUNABLES(TUNABLE_DEFINITION)
#endif

static const Turn NO_TURN = {0};
static const TurnFilter NO_FILTER = {0};

/* What the iterations of a search so far say about the best turn. */
typedef struct {
    Turn best_turn;
    int stability;      /* the number of iterations for which best_turn has been the same */
    Turn verified;      /* the last turn that was verified */
    int rejected_count; /* the turns after which a forced win for the opponent was found */
    bool all_rejected;  /* that is every turn, so none is excluded */
} DeepeningState;

struct SearchThread {
    SearchShared *shared;
    SearchRole role;
    StopCheck stop;
    AlphaBeta *ab;

    /* The current search. */
    const SearchParams *params;
    const Signals *signals;
    const Reports *reports;
    uint64_t nodes_max; /* this thread's share of the limit; 0: no limit */
    int64_t started;    /* by clock_now_us */
    TimeBudget budget;
    SearchInfo best; /* the last report of the best turn */
    DeepeningState deepening;

    /* The current iteration. */
    int depth;
    int seldepth;
    Pv pvs[MULTIPV_MAX]; /* sorted by score */
    int multipv; /* number of lines: as many as requested, but no more than there are turns */
    Turn excluded[MULTIPV_MAX]; /* the rejected turns, then those of the lines found so far */
    TurnFilter filter;          /* the turns searched in this iteration */
};

SearchThread *search_thread_new(SearchShared *shared, SearchRole role) {
    SearchThread *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->shared = shared;
    s->role = role;
    stop_check_init(&s->stop, shared, role == SEARCH_HELPER);
    s->ab = alphabeta_new(shared, &s->stop);
    if (!s->ab) {
        free(s);
        return NULL;
    }
    if (role == SEARCH_HELPER)
        shared->helpers[shared->helper_count++] = s;
    return s;
}

void search_thread_free(SearchThread *thread) {
    if (!thread)
        return;
    if (thread->role == SEARCH_HELPER)
        thread->shared->helper_count--;
    alphabeta_free(thread->ab);
    free(thread);
}

uint64_t search_thread_nodes(const SearchThread *thread) {
    return stop_check_nodes_shown(&thread->stop);
}

void search_thread_reset_counts(SearchThread *thread) {
    stop_check_reset_nodes_shown(&thread->stop);
    alphabeta_reset_tablebase_hits(thread->ab);
}

/* --- reports --- */

/* Is time counted in nodes? Then it is only this thread's nodes that count. */
static bool counts_nodes(const SearchThread *s) {
    return s->params->limits.time.nodes_per_ms > 0;
}

/* The time since the search started, in microseconds. */
static int64_t elapsed(const SearchThread *s) {
    if (counts_nodes(s))
        return (int64_t)stop_check_nodes(&s->stop) * 1000 / s->params->limits.time.nodes_per_ms;
    return clock_now_us() - s->started;
}

/* The time `us` microseconds after `from`, by clock_now_us; INT64_MAX (never) if there is no limit,
 * or if time is counted in nodes. */
static int64_t deadline_after(const SearchThread *s, int64_t from, int64_t us) {
    return counts_nodes(s) || us >= INT64_MAX - from ? INT64_MAX : from + us;
}

/* The smaller of two node limits: `nodes` and, if time is counted in nodes, as many as stand for
 * `us` microseconds. */
static uint64_t nodes_within(const SearchThread *s, int64_t us, uint64_t nodes) {
    if (!counts_nodes(s) || us == INT64_MAX)
        return nodes;
    double limit = (double)us * (double)s->params->limits.time.nodes_per_ms / 1000;
    return limit < (double)nodes ? (uint64_t)limit : nodes;
}

static Turn first_turn(const SearchThread *s, const Pv *pv) {
    return pv_first_turn(&s->params->root.pos, pv, &s->filter, s->shared->table);
}

/* Reports the line `index`. The reported depth is at least 1, because in UCI depth 0 means that the
 * game is over. */
static void report_pv(SearchThread *s, int index) {
    const SearchParams *params = s->params;
    Pv *pv = &s->pvs[index];
    if (score_is_decisive(pv->score)) {
        pv_follow_table(pv, &params->root.pos, s->shared->table);
        pv->count = probe_complete_line(params->tablebase, params->root.tournament_draws,
                                        &params->root.pos, pv->moves, pv->count);
    }
    SearchInfo info = {.multipv = index + 1,
                       .depth = pv->depth > 0 ? pv->depth : 1,
                       .seldepth = s->seldepth,
                       .score = pv->score,
                       .bound = pv->bound,
                       .nodes = stop_check_nodes(&s->stop),
                       .tablebase_hits = alphabeta_tablebase_hits(s->ab),
                       .elapsed_ms = elapsed(s) / 1000,
                       .hashfull = table_hashfull(s->shared->table)};
    info.pv_count = pv_turns(&params->root.pos, pv, info.pv);
    if (info.pv_count == 0)
        info.pv[info.pv_count++] = first_turn(s, pv);
    if (index == 0)
        s->best = info;
    if (!s->reports->info)
        return;
    for (int i = 0; i < s->shared->helper_count; i++) {
        info.nodes += search_thread_nodes(s->shared->helpers[i]);
        info.tablebase_hits += alphabeta_tablebase_hits(s->shared->helpers[i]->ab);
    }
    s->reports->info(s->reports->context, &info);
}

static void report_currmove(void *context, Move move, int number) {
    const SearchThread *s = context;
    if (s->reports->currmove && elapsed(s) >= REPORT_DELAY_US)
        s->reports->currmove(s->reports->context, s->depth, move, number);
}

/* --- one iteration --- */

/* Searches the root once, the turn `first` before the others if turns are excluded. Updates *pv if
 * the search found a line, even if it was stopped, and its score if it found one or was not
 * stopped. */
static RootResult search_root(SearchThread *s, Score alpha, Score beta, Turn first, Pv *pv) {
    RootResult result = alphabeta_search(s->ab, alpha, beta, s->depth, first, pv);
    s->seldepth = result.seldepth > s->seldepth ? result.seldepth : s->seldepth;
    if (result.has_pv || !stop_check_is_stopped(&s->stop)) {
        bool low = result.score <= alpha && alpha > -SCORE_INFINITE;
        bool high = result.score >= beta && beta < SCORE_INFINITE;
        pv->score = result.score;
        pv->bound = high ? BOUND_LOWER : low ? BOUND_UPPER : BOUND_EXACT;
        pv->depth = s->depth;
    }
    return result;
}

/* Finds the best turn that is not excluded. Begins with a narrow window around the last score of
 * line `index`, and widens it until the new score lies inside. Returns false if there is none. */
static bool aspiration_search(SearchThread *s, int index, Turn first) {
    Pv *pv = &s->pvs[index];
    Score window = ASPIRATION_WINDOW;
    Score alpha = -SCORE_INFINITE, beta = SCORE_INFINITE;
    bool found = false;
    if (s->depth >= ASPIRATION_DEPTH_MIN && !score_is_decisive(pv->score)) {
        alpha = pv->score - window;
        beta = pv->score + window;
    }
    for (;;) {
        found |= search_root(s, alpha, beta, first, pv).has_pv;
        if (stop_check_is_stopped(&s->stop) || pv->bound == BOUND_EXACT)
            return found;
        if (elapsed(s) >= REPORT_DELAY_US)
            report_pv(s, index);
        window *= 4;
        bool open = window > ASPIRATION_WINDOW_MAX;
        if (pv->bound == BOUND_UPPER)
            alpha = open ? -SCORE_INFINITE : pv->score - window;
        else
            beta = open ? SCORE_INFINITE : pv->score + window;
    }
}

/* Finds a best turn fast, by evaluating what follows each turn statically. */
static bool shallow_search(SearchThread *s) {
    s->depth = alphabeta_static_depth(s->ab);
    return aspiration_search(s, 0, NO_TURN);
}

/* Moves the last line up to where its score belongs. */
static void insert_sorted(Pv *pvs, int index) {
    Pv pv = pvs[index];
    for (; index > 0 && pvs[index - 1].score < pv.score; index--)
        pvs[index] = pvs[index - 1];
    pvs[index] = pv;
}

/* The first of the turns that is not excluded. */
static Turn first_allowed(const SearchThread *s, const Turn *turns, int count) {
    for (int i = 0; i < count; i++)
        if (!turn_is_among(s->excluded, s->filter.excluded_count, turns[i]))
            return turns[i];
    return NO_TURN;
}

/* MultiPV: finds the best turn, then the best of the others, and so on. */
static void search_multipv(SearchThread *s) {
    Turn last[MULTIPV_MAX]; /* the best turns of the last iteration */
    int last_count = s->multipv, rejected = s->deepening.rejected_count;
    for (int i = 0; i < last_count; i++)
        last[i] = s->pvs[i].count > 0 ? first_turn(s, &s->pvs[i]) : NO_TURN;
    s->seldepth = 0;
    for (int i = 0; i < s->multipv; i++) {
        s->filter.excluded_count = rejected + i;
        bool found = aspiration_search(s, i, first_allowed(s, last, last_count));
        if (stop_check_is_stopped(&s->stop))
            break;
        if (!found) {
            s->multipv = i;
            break;
        }
        s->excluded[rejected + i] = first_turn(s, &s->pvs[i]);
        insert_sorted(s->pvs, i);
    }
    s->filter.excluded_count = rejected;
}

/* --- iteration sharing --- */

/* Continues from the deepest iteration that another thread has finished. Returns false if that
 * iteration is less deep than ours, or if its best turn was rejected here, in which case the
 * iteration is withdrawn. */
static bool adopt_shared_iteration(SearchThread *s) {
    Pv pv;
    int depth = shared_iteration(s->shared, &pv);
    stop_check_resume(&s->stop);
    if (depth < s->depth)
        return false;
    Turn turn = pv_first_turn(&s->params->root.pos, &pv, &NO_FILTER, s->shared->table);
    if (!score_is_decisive(pv.score) &&
        turn_is_among(s->excluded, s->deepening.rejected_count, turn)) {
        shared_withdraw_iteration(s->shared, depth);
        return false;
    }
    s->pvs[0] = pv;
    s->depth = depth;
    return true;
}

/* Finishes an iteration, or adopts one of the same or a greater depth from another thread. Returns
 * false if the search was stopped. */
static bool iterate(SearchThread *s) {
    bool shares_iterations = s->shared->helper_count > 0 && s->params->multipv <= 1;
    do {
        stop_check_share_iteration(&s->stop, shares_iterations ? s->depth : INT_MAX);
        search_multipv(s);
        StopReason reason = stop_check_reason(&s->stop);
        if (reason == STOP_NONE && shares_iterations)
            shared_report_iteration(s->shared, s->depth, &s->pvs[0]);
        if (reason != STOP_ITERATION_SHARED)
            return reason == STOP_NONE;
    } while (!adopt_shared_iteration(s));
    return true;
}

/* --- when to stop deepening --- */

static bool has_only_one_turn(const SearchParams *params) {
    MoveList list;
    outcome_find(&params->root.pos, &list);
    return params->root.pos.rules->halfmoves_per_turn == 1 &&
           (list.count == 1 || params->searchmove_count == 1);
}

/* Best-move stability: counts for how many iterations the best turn has been the same. */
static void update_stability(SearchThread *s) {
    DeepeningState *deepening = &s->deepening;
    Turn turn = first_turn(s, &s->pvs[0]);
    deepening->stability = turn_equal(turn, deepening->best_turn) ? deepening->stability + 1 : 0;
    deepening->best_turn = turn;
}

/* The time after which no new iteration begins. The more stable the best turn, the sooner it comes.
 */
static int64_t scaled_soft_limit(const SearchThread *s) {
    static const int STABILITY_PERCENT[] = {150, 120, 100, 90, 80, 70};
    enum { STABILITY_MAX = sizeof STABILITY_PERCENT / sizeof *STABILITY_PERCENT - 1 };
    if (s->budget.soft == INT64_MAX)
        return INT64_MAX;
    int percent = STABILITY_PERCENT[min64(s->deepening.stability, STABILITY_MAX)];
    return max64(s->budget.soft * percent / 100, s->budget.least);
}

/* Called where the clock gives no reason to go on: the soft limit has passed, or there is no
 * choice. While pondering, deepening continues, but ponderhit will end it. */
static bool stop_on_time(SearchThread *s) {
    if (!atomic_load(&s->signals->pondering))
        return true;
    stop_check_set_deadline(&s->stop, s->started);
    return false;
}

/* Would another iteration be useless, or unlikely to finish in time? */
static bool should_stop_deepening(SearchThread *s) {
    const Limits *limits = &s->params->limits;
    Score score = s->pvs[0].score;
    if (limits->mate > 0 && score >= SCORE_MATE_IN_MAX_PLY &&
        search_mate_distance(s->params->root.pos.rules, score) <= limits->mate)
        return true;
    if (elapsed(s) >= scaled_soft_limit(s) && stop_on_time(s))
        return true;
    if (s->budget.soft == INT64_MAX && limits->mate == 0)
        return false;
    /* A decisive score is final once the search is as deep as the end of the game. */
    if (score_is_decisive(score))
        return SCORE_MATE - abs(score) <= s->depth;
    return limits->time.has_clock && has_only_one_turn(s->params) && stop_on_time(s);
}

/* The depth of a mate search: a win in N turns takes 2N turns of both players together if the
 * opponent is forced to make the last one. */
static int depth_for_mate(const SearchParams *params) {
    int64_t turns = 2 * (int64_t)params->limits.mate;
    return (int)min64(turns * params->root.pos.rules->halfmoves_per_turn, MAX_PLY - 1);
}

static int depth_limit(const SearchParams *params) {
    int max_depth = MAX_PLY - 1;
    if (params->limits.mate > 0)
        max_depth = depth_for_mate(params);
    if (params->limits.depth > 0)
        max_depth = (int)min64(params->limits.depth, max_depth);
    return (int)max64(max_depth, params->root.pos.rules->halfmoves_per_turn);
}

/* --- forced wins, by proof-number search --- */

/* Only the leader runs proof searches, in searches for a single best turn within limited time or
 * nodes. */
static bool may_run_proof_search(const SearchThread *s) {
    const SearchParams *params = s->params;
    return s->role == SEARCH_LEADER && !params->without_proof_search && params->multipv <= 1 &&
           params->searchmove_count == 0 && params->limits.depth == 0 && params->limits.mate == 0 &&
           !has_only_one_turn(params) && (s->budget.soft < INT64_MAX || s->nodes_max > 0);
}

/* Looks for a forced win at `root`, for 1/share of the search's time or nodes, starting at the time
 * `from`, but for at most three quarters of what is left. Returns the number of half-moves in
 * `line`, or 0 if no win was found. */
static int run_proof_search(SearchThread *s, const Root *root, int64_t from, int share,
                            Move line[MAX_PLY]) {
    const SearchParams *params = s->params;
    Prover *prover = s->shared->prover;
    int64_t us = s->budget.soft < INT64_MAX ? s->budget.soft / share : INT64_MAX;
    uint64_t nodes = s->nodes_max ? s->nodes_max / (uint64_t)share : UINT64_MAX;
    uint64_t within = nodes_within(s, us, nodes);
    uint64_t most_nodes = stop_check_nodes_left(&s->stop) / 4 * 3;
    int64_t now = clock_now_us();
    int64_t most_us = max64(stop_check_deadline(&s->stop) - now, 0) / 4 * 3;
    int64_t deadline = min64(deadline_after(s, from, us), deadline_after(s, now, most_us));
    prover_set_give_up(prover, PROOF_GIVE_UP_RATIO, (uint64_t)PROOF_GIVE_UP_NODES);
    ProverParams wanted = {.root = root,
                           .tablebase = params->tablebase,
                           .stop = &s->signals->stop,
                           .deadline = deadline,
                           .nodes_max = within < most_nodes ? within : most_nodes};
    int count = prover_run(prover, &wanted, line);
    stop_check_add_nodes(&s->stop, prover_nodes(prover));
    return count;
}

/* Looks for a forced win at the root. If one is found, it becomes the best line. Worth about 60
 * Elo in spring 2007. */
static bool find_forced_win(SearchThread *s) {
    Move moves[MAX_PLY];
    int share = s->params->root.pos.rules->royal_king ? PROOF_SHARE : NON_ROYAL_PROOF_SHARE;
    int count = run_proof_search(s, &s->params->root, s->started, share, moves);
    if (count == 0)
        return false;
    s->pvs[0] =
        (Pv){.count = count, .score = score_mate_in(count), .bound = BOUND_EXACT, .depth = count};
    memcpy(s->pvs[0].moves, moves, (size_t)count * sizeof(Move));
    s->seldepth = count;
    report_pv(s, 0);
    return true;
}

/* Has the search lasted long enough for its best turn to be verified? */
static bool is_time_to_verify(const SearchThread *s) {
    uint64_t nodes = s->nodes_max;
    return (nodes && stop_check_nodes(&s->stop) >= nodes / (uint64_t)VERIFICATION_FROM) ||
           (s->budget.soft < INT64_MAX && elapsed(s) >= s->budget.soft / VERIFICATION_FROM);
}

/* Searches again, without the excluded turns, all depths less than the current one: most of what
 * that takes is in the table. Other threads' iterations, which do not exclude them, end none of
 * these. Returns false if no turn is left. */
static bool search_again(SearchThread *s) {
    int depth = s->depth;
    stop_check_share_iteration(&s->stop, INT_MAX);
    bool found = shallow_search(s);
    for (s->depth = s->params->root.pos.rules->halfmoves_per_turn;
         found && s->depth < depth && !stop_check_is_stopped(&s->stop); s->depth++)
        search_multipv(s);
    s->depth = depth;
    return found || stop_check_is_stopped(&s->stop);
}

/* Excludes the turn from now on and finds another one, so that it need not be played if the search
 * is stopped. If there is none, every turn loses by force, and none is excluded any longer. */
static void reject_turn(SearchThread *s, Turn turn) {
    DeepeningState *deepening = &s->deepening;
    s->excluded[deepening->rejected_count++] = turn;
    s->filter.excluded_count = deepening->rejected_count;
    s->pvs[0].count = 0;
    if (search_again(s))
        return;
    deepening->all_rejected = true;
    deepening->rejected_count = s->filter.excluded_count = 0;
    search_again(s);
}

/* Must the best turn be verified? */
static bool needs_verification(const SearchThread *s, Turn turn) {
    const DeepeningState *deepening = &s->deepening;
    return !deepening->all_rejected && deepening->rejected_count < MULTIPV_MAX - 1 &&
           !turn_equal(turn, deepening->verified) && !score_is_decisive(s->pvs[0].score);
}

/* Best-move verification: looks for a forced win for the opponent after the best turn. If there is
 * one, stores it in the table and rejects the turn: the iteration has to be searched again. Worth
 * about 40 Elo in spring 2007. */
static bool verification_fails(SearchThread *s) {
    const SearchParams *params = s->params;
    Turn turn = first_turn(s, &s->pvs[0]);
    if (!needs_verification(s, turn))
        return false;
    Root reply = params->root;
    Move moves[MAX_PLY];
    turn_apply(&reply.pos, &params->root.pos, turn);
    if (!outcome_can_move(&reply.pos))
        return false;
    s->deepening.verified = turn;
    int share =
        params->root.pos.rules->royal_king ? VERIFICATION_SHARE : NON_ROYAL_VERIFICATION_SHARE;
    int count = run_proof_search(s, &reply, clock_now_us(), share, moves);
    if (count == 0)
        return false;
    table_store(s->shared->table, reply.pos.key, turn.count,
                &(TableEntry){.move = moves[0],
                              .score = score_mate_in(count + turn.count),
                              .depth = TABLE_DEPTH_MAX,
                              .bound = BOUND_LOWER});
    shared_withdraw_iteration(s->shared, s->depth);
    reject_turn(s, turn);
    return true;
}

/* --- iterative deepening --- */

/* This thread's share of a limit of nodes. */
static uint64_t share_of(const SearchThread *s, uint64_t nodes) {
    return nodes > 0 ? 1 + (nodes - 1) / (uint64_t)(s->shared->helper_count + 1) : 0;
}

static void begin(SearchThread *s, const SearchParams *params, const Signals *signals,
                  const Reports *reports) {
    static const TimeLimits NO_LIMIT = {0};
    s->params = params;
    s->signals = signals;
    s->reports = reports;
    s->nodes_max = share_of(s, params->limits.nodes);
    s->started = clock_now_us();
    s->budget = time_management_budget(s->role == SEARCH_LEADER ? &params->limits.time : &NO_LIMIT);
    s->best.pv_count = 0;
    s->seldepth = 0;
    s->multipv = params->multipv > 1 ? params->multipv : 1;
    s->filter = (TurnFilter){.only = params->searchmoves,
                             .only_count = params->searchmove_count,
                             .excluded = s->excluded};
    s->deepening = (DeepeningState){0};
    stop_check_begin(&s->stop, signals, deadline_after(s, s->started, s->budget.hard),
                     nodes_within(s, s->budget.hard, s->nodes_max ? s->nodes_max : UINT64_MAX));
    alphabeta_begin(s->ab, params, &s->filter, report_currmove, s);
    for (int i = 0; i < s->multipv; i++)
        s->pvs[i].count = 0;
    s->pvs[0] = (Pv){.score = alphabeta_evaluate_root(s->ab), .bound = BOUND_EXACT};
}

/* Reports the best turn with the final numbers, unless that has been done. */
static const SearchInfo *conclude(SearchThread *s) {
    stop_check_publish_nodes(&s->stop);
    bool is_reported = s->best.pv_count > 0 &&
                       turn_equal(s->best.pv[0], first_turn(s, &s->pvs[0])) &&
                       s->best.nodes == stop_check_nodes(&s->stop);
    if (!is_reported)
        report_pv(s, 0);
    return &s->best;
}

const SearchInfo *search_run(SearchThread *thread, const SearchParams *params,
                             const Signals *signals, const Reports *reports) {
    SearchThread *s = thread;
    int max_depth = depth_limit(params);
    begin(s, params, signals, reports);

    /* 1. The minimum depth, so that there is an answer: on a board full of captures, even depth 1
     * may take too long. */
    shallow_search(s);

    /* 2. A forced win, if there is one, needs no further search. */
    bool runs_proof_search = may_run_proof_search(s);
    if (runs_proof_search && find_forced_win(s))
        return conclude(s);

    /* 3. Iterations, each one half-move deeper, until a limit is reached. */
    s->depth = params->root.pos.rules->halfmoves_per_turn;
    for (; s->depth <= max_depth && !stop_check_is_stopped(&s->stop) && iterate(s); s->depth++) {
        if (runs_proof_search && is_time_to_verify(s) && verification_fails(s)) {
            s->depth--;
            continue;
        }
        for (int i = 0; i < s->multipv; i++)
            report_pv(s, i);
        update_stability(s);
        if (should_stop_deepening(s))
            break;
    }
    return conclude(s);
}

int search_mate_distance(const Ruleset *rules, Score score) {
    int halfmoves = SCORE_MATE - abs(score);
    int turns = (halfmoves + rules->halfmoves_per_turn - 1) / rules->halfmoves_per_turn;
    int own_turns = (turns + 1) / 2;
    return score > 0 ? own_turns : -own_turns;
}
