#include "search/alphabeta.h"

#include "base/minmax.h"
#include "base/os/clock.h"
#include "eval/evaluate.h"
#include "rules/outcome.h"
#include "search/params/repetition.h"

#include <string.h>

enum {
    NODES_PER_TIME_CHECK = 1024, /* how often the clock is looked at, */
    NODES_PER_POLL = 64,         /* and what other threads say */
    /* forced captures are followed this far below depth 0 */
    QUIESCENCE_DEPTH = 1 - ALPHABETA_DEPTH_MIN,
    LMR_DEPTH_MIN = 2,
    LMR_INDEX_MIN = 3,
    LMP_DEPTH_MAX = 5, /* late half-moves are left out up to this depth */
    LMP_INDEX_MIN = 3,
    RFP_DEPTH_MAX = 5,    /* nodes that stand well are left up to this depth, */
    RFP_MARGIN = 50,      /* if by so much for each half-move */
    ABDADA_DEPTH_MIN = 3, /* threads keep out of each other's way from that depth on */
};

/* --- when to give up --- */

static bool is_out_of_time(const AlphaBeta *s) {
    return clock_now_us() >= s->deadline &&
           !atomic_load_explicit(&s->signals->pondering, memory_order_relaxed);
}

/* Helps the leader, and listens to what others say. */
static void poll_threads(AlphaBeta *s) {
    if (s->is_helper)
        s->nodes += prover_help(s->prover, s->nodes_max - s->nodes);
    s->iteration_shared = shared_depth(s->shared) >= s->shared_iteration_depth;
    s->aborted =
        s->iteration_shared || atomic_load_explicit(&s->signals->stop, memory_order_relaxed);
}

static bool must_stop(AlphaBeta *s) {
    bool checks_time = s->nodes % NODES_PER_TIME_CHECK == 0;
    if (checks_time)
        atomic_store_explicit(&s->nodes_shown, s->nodes, memory_order_relaxed);
    if (s->nodes >= s->nodes_max || (checks_time && is_out_of_time(s)))
        s->aborted = true;
    if (!s->aborted && s->nodes % NODES_PER_POLL == 0)
        poll_threads(s);
    return s->aborted;
}

/* --- what a node is worth without looking further --- */

static Score outcome_score(const Position *pos, Outcome outcome, int ply) {
    if (outcome.drawn)
        return SCORE_DRAW;
    return outcome.winner == (Colour)pos->player ? score_mate_in(ply) : score_mated_in(ply);
}

/* Does the table's entry settle the node? */
static bool entry_cuts_off(const TableEntry *entry, int depth, Score alpha, Score beta) {
    if (entry->depth < depth)
        return false;
    return entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER && entry->score >= beta) ||
           (entry->bound == BOUND_UPPER && entry->score <= alpha);
}

/* What the node seems to be worth: the evaluation, unless the table (NULL: it does not know the
 * node) has seen that it is more, or less. */
static Score static_eval(AlphaBeta *s, const Position *pos, const TableEntry *entry) {
    Score eval = evaluate(s->network, &s->accumulator, pos);
    if (!entry || score_is_decisive(entry->score))
        return eval;
    Bound needed = entry->score > eval ? BOUND_LOWER : BOUND_UPPER;
    return entry->bound & needed ? entry->score : eval;
}

/* --- the root --- */

/* Drops the half-moves that make no turn that may be chosen, and says whether others are left. The
 * table neither knows what such a node is worth nor should learn it. */
static bool filter_root_moves(const AlphaBeta *s, MoveList *list, int ply) {
    if (ply == 0)
        root_filter_first(&s->root_filter, list);
    else
        root_filter_second(&s->root_filter, s->root_move, list);
    return list->count > 0;
}

static void set_currmove(AlphaBeta *s, Move move, int number) {
    s->root_move = move;
    if (s->root_report)
        s->root_report(s->root_context, move, number);
}

/* --- the tree --- */

static void clear_pv(AlphaBeta *s, int ply) {
    s->pv_table.count[ply] = 0;
}

