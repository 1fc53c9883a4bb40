#include "search/alphabeta.h"

#include "base/minmax.h"
#include "eval/eval_cache.h"
#include "eval/evaluate.h"
#include "rules/outcome.h"
#include "rules/repetition.h"
#include "search/move_picker.h"
#include "search/tunables.h"
#include "tablebase/probe.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    SYZYGY_DEPTH_MIN = 1, /* the minimum depth at which the Syzygy tables are probed */
    ABDADA_DEPTH_MIN = 3, /* the minimum depth at which half-moves are marked as busy */
    EVAL_UNKNOWN = SCORE_INFINITE,
};

/* How selective the search is. Games without a royal king are won by long lines of single forced
 * captures. In them the search finds nearly twice as many of the wins in
 * tests/data/solved/antichess.fen within 300,000 nodes with null-move pruning, singular extensions,
 * a larger margin for reverse futility pruning, larger late move reductions, and a shallow
 * quiescence search that extends single replies. */
typedef struct {
    int quiescence_depth;    /* half-moves below depth 0 for which forced captures are followed */
    bool extends_quiescence; /* a forced half-move costs no depth there, either */
    int rfp_depth_max, rfp_margin;
    int lmr_scale;
    bool null_moves, singular_extensions;
} Selectivity;

struct AlphaBeta {
    SearchShared *shared;
    StopCheck *stop;
    Table *table;           /* of `shared` */
    BusyTable *busy;        /* the busy table of `shared`; NULL if there is only one thread */
    Correction *correction; /* of `shared` */
    MoveOrdering ordering;
    CurrmoveReport *report_currmove; /* may be NULL */
    void *report_context;
    const SearchParams *params;
    const Network *network;
    Accumulator accumulator;
    EvalCache eval_cache;
    bool full_width; /* neither prune nor reduce */
    Selectivity selectivity;
    const TurnFilter *filter;
    Turn root_first;  /* the turn to search first where half-moves are filtered */
    int filter_plies; /* half-moves are filtered only at plies smaller than this */
    Move root_move;   /* the root's half-move that is being searched */
    int seldepth;
    int root_depth;                  /* of the current iteration */
    _Atomic uint64_t tablebase_hits; /* written by this thread only */
    Score raw_evals[MAX_PLY + 1];    /* uncorrected evaluations of the path's quiet nodes, by ply */
    Score
        evals[MAX_PLY + 1]; /* corrected evaluations of the path's nodes, by ply, or EVAL_UNKNOWN */
    uint64_t path[MAX_PLY + 1]; /* repetition keys from the root to the current position */
    PvTable pv_table;
};

AlphaBeta *alphabeta_new(SearchShared *shared, StopCheck *stop) {
    AlphaBeta *ab = calloc(1, sizeof *ab);
    if (!ab)
        return NULL;
    ab->shared = shared;
    ab->stop = stop;
    ab->ordering.history = &shared->history;
    ab->correction = &shared->correction;
    return ab;
}

void alphabeta_free(AlphaBeta *ab) {
    free(ab);
}

uint64_t alphabeta_tablebase_hits(const AlphaBeta *ab) {
    return atomic_load_explicit(&ab->tablebase_hits, memory_order_relaxed);
}

void alphabeta_reset_tablebase_hits(AlphaBeta *ab) {
    atomic_store_explicit(&ab->tablebase_hits, 0, memory_order_relaxed);
}

static Selectivity selectivity_of(const Ruleset *rules) {
    if (rules->royal_king)
        return (Selectivity){.quiescence_depth = QUIESCENCE_DEPTH,
                             .rfp_depth_max = RFP_DEPTH_MAX,
                             .rfp_margin = RFP_MARGIN,
                             .lmr_scale = LMR_SCALE};
    return (Selectivity){.quiescence_depth = NON_ROYAL_QUIESCENCE_DEPTH,
                         .extends_quiescence = true,
                         .rfp_depth_max = NON_ROYAL_RFP_DEPTH_MAX,
                         .rfp_margin = NON_ROYAL_RFP_MARGIN,
                         .lmr_scale = NON_ROYAL_LMR_SCALE,
                         .null_moves = true,
                         .singular_extensions = true};
}

