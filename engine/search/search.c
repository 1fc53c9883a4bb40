#include "search.h"

#include "evaluate.h"

#include <stdlib.h>
#include <string.h>

enum {
    NODES_PER_LOOK = 1024,  /* how often the clock is looked at */
    QUIESCENCE_DEPTH = 6,   /* forced captures are followed this far below depth 0 */
    ASPIRATION_WINDOW = 40, /* first half-width around the last score */
    ASPIRATION_FROM_DEPTH = 5,
    REDUCE_FROM_DEPTH = 2,
    REDUCE_FROM_INDEX = 3,
    LOOK_BACK = 500, /* half-moves among which a repetition is looked for */
};

/* The best line from each ply on (a triangular table). */
typedef struct {
    Move moves[PLY_MAX + 1][PLY_MAX + 1];
    int count[PLY_MAX + 1];
} Lines;

struct Searcher {
    Table *table;
    Order order;
    const Question *question;
    const atomic_bool *stop;
    int64_t started;
    TimeBudget budget;
    bool aborted;
    uint64_t nodes;
    int selective_depth;
    uint64_t path[PLY_MAX + 1]; /* keys of the positions from the root to the current one */
    Lines lines;
};

Searcher *searcher_new(Table *table) {
    Searcher *s = calloc(1, sizeof *s);
    if (s)
        s->table = table;
    return s;
}

void searcher_free(Searcher *searcher) {
    free(searcher);
}

void searcher_clear(Searcher *searcher) {
    order_clear(&searcher->order);
}

void searcher_set_table(Searcher *searcher, Table *table) {
    searcher->table = table;
}

uint64_t searcher_nodes(const Searcher *searcher) {
    return searcher->nodes;
}

/* --- when to give up --- */

static bool must_stop(Searcher *s) {
    const Limits *limits = &s->question->limits;
    if (limits->nodes && s->nodes >= limits->nodes)
        s->aborted = true;
    if (s->nodes % NODES_PER_LOOK == 0 && (atomic_load_explicit(s->stop, memory_order_relaxed) ||
                                           timing_now() - s->started >= s->budget.hard))
        s->aborted = true;
    return s->aborted;
}

/* --- what a node is worth without looking further --- */

static Score outcome_score(const Position *pos, Outcome outcome, int ply) {
    if (outcome.drawn)
        return SCORE_DRAW;
    return outcome.winner == (Colour)pos->player ? score_win_in(ply) : score_loss_in(ply);
}

/* Has the position at path[ply], in which a turn begins, been on the board since the last
 * irreversible half-move? Coming back brings nobody further, so once is enough to call it a draw.
 */
static bool is_repetition(const Searcher *s, const Position *pos, int ply) {
    int reversible = pos->halfmove_clock < LOOK_BACK ? (int)pos->halfmove_clock : LOOK_BACK;
    int i = ply - 1;
    uint64_t key = s->path[ply];
    for (; i >= 0 && reversible > 0; i--, reversible--)
        if (s->path[i] == key)
            return true;
    const Question *q = s->question;
    for (i = q->history_count - 1; i >= 0 && reversible > 0; i--, reversible--)
        if (q->history[i] == key)
            return true;
    return false;
}

static bool is_draw(const Searcher *s, const Position *pos, int ply) {
    if (!position_begins_turn(pos))
        return false;
    return is_repetition(s, pos, ply) ||
           (s->question->limits.tournament_draws && pos->halfmove_clock >= FIFTY_MOVES);
}

/* Does the table's entry settle the node? */
static bool entry_decides(const TableEntry *entry, int depth, Score alpha, Score beta) {
    if (entry->depth < depth)
        return false;
    return entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER && entry->score >= beta) ||
           (entry->bound == BOUND_UPPER && entry->score <= alpha);
}

/* --- the tree --- */

static void start_line(Searcher *s, int ply) {
    s->lines.count[ply] = 0;
}