static void update_pv(AlphaBeta *s, int ply, Move move) {
    PvTable *pv_table = &s->pv_table;
    int rest = pv_table->count[ply + 1];
    pv_table->moves[ply][0] = move;
    memcpy(&pv_table->moves[ply][1], pv_table->moves[ply + 1], (size_t)rest * sizeof(Move));
    pv_table->count[ply] = rest + 1;
}

/* A position, and what follows from the rules alone. */
typedef struct {
    Position pos;
    Outcome outcome;
    MoveList list;
    bool quiet; /* the side to move has half-moves, and need not capture */
} Node;

/* Completes a node whose position is set. */
static void node_init(Node *node) {
    node->outcome = outcome_find(&node->pos, &node->list);
    node->quiet = movelist_is_quiet(&node->pos, &node->list);
}

static Score search_node(AlphaBeta *s, const Node *node, Score alpha, Score beta, int depth,
                         int ply);

/* A child's worth to the player who decides at its parent. */
static Score search_child(AlphaBeta *s, const Node *parent, const Node *child, Score alpha,
                          Score beta, int depth, int ply) {
    if (child->pos.player == parent->pos.player)
        return search_node(s, child, alpha, beta, depth, ply);
    return -search_node(s, child, -beta, -alpha, depth, ply);
}

/* About twice the binary logarithm of a number from 2 on. */
static int twice_log(int n) {
    int log = 31 - __builtin_clz((unsigned)n);
    return 2 * log + (n >> (log - 1) & 1);
}

/* How much less deep a child is looked at first, that stands so late in the order; `depth` is the
 * child's. One that must capture, or one in which the game is over, is looked at one deeper: +43 +-
 * 29 Elo in spring 2007, -10 +- 27 in spring 1994 (500 games each at 6000 nodes a turn). */
static int lmr_reduction(const Node *child, int depth, int index) {
    if (depth < LMR_DEPTH_MIN || index < LMR_INDEX_MIN)
        return 0;
    int reduction = twice_log(depth) * twice_log(index) / 8 - !child->quiet;
    return (int)min64(max64(reduction, 0), depth - 1);
}

/* The first child gets the whole window; the others must first show that they are better at all
 * (principal variation search; Marsland and Campbell, 1982), late ones at less depth (late move
 * reductions: +39 +- 51 Elo in spring 2007, -17 +- 53 in spring 1994, +39 +- 48 in anti-king, +13
 * +- 17 in mind control; 160 games each at 0.5+0.005). */
static Score search_scout(AlphaBeta *s, const Node *node, const Node *child, int index, Score alpha,
                          Score beta, int depth, int ply) {
    int reduction = s->full_width ? 0 : lmr_reduction(child, depth, index);
    if (reduction > 0 &&
        search_child(s, node, child, alpha, alpha + 1, depth - reduction, ply) <= alpha)
        return alpha;
    if (index > 0) {
        Score score = search_child(s, node, child, alpha, alpha + 1, depth, ply);
        if (score <= alpha || score >= beta)
            return score;
    }
    return search_child(s, node, child, alpha, beta, depth, ply);
}

/* What experience adds to a child's worth to the player who decides at its parent, where that is
 * the root, or in the root's turn. */
static Score bonus_of(const AlphaBeta *s, const Position *pos, const Position *child, int ply) {
    const SearchParams *q = s->params;
    if (!q->experience || ply + 1 != q->root.rules->halfmoves_per_turn)
        return 0;
    return experience_bonus(q->experience, child, (Colour)pos->player);
}

/* Proven scores stay what they are. */
static Score add_bonus(Score score, Score bonus) {
    return score_is_decisive(score) ? score : score + bonus;
}

/* May the node be left as it is if it stands well? Where somebody has to capture nobody knows
 * (reverse futility pruning: +50 +- 36 Elo in spring 2007, +48 +- 35 in losers; 300 games each at
 * 5000 nodes a turn). */
static bool reverse_futility_applies(const AlphaBeta *s, const Node *node, int depth) {
    return !s->full_width && node->quiet && depth <= RFP_DEPTH_MAX;
}

