#include "search/alphabeta.h"

#include "base/minmax.h"
#include "base/os/clock.h"
#include "eval/evaluate.h"
#include "rules/outcome.h"
#include "search/params/repetition.h"

#include <string.h>

enum {
    NODES_PER_LOOK = 1024, /* how often the clock is looked at, */
    NODES_PER_TALK = 64,   /* and what other threads say */
    /* forced captures are followed this far below depth 0 */
    QUIESCENCE_DEPTH = 1 - TREE_DEPTH_MIN,
    REDUCE_FROM_DEPTH = 2,
    REDUCE_FROM_INDEX = 3,
    SKIP_TO_DEPTH = 5, /* late half-moves are left out up to this depth */
    SKIP_FROM_INDEX = 3,
    LEAVE_TO_DEPTH = 5,   /* nodes that stand well are left up to this depth, */
    LEAVE_MARGIN = 50,    /* if by so much for each half-move */
    SHARE_FROM_DEPTH = 3, /* threads keep out of each other's way from that depth on */
};

/* --- when to give up --- */

static bool is_late(const Tree *s) {
    return clock_now_us() >= s->deadline &&
           !atomic_load_explicit(&s->signals->pondering, memory_order_relaxed);
}

/* Helps the leader, and listens to what others say. */
static void talk(Tree *s) {
    if (s->helps)
        s->nodes += prover_help(s->prover, s->nodes_max - s->nodes);
    s->overtaken = team_depth(s->team) >= s->race_depth;
    s->aborted = s->overtaken || atomic_load_explicit(&s->signals->stop, memory_order_relaxed);
}

static bool must_stop(Tree *s) {
    bool looks = s->nodes % NODES_PER_LOOK == 0;
    if (looks)
        atomic_store_explicit(&s->nodes_shown, s->nodes, memory_order_relaxed);
    if (s->nodes >= s->nodes_max || (looks && is_late(s)))
        s->aborted = true;
    if (!s->aborted && s->nodes % NODES_PER_TALK == 0)
        talk(s);
    return s->aborted;
}

/* --- what a node is worth without looking further --- */

static Score outcome_score(const Position *pos, Outcome outcome, int ply) {
    if (outcome.drawn)
        return SCORE_DRAW;
    return outcome.winner == (Colour)pos->player ? score_win_in(ply) : score_loss_in(ply);
}

/* Does the table's entry settle the node? */
static bool entry_decides(const TableEntry *entry, int depth, Score alpha, Score beta) {
    if (entry->depth < depth)
        return false;
    return entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER && entry->score >= beta) ||
           (entry->bound == BOUND_UPPER && entry->score <= alpha);
}

/* What the node seems to be worth: the evaluation, unless the table (NULL: it does not know the
 * node) has seen that it is more, or less. */
static Score guess(Tree *s, const Position *pos, const TableEntry *entry) {
    Score worth = evaluate(s->network, &s->sums, pos);
    if (!entry || score_is_decided(entry->score))
        return worth;
    Bound needed = entry->score > worth ? BOUND_LOWER : BOUND_UPPER;
    return entry->bound & needed ? entry->score : worth;
}

/* --- the root --- */

/* Drops the half-moves that make no turn that may be chosen, and says whether others are left. The
 * table neither knows what such a node is worth nor should learn it. */
static bool restrict_root(const Tree *s, MoveList *list, int ply) {
    if (ply == 0)
        choice_filter_first(&s->choice, list);
    else
        choice_filter_second(&s->choice, s->root_move, list);
    return list->count > 0;
}

static void enter_root_move(Tree *s, Move move, int number) {
    s->root_move = move;
    if (s->root_report)
        s->root_report(s->root_context, move, number);
}

/* --- the tree --- */

static void start_line(Tree *s, int ply) {
    s->lines.count[ply] = 0;
}

static void extend_line(Tree *s, int ply, Move move) {
    Lines *lines = &s->lines;
    int rest = lines->count[ply + 1];
    lines->moves[ply][0] = move;
    memcpy(&lines->moves[ply][1], lines->moves[ply + 1], (size_t)rest * sizeof(Move));
    lines->count[ply] = rest + 1;
}

/* A position, and what follows from the rules alone. */
typedef struct {
    Position pos;
    Outcome outcome;
    MoveList list;
    bool quiet; /* the side to move has half-moves, and need not capture */
} Node;

/* Completes a node whose position is set. */
static void open_node(Node *node) {
    node->outcome = outcome_find(&node->pos, &node->list);
    node->quiet = movelist_is_quiet(&node->pos, &node->list);
}

static Score search_node(Tree *s, const Node *node, Score alpha, Score beta, int depth, int ply);

