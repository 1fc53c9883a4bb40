#include "search.h"

#include "tree.h"

#include <stdlib.h>
#include <string.h>

enum {
    ASPIRATION_WINDOW = 40, /* first half-width around the last score */
    ASPIRATION_FROM_DEPTH = 5,
};

struct Searcher {
    Tree tree;
    int64_t started;
    TimeBudget budget;
};

Searcher *searcher_new(Table *table) {
    Searcher *s = calloc(1, sizeof *s);
    if (s)
        s->tree.table = table;
    return s;
}

void searcher_free(Searcher *searcher) {
    free(searcher);
}

void searcher_clear(Searcher *searcher) {
    order_clear(&searcher->tree.order);
}

void searcher_set_table(Searcher *searcher, Table *table) {
    searcher->tree.table = table;
}

uint64_t searcher_nodes(const Searcher *searcher) {
    return searcher->tree.nodes;
}

/* --- turns out of half-moves --- */

/* A legal half-move: the wanted one if it is legal, else the table's, else any. */
static Move choose_move(const Searcher *s, const Position *pos, const MoveList *list, Move wanted) {
    TableEntry entry = {.move = MOVE_NONE};
    table_probe(s->tree.table, pos->key, 0, &entry);
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
    if (s->tree.lines.count[0] == 0)
        return;
    best->count = s->tree.lines.count[0];
    memcpy(best->line, s->tree.lines.moves[0], (size_t)best->count * sizeof(Move));
    best->score = score;
}

/* One iteration, in a window around the last score that is widened until the score fits in. */
static void search_iteration(Searcher *s, int depth, Best *best) {
    Score window = ASPIRATION_WINDOW;
    Score alpha = -SCORE_INFINITE, beta = SCORE_INFINITE;
    if (depth >= ASPIRATION_FROM_DEPTH && !score_is_decided(best->score)) {
        alpha = best->score - window;
        beta = best->score + window;
    }
    for (;;) {
        Score score = tree_search(&s->tree, alpha, beta, depth);
        keep_line(s, best, s->tree.aborted ? best->score : score);
        if (s->tree.aborted)
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
                         .selective_depth = s->tree.selective_depth,
                         .score = best->score,
                         .nodes = s->tree.nodes,
                         .elapsed_ms = timing_now() - s->started,
                         .hashfull = table_hashfull(s->tree.table)};
    line_to_turns(&s->tree.question->root, best->line, best->count, &progress);
    report(context, &progress);
}

/* The time for new iterations is over. While pondering another may begin, but ponderhit ends it. */
static bool end_in_time(Searcher *s) {
    if (!atomic_load(&s->tree.signals->pondering))
        return true;
    s->tree.deadline = s->started;
    return false;
}

/* Is another iteration of no use, or not to be finished in time? */
static bool enough(Searcher *s, int depth, const Best *best) {
    if (timing_now() - s->started >= s->budget.soft && end_in_time(s))
        return true;
    if (s->budget.soft == INT64_MAX)
        return false;
    if (score_is_decided(best->score)) /* the end has been seen from nearer than the horizon */
        return SCORE_WIN - abs(best->score) <= depth;
    MoveList list;
    outcome_find(&s->tree.question->root, &list);
    bool forced = list.count == 1 && s->tree.question->root.rules->halfmoves_per_turn == 1;
    return forced && s->tree.question->limits.time.has_clock;
}

/* The turn that a line begins with, completed where the line is too short, and the reply. */
static Found conclude(const Searcher *s, const Best *best) {
    const Position *root = &s->tree.question->root;
    Progress line;
    line_to_turns(root, best->line, best->count, &line);
    Found found = {.turn = first_turn(s, root, best->line, best->count)};
    if (line.pv_count > 1)
        found.reply = line.pv[1];
    return found;
}

static void begin(Searcher *s, const Question *question, const Signals *signals) {
    s->tree.question = question;
    s->tree.signals = signals;
    s->started = timing_now();
    s->budget = timing_budget(&question->limits.time);
    s->tree.deadline =
        s->started < INT64_MAX - s->budget.hard ? s->started + s->budget.hard : INT64_MAX;
    s->tree.nodes_max = question->limits.nodes ? question->limits.nodes : UINT64_MAX;
    s->tree.aborted = false;
    s->tree.nodes = 0;
    memset(s->tree.order.killers, 0, sizeof s->tree.order.killers);
}

Found search_run(Searcher *s, const Question *question, const Signals *signals,
                 ProgressReport *report, void *context) {
    begin(s, question, signals);
    Best best = {.count = 0, .score = SCORE_DRAW};
    int shallowest = question->root.rules->halfmoves_per_turn;
    int deepest = question->limits.depth ? question->limits.depth : PLY_MAX - 1;
    if (deepest < shallowest)
        deepest = shallowest;
    /* On a board full of captures even the first iteration may not end in time. Before it every
     * half-move is looked at, and no further. */
    search_iteration(s, TREE_DEPTH_MIN, &best);
    for (int depth = shallowest; depth <= deepest && depth < PLY_MAX; depth++) {
        s->tree.selective_depth = 0;
        search_iteration(s, depth, &best);
        if (s->tree.aborted)
            break;
        report_progress(s, depth, &best, report, context);
        if (enough(s, depth, &best))
            break;
    }
    return conclude(s, &best);
}

int search_turns_to_end(const Ruleset *rules, Score score) {
    int halfmoves = SCORE_WIN - abs(score);
    int turns = (halfmoves + rules->halfmoves_per_turn - 1) / rules->halfmoves_per_turn;
    int own_turns = (turns + 1) / 2;
    return score > 0 ? own_turns : -own_turns;
}