/* May the child be left out? Near the leaves a half-move that comes late in the order is hardly
 * ever the best, if neither side is forced to anything before or after it (late move pruning: +36
 * +- 28 Elo in spring 2007, +43 +- 30 in spring 1994; 500 games each at 6000 nodes a turn). */
static bool late_move_pruning_applies(const Node *node, const Node *child, int index, int depth) {
    return depth <= LMP_DEPTH_MAX && index >= LMP_INDEX_MIN + depth * depth / 2 && node->quiet &&
           child->quiet;
}

/* A node's half-moves as they are still to be looked at. */
typedef struct {
    const MoveList *list;  /* the best first, */
    const BusyTable *busy; /* but those that other threads search last; NULL: no other threads */
    int next;
    int deferred_next;
    int deferred_count;
    uint16_t deferred[MOVES_MAX]; /* indices of those */
} MovePicker;

static void move_picker_init(MovePicker *picker, const MoveList *list, const BusyTable *busy) {
    picker->list = list;
    picker->busy = busy;
    picker->next = picker->deferred_next = picker->deferred_count = 0;
}

/* The index of the next half-move of the position with that key; negative: there is no other. */
static int move_picker_next(MovePicker *picker, uint64_t key) {
    const MoveList *list = picker->list;
    while (picker->next < list->count) {
        int i = picker->next++;
        if (i == 0 || !picker->busy ||
            !abdada_is_busy(picker->busy, abdada_move_hash(key, list->moves[i])))
            return i;
        picker->deferred[picker->deferred_count++] = (uint16_t)i;
    }
    return picker->deferred_next < picker->deferred_count
               ? picker->deferred[picker->deferred_next++]
               : -1;
}

/* Has another thread meanwhile found out what the node is worth, to the window? At a restricted one
 * the table does not know, and from the root a line is wanted. */
static bool tt_cutoff(const AlphaBeta *s, const Node *node, Score alpha, Score beta, int depth,
                      int ply, TableEntry *entry) {
    return beta - alpha == 1 && ply > 0 && ply >= s->root_filter_plies &&
           table_probe(s->table, node->pos.key, ply, entry) &&
           entry_cuts_off(entry, depth, alpha, beta);
}

/* What looking at a node's half-moves came to. */
typedef struct {
    Score score;
    Move move;      /* that raised alpha; MOVE_NONE: none did */
    bool tt_cutoff; /* by another thread: the table knows it */
} Result;

/* Looks at the half-moves in `list`, the node's in order, at `depth`; children at child_depth.
 * Other threads that look at the same node are kept out of the way of (make bench-threads). */
static Result search_moves(AlphaBeta *s, const Node *node, const MoveList *list, Score alpha,
                           Score beta, int depth, int child_depth, int ply) {
    Result result = {.score = -SCORE_INFINITE, .move = MOVE_NONE};
    bool pv_node = beta - alpha > 1;
    BusyTable *busy =
        depth >= ABDADA_DEPTH_MIN && shared_threads(s->shared) > 1 ? shared_busy(s->shared) : NULL;
    uint64_t key = node->pos.key;
    TableEntry entry;
    MovePicker picker;
    MoveList tried;
    Node child;
    int i;
    tried.count = 0;
    move_picker_init(&picker, list, busy);
    while ((i = move_picker_next(&picker, key)) >= 0) {
        Move move = list->moves[i];
        if (busy && i > 0 && tt_cutoff(s, node, alpha, beta, depth, ply, &entry))
            return (Result){.score = entry.score, .tt_cutoff = true};
        if (ply == 0)
            set_currmove(s, move, i + 1);
        position_apply(&child.pos, &node->pos, move);
        table_prefetch(s->table, child.pos.key);
        node_init(&child);
        if (!pv_node && !s->full_width && result.score > -SCORE_MATE_IN_MAX_PLY &&
            late_move_pruning_applies(node, &child, i, depth))
            continue;
        tried.moves[tried.count++] = move;
        move_ordering_push(&s->ordering, &node->pos, move, ply);
        uint64_t move_hash = busy ? abdada_move_hash(key, move) : 0;
        if (busy)
            abdada_start(busy, move_hash);
        Score bonus = bonus_of(s, &node->pos, &child.pos, ply);
        Score score = search_scout(s, node, &child, i, add_bonus(alpha, -bonus),
                                   add_bonus(beta, -bonus), child_depth, ply + 1);
        score = add_bonus(score, bonus);
        if (busy)
            abdada_finish(busy, move_hash);
        if (s->aborted)
            break;
        if (score <= result.score)
            continue;
        result.score = score;
        if (score <= alpha)
            continue;
        result.move = move;
        update_pv(s, ply, move);
        alpha = score;
        if (score >= beta) {
            move_ordering_update(&s->ordering, &node->pos, &tried, depth > 0 ? depth : 0, ply);
            break;
        }
    }
    return result;
}