void alphabeta_begin(AlphaBeta *ab, const SearchParams *params, const TurnFilter *filter,
                     CurrmoveReport *report_currmove, void *report_context) {
    ab->table = ab->shared->table;
    ab->busy = ab->shared->helper_count > 0 ? &ab->shared->busy : NULL;
    ab->report_currmove = report_currmove;
    ab->report_context = report_context;
    ab->params = params;
    ab->filter = filter;
    ab->network = params->network ? params->network
                                  : evaluate_builtin_network(params->root.pos.rules->family);
    ab->accumulator.network = NULL;
    eval_cache_begin(&ab->eval_cache, ab->network);
    ab->full_width = search_params_full_width(params);
    ab->selectivity = selectivity_of(params->root.pos.rules);
    move_ordering_begin(&ab->ordering);
    alphabeta_reset_tablebase_hits(ab);
}

static Score raw_eval(AlphaBeta *ab, const Position *pos) {
    Score score;
    if (ab->params->eval_sample)
        eval_sample_add(ab->params->eval_sample, pos);
    if (eval_cache_probe(&ab->eval_cache, pos->key, &score))
        return score;
    score = evaluate(ab->network, &ab->accumulator, pos);
    eval_cache_store(&ab->eval_cache, pos->key, score);
    return score;
}

static Score corrected_eval(AlphaBeta *ab, const Position *pos) {
    return correction_apply(ab->correction, pos, raw_eval(ab, pos));
}

int alphabeta_static_depth(const AlphaBeta *ab) {
    return 1 - ab->selectivity.quiescence_depth;
}

Score alphabeta_evaluate_root(AlphaBeta *ab) {
    return raw_eval(ab, &ab->params->root.pos);
}

/* --- nodes --- */

/* A position in the tree, and what the rules say about it. */
typedef struct {
    Position pos;
    int ply;   /* half-moves from the root */
    Move move; /* the half-move that leads here; MOVE_NONE at the root */
    int index; /* that half-move's index in the parent's move order */
    Outcome outcome;
    bool quiet;    /* the side to move has half-moves and need not capture */
    MoveList list; /* not filled in for some quiet nodes: see make_child */
} Node;

/* Completes a node whose position, ply, move and index are set. */
static void node_init(Node *node) {
    node->outcome = outcome_find(&node->pos, &node->list);
    node->quiet = movelist_is_quiet(&node->pos, &node->list);
}

/* Does the same without generating half-moves if a fast test shows that the node is quiet.
 * Otherwise returns false, and node_init must complete the node. */
static bool node_init_quiet(Node *node) {
    node->outcome = (Outcome){.reason = PLAYING};
    node->quiet = outcome_is_surely_quiet(&node->pos);
    node->list.count = 0;
    return node->quiet;
}

/* The node's score if the game ends `plies` half-moves from the root. */
static Score end_score(const Node *node, bool drawn, Colour winner, int plies) {
    if (drawn)
        return SCORE_DRAW;
    return winner == (Colour)node->pos.player ? score_mate_in(plies) : score_mated_in(plies);
}

static void count_tablebase_hit(AlphaBeta *ab) {
    atomic_store_explicit(&ab->tablebase_hits, alphabeta_tablebase_hits(ab) + 1,
                          memory_order_relaxed);
}

/* Does the tablebase know the node's score? Not at the root, which needs a half-move. */
static bool find_tablebase_score(AlphaBeta *ab, const Node *node, Score *score) {
    TablebaseResult result;
    if (node->ply == 0 || !probe_result(ab->params->tablebase, ab->params->root.tournament_draws,
                                        &node->pos, node->ply, &result))
        return false;
    count_tablebase_hit(ab);
    *score = end_score(node, result.drawn, result.winner, node->ply + result.distance);
    return true;
}

/* Do the Syzygy tables know the node's score? They are not probed near the leaves, which would take
 * too long, nor in a search for a proof. Where the fifty-move rule is in force, they tell the
 * result only if the half-move clock is 0. */