static void extend_line(Searcher *s, int ply, Move move) {
    Lines *lines = &s->lines;
    int rest = lines->count[ply + 1];
    lines->moves[ply][0] = move;
    memcpy(&lines->moves[ply][1], lines->moves[ply + 1], (size_t)rest * sizeof(Move));
    lines->count[ply] = rest + 1;
}

static Score search_node(Searcher *s, const Position *pos, Score alpha, Score beta, int depth,
                         int ply);

/* A child's worth to the player who decides at its parent. */
static Score search_child(Searcher *s, const Position *parent, const Position *child, Score alpha,
                          Score beta, int depth, int ply) {
    if (child->player == parent->player)
        return search_node(s, child, alpha, beta, depth, ply);
    return -search_node(s, child, -beta, -alpha, depth, ply);
}

/* About twice the binary logarithm of a number from 2 on. */
static int twice_log(int n) {
    int log = 31 - __builtin_clz((unsigned)n);
    return 2 * log + (n >> (log - 1) & 1);
}

/* How much less deep a half-move is looked at first, that stands so late in the order; `depth` is
 * the child's. */
static int reduction_of(int depth, int index) {
    if (depth < REDUCE_FROM_DEPTH || index < REDUCE_FROM_INDEX)
        return 0;
    int reduction = twice_log(depth) * twice_log(index) / 8;
    return reduction < depth - 1 ? reduction : depth - 1;
}

/* The first child gets the whole window; the others must first show that they are better at all
 * (principal variation search; Marsland and Campbell, 1982), late ones at less depth (late move
 * reductions: +39 +- 51 Elo in spring 2007, -17 +- 53 in spring 1994, +39 +- 48 in anti-king, +13
 * +- 17 in mind control; 160 games each at 0.5+0.005). */
static Score search_scout(Searcher *s, const Position *pos, const Position *child, int index,
                          Score alpha, Score beta, int depth, int ply) {
    int reduction = reduction_of(depth, index);
    if (reduction > 0 &&
        search_child(s, pos, child, alpha, alpha + 1, depth - reduction, ply) <= alpha)
        return alpha;
    if (index > 0) {
        Score score = search_child(s, pos, child, alpha, alpha + 1, depth, ply);
        if (score <= alpha || score >= beta)
            return score;
    }
    return search_child(s, pos, child, alpha, beta, depth, ply);
}

/* Looks at all half-moves of a node in turn. */
static Score search_moves(Searcher *s, const Position *pos, const MoveList *list, Score alpha,
                          Score beta, int depth, int ply, Move *best_move) {
    Score best = -SCORE_INFINITE;
    for (int i = 0; i < list->count; i++) {
        Position child;
        position_apply(&child, pos, list->moves[i]);
        Score score = search_scout(s, pos, &child, i, alpha, beta, depth, ply + 1);
        if (s->aborted)
            return SCORE_DRAW;
        if (score <= best)
            continue;
        best = score;
        if (score <= alpha)
            continue;
        *best_move = list->moves[i];
        extend_line(s, ply, list->moves[i]);
        alpha = score;
        if (score >= beta) {
            order_learn(&s->order, pos, list, i, depth > 0 ? depth : 0, ply);
            break;
        }
    }
    return best;
}

/* What `pos` is worth to the player who decides there, `depth` half-moves deep. A result outside
 * (alpha, beta) is a bound. Meaningless once the search is aborted. */