/* What the node is worth, `depth` half-moves deep. A result outside (alpha, beta) is a bound.
 * Meaningless once the search is aborted. */
static Score search_node(AlphaBeta *s, const Node *node, Score alpha, Score beta, int depth,
                         int ply) {
    const Position *pos = &node->pos;
    clear_pv(s, ply);
    s->nodes++;
    if (ply > s->seldepth)
        s->seldepth = ply;
    if (must_stop(s))
        return SCORE_DRAW;

    /* 1. A finished game is worth what its rules say; a game that goes in circles, nothing. */
    if (outcome_is_over(node->outcome))
        return outcome_score(pos, node->outcome, ply);
    s->path[ply] = movegen_repetition_key(pos);
    if (ply > 0 && repetition_is_draw(s->params, pos, s->path, ply))
        return SCORE_DRAW;

    MoveList list = node->list;
    bool is_filtered = ply < s->root_filter_plies;
    if (is_filtered && !filter_root_moves(s, &list, ply))
        return -SCORE_INFINITE;

    /* 2. Deep enough: the evaluation answers, but not while captures are forced: they are
     * compulsory, so there is no standing pat. */
    bool at_max_depth = ply >= MAX_PLY - 1 || depth <= -QUIESCENCE_DEPTH;
    if (at_max_depth || (depth <= 0 && ply > 0 && node->quiet))
        return evaluate(s->network, &s->accumulator, pos);

    /* 3. The table may know the answer; on the principal variation the line is wanted too. */
    TableEntry entry = {.move = MOVE_NONE};
    bool pv_node = beta - alpha > 1;
    bool tt_hit = table_probe(s->table, pos->key, ply, &entry);
    if (tt_hit && !is_filtered && ply > 0 &&
        (entry.depth == TABLE_DEPTH_MAX ||
         (!pv_node && entry_cuts_off(&entry, depth, alpha, beta))))
        return entry.score;

    /* 4. Near the leaves a node that stands much better than it needs to is left at that. */
    if (!pv_node && !is_filtered && reverse_futility_applies(s, node, depth)) {
        Score eval = static_eval(s, pos, tt_hit ? &entry : NULL);
        if (eval - RFP_MARGIN * depth >= beta)
            return eval;
    }

    /* 5. Order the half-moves. A forced one costs no depth. */
    move_ordering_sort(&s->ordering, pos, &list, entry.move, ply);
    int child_depth = list.count == 1 && depth > 0 ? depth : depth - 1;

    /* 6. Look, and remember. */
    Result result = search_moves(s, node, &list, alpha, beta, depth, child_depth, ply);
    Score best = result.score;
    if (s->aborted || is_filtered || result.tt_cutoff)
        return best;
    Bound bound = best >= beta ? BOUND_LOWER : best > alpha ? BOUND_EXACT : BOUND_UPPER;
    table_store(s->table, pos->key, ply,
                &(TableEntry){.move = result.move, .score = best, .depth = depth, .bound = bound});
    return best;
}

Score alphabeta_search(AlphaBeta *ab, Score alpha, Score beta, int depth) {
    Node root = {.pos = ab->params->root};
    node_init(&root);
    ab->root_filter_plies = root_filter_plies(&ab->root_filter, root.pos.rules);
    return search_node(ab, &root, alpha, beta, depth, 0);
}