static bool find_syzygy_score(AlphaBeta *ab, const Node *node, int depth, Score *score) {
    const SearchParams *params = ab->params;
    bool fifty = params->root.tournament_draws;
    int wdl;
    if (!params->syzygy || node->ply == 0 || depth < SYZYGY_DEPTH_MIN || ab->full_width ||
        (fifty && node->pos.halfmove_clock > 0) ||
        !syzygy_probe_wdl(params->syzygy, &node->pos, &wdl))
        return false;
    count_tablebase_hit(ab);
    int least = fifty ? 2 : 1; /* a win that the fifty-move rule draws is one without that rule */
    *score = wdl >= least    ? SCORE_TABLE_WIN - node->ply
             : wdl <= -least ? node->ply - SCORE_TABLE_WIN
                             : SCORE_DRAW;
    return true;
}

/* Is the game over, drawn by repetition, or known from a tablebase? Keeps the node's repetition
 * key. */
static bool find_known_score(AlphaBeta *ab, const Node *node, int depth, Score *score) {
    if (outcome_is_over(node->outcome)) {
        *score = end_score(node, node->outcome.drawn, node->outcome.winner, node->ply);
        return true;
    }
    ab->path[node->ply] = movegen_repetition_key(&node->pos);
    if (node->ply > 0 && repetition_is_draw(&ab->params->root, &node->pos, ab->path, node->ply)) {
        *score = SCORE_DRAW;
        return true;
    }
    return find_tablebase_score(ab, node, score) || find_syzygy_score(ab, node, depth, score);
}

/* Is the node so near the root that its half-moves are filtered (searchmoves, MultiPV)? Its score
 * is then neither read from the table nor stored in it. */
static bool is_filtered(const AlphaBeta *ab, const Node *node) {
    return node->ply < ab->filter_plies;
}

/* Drops the half-moves of turns that may not be searched. Returns false if none are left. */
static bool filter_root_moves(const AlphaBeta *ab, const Node *node, MoveList *list) {
    if (node->ply == 0)
        turn_filter_first(ab->filter, list);
    else
        turn_filter_second(ab->filter, ab->root_move, list);
    return list->count > 0;
}

/* The half-move to search first in a filtered node, whose best one is not in the table; MOVE_NONE
 * if it is unknown. */
static Move first_filtered_move(const AlphaBeta *ab, const Node *node) {
    if (node->ply == 0)
        return ab->root_first.moves[0];
    return ab->root_move == ab->root_first.moves[0] ? ab->root_first.moves[1] : MOVE_NONE;
}

static void set_currmove(AlphaBeta *ab, Move move, int number) {
    ab->root_move = move;
    if (ab->report_currmove)
        ab->report_currmove(ab->report_context, move, number);
}

/* --- the transposition table --- */

/* Does the entry's score decide the node? */
static bool entry_cuts_off(const TableEntry *entry, int depth, Score alpha, Score beta) {
    if (entry->depth < depth)
        return false;
    return entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER && entry->score >= beta) ||
           (entry->bound == BOUND_UPPER && entry->score <= alpha);
}

/* Does the entry's score end the node's search? A PV node also has to find a line, so only a proven
 * score ends it. */
static bool entry_ends_node(const TableEntry *entry, int depth, Score alpha, Score beta) {
    return entry->depth == TABLE_DEPTH_MAX ||
           (beta - alpha == 1 && entry_cuts_off(entry, depth, alpha, beta));
}

/* Has another thread meanwhile stored a score that decides the node? Always false in a PV node,
 * which also has to find a line. */
static bool tt_cutoff(const AlphaBeta *ab, const Node *node, Score alpha, Score beta, int depth,
                      TableEntry *entry) {
    return beta - alpha == 1 && node->ply > 0 && !is_filtered(ab, node) &&
           table_probe(ab->table, node->pos.key, node->ply, entry) &&
           entry_cuts_off(entry, depth, alpha, beta);
}

/* --- the static evaluation --- */