/* A child's worth to the player who decides at its parent. */
static Score search_child(Tree *s, const Node *parent, const Node *child, Score alpha, Score beta,
                          int depth, int ply) {
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
static int reduction_of(const Node *child, int depth, int index) {
    if (depth < REDUCE_FROM_DEPTH || index < REDUCE_FROM_INDEX)
        return 0;
    int reduction = twice_log(depth) * twice_log(index) / 8 - !child->quiet;
    return (int)smaller(larger(reduction, 0), depth - 1);
}

/* The first child gets the whole window; the others must first show that they are better at all
 * (principal variation search; Marsland and Campbell, 1982), late ones at less depth (late move
 * reductions: +39 +- 51 Elo in spring 2007, -17 +- 53 in spring 1994, +39 +- 48 in anti-king, +13
 * +- 17 in mind control; 160 games each at 0.5+0.005). */
static Score search_scout(Tree *s, const Node *node, const Node *child, int index, Score alpha,
                          Score beta, int depth, int ply) {
    int reduction = s->exact ? 0 : reduction_of(child, depth, index);
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
static Score bonus_of(const Tree *s, const Position *pos, const Position *child, int ply) {
    const Question *q = s->question;
    if (!q->experience || ply + 1 != q->root.rules->halfmoves_per_turn)
        return 0;
    return experience_bonus(q->experience, child, (Colour)pos->player);
}

/* Proven scores stay what they are. */
static Score add_bonus(Score score, Score bonus) {
    return score_is_decided(score) ? score : score + bonus;
}

/* May the node be left as it is if it stands well? Where somebody has to capture nobody knows
 * (reverse futility pruning: +50 +- 36 Elo in spring 2007, +48 +- 35 in losers; 300 games each at
 * 5000 nodes a turn). */
static bool may_leave(const Tree *s, const Node *node, int depth) {
    return !s->exact && node->quiet && depth <= LEAVE_TO_DEPTH;
}

/* May the child be left out? Near the leaves a half-move that comes late in the order is hardly
 * ever the best, if neither side is forced to anything before or after it (late move pruning: +36
 * +- 28 Elo in spring 2007, +43 +- 30 in spring 1994; 500 games each at 6000 nodes a turn). */
static bool may_skip(const Node *node, const Node *child, int index, int depth) {
    return depth <= SKIP_TO_DEPTH && index >= SKIP_FROM_INDEX + depth * depth / 2 && node->quiet &&
           child->quiet;
}

/* A node's half-moves as they are still to be looked at. */
typedef struct {
    const MoveList *list; /* the best first, */
    const Team *team;     /* but those that other threads of it look at last; NULL: no others */
    int next;
    int late_next;
    int late_count;
    uint16_t late[MOVES_MAX]; /* indices of those */
} Agenda;

static void agenda_begin(Agenda *agenda, const MoveList *list, const Team *team) {
    agenda->list = list;
    agenda->team = team;
    agenda->next = agenda->late_next = agenda->late_count = 0;
}

/* The index of the next half-move of the position with that key; negative: there is no other. */
static int agenda_next(Agenda *agenda, uint64_t key) {
    const MoveList *list = agenda->list;
    while (agenda->next < list->count) {
        int i = agenda->next++;
        if (i == 0 || !agenda->team || !team_looks_at(agenda->team, team_name(key, list->moves[i])))
            return i;
        agenda->late[agenda->late_count++] = (uint16_t)i;
    }
    return agenda->late_next < agenda->late_count ? agenda->late[agenda->late_next++] : -1;
}

/* Has another thread meanwhile found out what the node is worth, to the window? At a restricted one
 * the table does not know, and from the root a line is wanted. */
static bool is_settled(const Tree *s, const Node *node, Score alpha, Score beta, int depth, int ply,
                       TableEntry *entry) {
    return beta - alpha == 1 && ply > 0 && ply >= s->choice_plies &&
           table_probe(s->table, node->pos.key, ply, entry) &&
           entry_decides(entry, depth, alpha, beta);
}

/* What looking at a node's half-moves came to. */
typedef struct {
    Score score;
    Move move;       /* that raised alpha; MOVE_NONE: none did */
    bool is_settled; /* by another thread: the table knows it */
} Result;

/* Looks at the half-moves in `list`, the node's in order, at `depth`; children at child_depth.
 * Other threads that look at the same node are kept out of the way of (make bench-threads). */
static Result search_moves(Tree *s, const Node *node, const MoveList *list, Score alpha, Score beta,
                           int depth, int child_depth, int ply) {
    Result result = {.score = -SCORE_INFINITE, .move = MOVE_NONE};
    bool on_pv = beta - alpha > 1;
    Team *team = depth >= SHARE_FROM_DEPTH && team_threads(s->team) > 1 ? s->team : NULL;
    uint64_t key = node->pos.key;
    TableEntry entry;
    Agenda agenda;
    MoveList tried;
    Node child;
    int i;
    tried.count = 0;
    agenda_begin(&agenda, list, team);
    while ((i = agenda_next(&agenda, key)) >= 0) {
        Move move = list->moves[i];
        if (team && i > 0 && is_settled(s, node, alpha, beta, depth, ply, &entry))
            return (Result){.score = entry.score, .is_settled = true};
        if (ply == 0)
            enter_root_move(s, move, i + 1);
        position_apply(&child.pos, &node->pos, move);
        table_prefetch(s->table, child.pos.key);
        open_node(&child);
        if (!on_pv && !s->exact && result.score > -SCORE_SURE && may_skip(node, &child, i, depth))
            continue;
        tried.moves[tried.count++] = move;
        order_enter(&s->order, &node->pos, move, ply);
        uint64_t name = team ? team_name(key, move) : 0;
        if (team)
            team_enter(team, name);
        Score bonus = bonus_of(s, &node->pos, &child.pos, ply);
        Score score = search_scout(s, node, &child, i, add_bonus(alpha, -bonus),
                                   add_bonus(beta, -bonus), child_depth, ply + 1);
        score = add_bonus(score, bonus);
        if (team)
            team_leave(team, name);
        if (s->aborted)
            break;
        if (score <= result.score)
            continue;
        result.score = score;
        if (score <= alpha)
            continue;
        result.move = move;
        extend_line(s, ply, move);
        alpha = score;
        if (score >= beta) {
            order_learn(&s->order, &node->pos, &tried, depth > 0 ? depth : 0, ply);
            break;
        }
    }
    return result;
}

/* What the node is worth, `depth` half-moves deep. A result outside (alpha, beta) is a bound.
 * Meaningless once the search is aborted. */
static Score search_node(Tree *s, const Node *node, Score alpha, Score beta, int depth, int ply) {
    const Position *pos = &node->pos;
    start_line(s, ply);
    s->nodes++;
    if (ply > s->selective_depth)
        s->selective_depth = ply;
    if (must_stop(s))
        return SCORE_DRAW;

    /* 1. A finished game is worth what its rules say; a game that goes in circles, nothing. */
    if (outcome_is_over(node->outcome))
        return outcome_score(pos, node->outcome, ply);
    s->path[ply] = movegen_repetition_key(pos);
    if (ply > 0 && repetition_draws(s->question, pos, s->path, ply))
        return SCORE_DRAW;

    MoveList list = node->list;
    bool restricted = ply < s->choice_plies;
    if (restricted && !restrict_root(s, &list, ply))
        return -SCORE_INFINITE;

    /* 2. Deep enough: the evaluation answers, but not while captures are forced: they are
     * compulsory, so there is no standing pat. */
    bool exhausted = ply >= PLY_MAX - 1 || depth <= -QUIESCENCE_DEPTH;
    if (exhausted || (depth <= 0 && ply > 0 && node->quiet))
        return evaluate(s->network, &s->sums, pos);

    /* 3. The table may know the answer; on the principal variation the line is wanted too. */
    TableEntry entry = {.move = MOVE_NONE};
    bool on_pv = beta - alpha > 1;
    bool is_known = table_probe(s->table, pos->key, ply, &entry);
    if (is_known && !restricted && ply > 0 &&
        (entry.depth == TABLE_DEPTH_MAX || (!on_pv && entry_decides(&entry, depth, alpha, beta))))
        return entry.score;

    /* 4. Near the leaves a node that stands much better than it needs to is left at that. */
    if (!on_pv && !restricted && may_leave(s, node, depth)) {
        Score worth = guess(s, pos, is_known ? &entry : NULL);
        if (worth - LEAVE_MARGIN * depth >= beta)
            return worth;
    }

    /* 5. Order the half-moves. A forced one costs no depth. */
    order_sort(&s->order, pos, &list, entry.move, ply);
    int child_depth = list.count == 1 && depth > 0 ? depth : depth - 1;

    /* 6. Look, and remember. */
    Result result = search_moves(s, node, &list, alpha, beta, depth, child_depth, ply);
    Score best = result.score;
    if (s->aborted || restricted || result.is_settled)
        return best;
    Bound bound = best >= beta ? BOUND_LOWER : best > alpha ? BOUND_EXACT : BOUND_UPPER;
    table_store(s->table, pos->key, ply,
                &(TableEntry){.move = result.move, .score = best, .depth = depth, .bound = bound});
    return best;
}

Score tree_search(Tree *tree, Score alpha, Score beta, int depth) {
    Node root = {.pos = tree->question->root};
    open_node(&root);
    tree->choice_plies = choice_plies(&tree->choice, root.pos.rules);
    return search_node(tree, &root, alpha, beta, depth, 0);
}