static Score search_node(Searcher *s, const Position *pos, Score alpha, Score beta, int depth,
                         int ply) {
    start_line(s, ply);
    s->nodes++;
    if (ply > s->selective_depth)
        s->selective_depth = ply;
    if (must_stop(s))
        return SCORE_DRAW;

    /* 1. A finished game is worth what its rules say; a game that goes in circles, nothing. */
    MoveList list;
    Outcome outcome = outcome_find(pos, &list);
    if (outcome_is_over(outcome))
        return outcome_score(pos, outcome, ply);
    s->path[ply] = movegen_repetition_key(pos);
    if (ply > 0 && is_draw(s, pos, ply))
        return SCORE_DRAW;

    /* 2. Deep enough: the evaluation answers, but not while captures are forced: they are
     * compulsory, so there is no standing pat. */
    bool exhausted = ply >= PLY_MAX - 1 || depth <= -QUIESCENCE_DEPTH;
    if (exhausted || (depth <= 0 && ply > 0 && movelist_is_quiet(pos, &list)))
        return evaluate(pos);

    /* 3. The table may know the answer; on the principal variation the line is wanted too. */
    TableEntry entry = {.move = MOVE_NONE};
    bool on_pv = beta - alpha > 1;
    if (table_probe(s->table, pos->key, ply, &entry) && !on_pv &&
        entry_decides(&entry, depth, alpha, beta))
        return entry.score;

    /* 4. A forced half-move costs no depth. */
    order_sort(&s->order, pos, &list, entry.move, ply);
    int child_depth = list.count == 1 && depth > 0 ? depth : depth - 1;

    /* 5. Look, and remember. */
    Move best_move = MOVE_NONE;
    Score best = search_moves(s, pos, &list, alpha, beta, child_depth, ply, &best_move);
    if (s->aborted)
        return SCORE_DRAW;
    Bound bound = best >= beta ? BOUND_LOWER : best > alpha ? BOUND_EXACT : BOUND_UPPER;
    table_store(s->table, pos->key, ply,
                &(TableEntry){.move = best_move, .score = best, .depth = depth, .bound = bound});
    return best;
}

/* --- turns out of half-moves --- */

/* A legal half-move: the wanted one if it is legal, else the table's, else any. */
static Move choose_move(const Searcher *s, const Position *pos, const MoveList *list, Move wanted) {
    TableEntry entry = {.move = MOVE_NONE};
    table_probe(s->table, pos->key, 0, &entry);
    if (movelist_has(list, wanted))
        return wanted;
    return movelist_has(list, entry.move) ? entry.move : list->moves[0];
}

/* The turn that a line of half-moves begins with, completed where the line is too short. */
static Turn first_turn(const Searcher *s, const Position *pos, const Move *line, int count) {
    MoveList list;
    outcome_find(pos, &list);
    Turn turn = turn_single(choose_move(s, pos, &list, count > 0 ? line[0] : MOVE_NONE));
    if (pos->rules->halfmoves_per_turn == 1)
        return turn;
    Position between;
    position_apply(&between, pos, turn.moves[0]);
    outcome_find(&between, &list);
    if (list.count > 0) {
        bool follows = count > 1 && line[0] == turn.moves[0];
        turn.moves[turn.count++] = choose_move(s, &between, &list, follows ? line[1] : MOVE_NONE);
    }
    return turn;
}

/* Cuts a line of half-moves into turns; what is left of an incomplete one goes. */
static void line_to_turns(const Position *pos, const Move *line, int count, Progress *progress) {
    Position now = *pos;
    progress->pv_count = 0;
    for (int i = 0; i < count && progress->pv_count < PLY_MAX;) {
        Turn turn = turn_single(line[i++]);
        Position after;
        position_apply(&after, &now, turn.moves[0]);
        if (!position_begins_turn(&after) && !outcome_is_over(outcome_of(&after))) {
            if (i == count)
                return;
            turn.moves[turn.count++] = line[i++];
        }
        progress->pv[progress->pv_count++] = turn;
        turn_apply(&after, &now, turn);
        now = after;
    }
}

/* --- iterative deepening --- */

typedef struct {
    Move line[PLY_MAX + 1];
    int count;
    Score score;
} Best;

/* Keeps the root's line if this iteration has found one; an aborted one may have. */
static void keep_line(const Searcher *s, Best *best, Score score) {
    if (s->lines.count[0] == 0)
        return;
    best->count = s->lines.count[0];
    memcpy(best->line, s->lines.moves[0], (size_t)best->count * sizeof(Move));
    best->score = score;
}