/* Does `score`, a bound, show that `eval` is too low or too high? */
static bool bound_refutes(Bound bound, Score score, Score eval) {
    return bound & (score > eval ? BOUND_LOWER : BOUND_UPPER);
}

/* The corrected evaluation, or the table's score if that is more accurate. EVAL_UNKNOWN if a
 * capture is forced, as the evaluation says little there. `entry` is NULL if the node is not in the
 * table. */
static Score static_eval(AlphaBeta *ab, const Node *node, const TableEntry *entry) {
    if (!node->quiet)
        return EVAL_UNKNOWN;
    ab->raw_evals[node->ply] = raw_eval(ab, &node->pos);
    Score eval = correction_apply(ab->correction, &node->pos, ab->raw_evals[node->ply]);
    if (!entry || score_is_decisive(entry->score))
        return eval;
    return bound_refutes(entry->bound, entry->score, eval) ? entry->score : eval;
}

/* Has the evaluation risen since the player's previous turn or, if it is unknown there, since the
 * turn before that? Yes if both are unknown; no if it is unknown now, or there was no such turn. */
static bool has_risen(const AlphaBeta *ab, const Node *node) {
    int before = node->ply - 2;
    Score eval = ab->evals[node->ply];
    if (before < 0 || eval == EVAL_UNKNOWN)
        return false;
    if (ab->evals[before] == EVAL_UNKNOWN && before >= 2)
        before -= 2;
    return ab->evals[before] == EVAL_UNKNOWN || eval > ab->evals[before];
}

typedef enum { TREND_WORSENING = -1, TREND_UNKNOWN, TREND_IMPROVING } Trend;

/* Where a turn has several half-moves the trend is left unknown: in mind control it says so little
 * that pruning by it costs about 15 Elo. */
static Trend eval_trend(const AlphaBeta *ab, const Node *node) {
    if (node->pos.rules->halfmoves_per_turn > 1)
        return TREND_UNKNOWN;
    return has_risen(ab, node) ? TREND_IMPROVING : TREND_WORSENING;
}

/* Corrects later evaluations by what the node's search has found. */
static void learn_correction(AlphaBeta *ab, const Node *node, Score score, Bound bound, int depth) {
    if (depth <= 0 || !node->quiet || abs(score) > SCORE_EVAL_MAX)
        return;
    Score eval = ab->raw_evals[node->ply];
    if (bound_refutes(bound, score, correction_apply(ab->correction, &node->pos, eval)))
        correction_update(ab->correction, &node->pos, eval, score, depth);
}

/* --- pruning and reductions --- */

/* Reverse futility pruning: near the leaves, a node whose evaluation is well above beta is cut off.
 * Worth about 50 Elo. */
static bool reverse_futility_applies(const AlphaBeta *ab, const Node *node, Score beta, int depth) {
    Score eval = ab->evals[node->ply];
    if (ab->full_width || eval == EVAL_UNKNOWN || depth > ab->selectivity.rfp_depth_max ||
        is_filtered(ab, node))
        return false;
    bool improving = eval_trend(ab, node) == TREND_IMPROVING;
    return eval - ab->selectivity.rfp_margin * (depth - improving) >= beta;
}

/* Internal iterative reductions: a node without a half-move from the table is searched one
 * half-move less deeply, because its order is poor, or because it failed low last time. At a forced
 * reply this cancels the single-reply extension; not reducing there costs 25 Elo in losers. */
static int iir_reduction(const AlphaBeta *ab, const Node *node, Move tt_move, int depth) {
    return depth >= IIR_DEPTH_MIN && tt_move == MOVE_NONE && !ab->full_width &&
           !is_filtered(ab, node);
}

/* Late move pruning: near the leaves, half-moves late in the order are skipped, unless a capture is
 * forced in this node or in the child, or every half-move so far loses by force. Returns
 * whether to skip the child at this index if it is quiet. `best` is the best score so far. Worth
 * about 40 Elo. */
static bool late_move_pruning_applies(const AlphaBeta *ab, const Node *node, int index, int depth,
                                      Score best) {
    return !ab->full_width && best > -SCORE_MATE_IN_MAX_PLY && depth <= LMP_DEPTH_MAX &&
           index >= LMP_INDEX_MIN + depth * depth * LMP_GROWTH / 1024 && node->quiet;
}

/* About 2 * log2(n), for n >= 2. */
static int twice_log(int n) {
    int log = 31 - __builtin_clz((unsigned)n);
    return 2 * log + (n >> (log - 1) & 1);
}

/* Late move reductions: half-moves late in the order are first searched at a reduced depth. Worth
 * about 40 Elo in spring 2007. The reduction grows with depth and index. It is one less if a
 * capture is forced at the child or the game is over there; this is worth about another 40 Elo. It
 * is one more if the evaluation is worsening. It is smaller for half-moves with a good history
 * score, and greater for those with a bad one. `depth` is the child's. */
static int lmr_reduction(const AlphaBeta *ab, const Node *node, const Node *child, int depth) {
    if (ab->full_width || depth < LMR_DEPTH_MIN || child->index < LMR_INDEX_MIN)
        return 0;
    bool worsening = eval_trend(ab, node) == TREND_WORSENING;
    int history = move_ordering_history(&ab->ordering, &node->pos, child->move, node->ply);
    int scaled = twice_log(depth) * twice_log(child->index) * ab->selectivity.lmr_scale -
                 history * 1024 / LMR_HISTORY + 1024 * (worsening - !child->quiet);
    return (int)min64(max64(scaled / 1024, 0), depth - 1);
}

/* --- the tree --- */

/* Quiescence search: at depth 0 and below, a quiet node is a leaf. Where captures are forced, there
 * is no stand pat: the captures are followed until the position is quiet, or down to the depth
 * limit. In rulesets that extend single replies, a forced capture is searched even below it. */
static bool is_leaf(const AlphaBeta *ab, const Node *node, int depth) {
    bool follows = ab->selectivity.extends_quiescence && !node->quiet && node->list.count == 1;
    return node->ply >= MAX_PLY - 1 || (depth <= -ab->selectivity.quiescence_depth && !follows) ||
           (depth <= 0 && node->ply > 0 && node->quiet);
}

/* Makes the child that a half-move leads to. To save time, a child that a fast test shows to be
 * quiet gets no list of half-moves, unless `needs_list` is set or they will be filtered. */
static void make_child(const AlphaBeta *ab, const Node *node, Move move, bool needs_list,
                       Node *child) {
    position_apply(&child->pos, &node->pos, move);
    child->move = move;
    if (!needs_list && !is_filtered(ab, child) && node_init_quiet(child))
        return;
    table_prefetch(ab->table, child->pos.key);
    node_init(child);
}

static Score search_node(AlphaBeta *ab, const Node *node, Score alpha, Score beta, int depth);

/* A child's score from the point of view of the player to move at the parent. */
static Score search_child(AlphaBeta *ab, const Node *parent, const Node *child, Score alpha,
                          Score beta, int depth) {
    if (child->pos.player == parent->pos.player)
        return search_node(ab, child, alpha, beta, depth);
    return -search_node(ab, child, -beta, -alpha, depth);
}

/* Principal variation search (Marsland and Campbell, 1982): only the first child is searched with
 * the whole window. The others must first beat alpha in a null window; before that, late ones must
 * beat it at a reduced depth. */
static Score search_pvs(AlphaBeta *ab, const Node *node, const Node *child, Score alpha, Score beta,
                        int depth) {
    int reduction = lmr_reduction(ab, node, child, depth);
    if (reduction > 0 &&
        search_child(ab, node, child, alpha, alpha + 1, depth - reduction) <= alpha)
        return alpha;
    if (child->index > 0) {
        Score score = search_child(ab, node, child, alpha, alpha + 1, depth);
        if (score <= alpha || score >= beta)
            return score;
    }
    return search_child(ab, node, child, alpha, beta, depth);
}

/* The experience bonus for a root turn; 0 unless the half-move to the child completes such a turn.
 */