/* One iteration, in a window around the last score that is widened until the score fits in. */
static void search_iteration(Searcher *s, int depth, Best *best) {
    const Position *root = &s->question->root;
    Score window = ASPIRATION_WINDOW;
    Score alpha = -SCORE_INFINITE, beta = SCORE_INFINITE;
    if (depth >= ASPIRATION_FROM_DEPTH && !score_is_decided(best->score)) {
        alpha = best->score - window;
        beta = best->score + window;
    }
    for (;;) {
        Score score = search_node(s, root, alpha, beta, depth, 0);
        keep_line(s, best, s->aborted ? best->score : score);
        if (s->aborted)
            return;
        window *= 4;
        if (score <= alpha && alpha > -SCORE_INFINITE)
            alpha = window > 1000 ? -SCORE_INFINITE : score - window;
        else if (score >= beta && beta < SCORE_INFINITE)
            beta = window > 1000 ? SCORE_INFINITE : score + window;
        else
            return;
    }
}

static void report_progress(const Searcher *s, int depth, const Best *best, ProgressReport *report,
                            void *context) {
    if (!report)
        return;
    Progress progress = {.depth = depth,
                         .selective_depth = s->selective_depth,
                         .score = best->score,
                         .nodes = s->nodes,
                         .elapsed_ms = timing_now() - s->started,
                         .hashfull = table_hashfull(s->table)};
    line_to_turns(&s->question->root, best->line, best->count, &progress);
    report(context, &progress);
}

/* Is another iteration of no use, or not to be finished in time? */
static bool enough(const Searcher *s, int depth, const Best *best) {
    if (timing_now() - s->started >= s->budget.soft)
        return true;
    if (s->budget.soft == INT64_MAX)
        return false;
    if (score_is_decided(best->score)) /* the end has been seen from nearer than the horizon */
        return SCORE_WIN - abs(best->score) <= depth;
    MoveList list;
    outcome_find(&s->question->root, &list);
    bool forced = list.count == 1 && s->question->root.rules->halfmoves_per_turn == 1;
    return forced && s->question->limits.time.has_clock;
}

static void begin(Searcher *s, const Question *question, const atomic_bool *stop) {
    s->question = question;
    s->stop = stop;
    s->started = timing_now();
    s->budget = timing_budget(&question->limits.time);
    s->aborted = false;
    s->nodes = 0;
    memset(s->order.killers, 0, sizeof s->order.killers);
}

Turn search_run(Searcher *s, const Question *question, const atomic_bool *stop,
                ProgressReport *report, void *context) {
    begin(s, question, stop);
    Best best = {.count = 0, .score = SCORE_DRAW};
    int shallowest = question->root.rules->halfmoves_per_turn;
    int deepest = question->limits.depth ? question->limits.depth : PLY_MAX - 1;
    if (deepest < shallowest)
        deepest = shallowest;
    /* On a board full of captures even the first iteration may not end in time. Before it every
     * half-move is looked at, and no further. */
    search_iteration(s, 1 - QUIESCENCE_DEPTH, &best);
    for (int depth = shallowest; depth <= deepest && depth < PLY_MAX; depth++) {
        s->selective_depth = 0;
        search_iteration(s, depth, &best);
        if (s->aborted)
            break;
        report_progress(s, depth, &best, report, context);
        if (enough(s, depth, &best))
            break;
    }
    return first_turn(s, &question->root, best.line, best.count);
}

int search_turns_to_end(const Ruleset *rules, Score score) {
    int halfmoves = SCORE_WIN - abs(score);
    int turns = (halfmoves + rules->halfmoves_per_turn - 1) / rules->halfmoves_per_turn;
    int own_turns = (turns + 1) / 2;
    return score > 0 ? own_turns : -own_turns;
}