static Score experience_bonus_of(const AlphaBeta *ab, const Node *node, const Node *child) {
    const SearchParams *params = ab->params;
    if (!params->experience || child->ply != params->root.pos.rules->halfmoves_per_turn)
        return 0;
    return experience_bonus(params->experience, &child->pos, (Colour)node->pos.player);
}

/* Adds the bonus to a score, but leaves proven scores unchanged. */
static Score add_bonus(Score score, Score bonus) {
    return score_is_decisive(score) ? score : score + bonus;
}

/* Searches a child and adds the experience bonus to its score. */
static Score search_move(AlphaBeta *ab, const Node *node, const Node *child, Score alpha,
                         Score beta, int depth) {
    Score bonus = experience_bonus_of(ab, node, child);
    Score score =
        search_pvs(ab, node, child, add_bonus(alpha, -bonus), add_bonus(beta, -bonus), depth);
    return add_bonus(score, bonus);
}

/* The result of search_moves. */
typedef struct {
    Score score;
    Move move;      /* the best half-move; MOVE_NONE if none raised alpha */
    bool tt_cutoff; /* the score is from the table, where another thread stored it */
} MovesResult;

/* How deeply the half-moves of a node are searched. */
typedef struct {
    int depth;     /* the node's */
    int extension; /* by how much more the first half-move is searched */
    bool excludes; /* one of the node's half-moves is not in the list */
} MovesDepth;

/* The depth of the child at this index. Single-reply extension: a forced half-move costs no depth.
 */
static int child_depth_of(const AlphaBeta *ab, const MoveList *list, MovesDepth how, int index) {
    bool is_forced = list->count == 1 && !how.excludes;
    if (is_forced && (how.depth > 0 || ab->selectivity.extends_quiescence))
        return how.depth;
    return how.depth - 1 + (index == 0 ? how.extension : 0);
}

/* Steps 10 to 15 of search_node: searches the half-moves of the list, in order. */
static MovesResult search_moves(AlphaBeta *ab, const Node *node, const MoveList *list, Score alpha,
                                Score beta, MovesDepth how) {
    int depth = how.depth;
    MovesResult result = {.score = -SCORE_INFINITE, .move = MOVE_NONE};
    bool pv_node = beta - alpha > 1;
    BusyTable *busy = depth >= ABDADA_DEPTH_MIN && !how.excludes ? ab->busy : NULL;
    TableEntry entry;
    MovePicker picker;
    MoveList tried;
    Node child;
    tried.count = 0;
    child.ply = node->ply + 1;
    move_picker_init(&picker, list, busy, node->pos.key);
    while ((child.index = move_picker_next(&picker)) != MOVE_PICKER_END) {
        Move move = list->moves[child.index];
        int child_depth = child_depth_of(ab, list, how, child.index);

        /* 10. By now another thread may have finished this node. */
        if (busy && child.index > 0 && tt_cutoff(ab, node, alpha, beta, depth, &entry))
            return (MovesResult){.score = entry.score, .tt_cutoff = true};

        /* 11. Make the half-move. */
        bool skips_quiet =
            !pv_node && late_move_pruning_applies(ab, node, child.index, depth, result.score);
        if (node->ply == 0)
            set_currmove(ab, move, child.index + 1);
        make_child(ab, node, move, child_depth > 0 && !skips_quiet, &child);

        /* 12. Late move pruning. */
        if (skips_quiet && child.quiet)
            continue;

        /* 13. Search the child. Meanwhile other threads take other half-moves first. */
        tried.moves[tried.count++] = move;
        move_ordering_push(&ab->ordering, &node->pos, move, node->ply);
        move_picker_start(&picker, child.index);
        Score score = search_move(ab, node, &child, alpha, beta, child_depth);
        move_picker_finish(&picker, child.index);
        if (stop_check_is_stopped(ab->stop))
            break;

        /* 14. Keep the best score and, if it raises alpha, the half-move and its line. */
        if (score <= result.score)
            continue;
        result.score = score;
        if (score <= alpha)
            continue;
        result.move = move;
        pv_table_update(&ab->pv_table, node->ply, move);
        alpha = score;

        /* 15. Beta cutoff: killers and histories learn which half-move caused it. */
        if (score >= beta) {
            move_ordering_update(&ab->ordering, &node->pos, &tried, depth > 0 ? depth : 0,
                                 node->ply);
            break;
        }
    }
    return result;
}

/* Stores the result of a search in the table, and learns from it how far off the evaluation was. */
static void keep_result(AlphaBeta *ab, const Node *node, const MovesResult *result, Bound bound,
                        int depth) {
    learn_correction(ab, node, result->score, bound, depth);
    table_store(ab->table, node->pos.key, node->ply,
                &(TableEntry){
                    .move = result->move, .score = result->score, .depth = depth, .bound = bound});
}

/* Null-move pruning (Beal, 1989): a node is cut off if a search that is less deep finds that even
 * passing is good enough. It is tried only where the evaluation says so, too; not after another
 * pass; and not where zugzwang is likely: with few pieces, or if one side has only pawns left. */
static bool null_move_cuts_off(AlphaBeta *ab, const Node *node, Score beta, int depth) {
    const Position *pos = &node->pos;
    Bitboard pawns = pos->by_type[PAWN];
    if (!ab->selectivity.null_moves || ab->full_width || depth < NULL_DEPTH_MIN ||
        is_filtered(ab, node) || node->move == MOVE_PASS || score_is_decisive(beta) ||
        ab->evals[node->ply] == EVAL_UNKNOWN || ab->evals[node->ply] < beta ||
        popcount(pos->by_colour[WHITE] | pos->by_colour[BLACK]) < NULL_PIECES_MIN ||
        !(pos->by_colour[WHITE] & ~pawns) || !(pos->by_colour[BLACK] & ~pawns))
        return false;
    Node child;
    child.ply = node->ply + 1;
    child.move = MOVE_PASS;
    child.index = 0;
    position_apply(&child.pos, pos, MOVE_PASS);
    node_init(&child);
    if (outcome_is_over(child.outcome))
        return false;
    move_ordering_push(&ab->ordering, pos, MOVE_PASS, node->ply);
    int reduced = depth - (NULL_REDUCTION + NULL_GROWTH * depth) / 1024;
    return search_child(ab, node, &child, beta - 1, beta, reduced > 0 ? reduced : 0) >= beta;
}

/* Steps 6 and 7 of search_node. */
static bool is_pruned(AlphaBeta *ab, const Node *node, Score beta, int depth, Score *score) {
    if (reverse_futility_applies(ab, node, beta, depth)) {
        *score = ab->evals[node->ply];
        return true;
    }
    *score = beta;
    return null_move_cuts_off(ab, node, beta, depth);
}

/* Singular extension (Anantharaman, Campbell and Hsu, 1990): may the half-move from the table, the
 * first of the list, be the only good one? Then all others are searched. If all are worse by a
 * margin, it is searched more deeply. Otherwise, if its score minus the margin is at least beta,
 * two half-moves are good enough for a beta cutoff (multi-cut, Björnsson and Marsland, 1999). */
static bool may_be_singular(const AlphaBeta *ab, const Node *node, const MoveList *list,
                            const TableEntry *entry, int depth) {
    return ab->selectivity.singular_extensions && !ab->full_width && depth >= SINGULAR_DEPTH_MIN &&
           node->ply > 0 && node->ply < 2 * ab->root_depth && !is_filtered(ab, node) &&
           list->count > 1 && list->moves[0] == entry->move && (entry->bound & BOUND_LOWER) &&
           entry->depth >= depth - 3 && !score_is_decisive(entry->score);
}

/* Searches all half-moves but the first at half the depth: do they stay below the limit? */
static bool others_fail(AlphaBeta *ab, const Node *node, const MoveList *list, Score limit,
                        int depth) {
    MoveList others;
    others.count = list->count - 1;
    memcpy(others.moves, list->moves + 1, (size_t)others.count * sizeof *others.moves);
    MovesDepth how = {.depth = (depth - 1) / 2, .excludes = true};
    Score score = search_moves(ab, node, &others, limit - 1, limit, how).score;
    pv_table_clear(&ab->pv_table, node->ply);
    return score < limit;
}

/* Step 9 of search_node: sets the extension of the first half-move. Returns a score that two
 * half-moves are known to reach, or -SCORE_INFINITE. */
static Score singular_search(AlphaBeta *ab, const Node *node, const MoveList *list,
                             const TableEntry *entry, MovesDepth *how) {
    if (!may_be_singular(ab, node, list, entry, how->depth))
        return -SCORE_INFINITE;
    Score limit = entry->score - SINGULAR_MARGIN * how->depth;
    how->extension = others_fail(ab, node, list, limit, how->depth);
    return how->extension ? -SCORE_INFINITE : limit;
}

/* Searches a node `depth` half-moves deep and returns its score, which is a bound if it is outside
 * (alpha, beta), and meaningless once the search is stopped. */
static Score search_node(AlphaBeta *ab, const Node *node, Score alpha, Score beta, int depth) {
    const Position *pos = &node->pos;
    int ply = node->ply;
    bool pv_node = beta - alpha > 1;

    /* 1. Count the node, and stop at a limit or when told to. */
    pv_table_clear(&ab->pv_table, ply);
    ab->seldepth = ply > ab->seldepth ? ply : ab->seldepth;
    if (stop_check_node(ab->stop))
        return SCORE_DRAW;

    /* 2. The rules or a tablebase give the score. */
    Score score;
    if (find_known_score(ab, node, depth, &score))
        return score;

    /* 3. Near the root, drop the turns that may not be searched. */
    MoveList list;
    movelist_copy(&list, &node->list);
    bool filtered = is_filtered(ab, node);
    if (filtered && !filter_root_moves(ab, node, &list))
        return -SCORE_INFINITE;

    /* 4. At a leaf, return the static evaluation. */
    if (is_leaf(ab, node, depth))
        return corrected_eval(ab, pos);

    /* 5. Transposition table. */
    TableEntry entry = {.move = MOVE_NONE};
    bool tt_hit = table_probe(ab->table, pos->key, ply, &entry);
    if (tt_hit && !filtered && ply > 0 && entry_ends_node(&entry, depth, alpha, beta))
        return entry.score;

    /* 6 and 7. Prune by the evaluation, or because even passing would be good enough. */
    ab->evals[ply] = static_eval(ab, node, tt_hit ? &entry : NULL);
    if (!pv_node && is_pruned(ab, node, beta, depth, &score))
        return score;

    /* 8. Order the half-moves, best first. Without one from the table, reduce the depth. */
    depth -= iir_reduction(ab, node, entry.move, depth);
    Move first = filtered ? first_filtered_move(ab, node) : entry.move;
    move_ordering_sort(&ab->ordering, pos, &list, first, ply);

    /* 9. Singular extension: a half-move that stands out is searched more deeply. */
    MovesDepth how = {.depth = depth};
    score = singular_search(ab, node, &list, &entry, &how);
    if (!pv_node && score >= beta)
        return score;

    /* 10 to 15. Search them. */
    MovesResult result = search_moves(ab, node, &list, alpha, beta, how);
    Score best = result.score;

    /* 16. Store and learn the score, if the search is complete, and it is not from the table. */
    if (!stop_check_is_stopped(ab->stop) && !filtered && !result.tt_cutoff) {
        Bound bound = best >= beta ? BOUND_LOWER : best > alpha ? BOUND_EXACT : BOUND_UPPER;
        keep_result(ab, node, &result, bound, depth);
    }
    return best;
}

RootResult alphabeta_search(AlphaBeta *ab, Score alpha, Score beta, int depth, Turn first, Pv *pv) {
    Node root = {.pos = ab->params->root.pos};
    node_init(&root);
    ab->root_first = first;
    ab->filter_plies = turn_filter_plies(ab->filter, root.pos.rules);
    ab->seldepth = 0;
    ab->root_depth = depth;
    RootResult result = {.score = search_node(ab, &root, alpha, beta, depth)};
    result.seldepth = ab->seldepth;
    result.has_pv = pv_table_line(&ab->pv_table, pv);
    return result;
}
