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
    PROOF_SHARE = 4,  /* the part of a search that looks for forced wins alone, is one of so many */
    DOUBT_SHARE = 10, /* a tenth of it doubts the best turn, each time there is a new one */
    DOUBT_FROM = 3,   /* after a third of it */
    REFUTED_MAX = 16,
    LONG_US = 3000000, /* after that what goes on within an iteration is reported */
};

struct Searcher {
    Tree tree;
    int64_t started; /* by clock_now_us */
    TimeBudget budget;
    Reports reports;
    int depth;                  /* of the current iteration */
    Variation lines[LINES_MAX]; /* the best first */
    Turn taken[LINES_MAX];      /* by the lines of this iteration, as they were found */
    int line_count;             /* wanted, and no more than there are */
    Progress best;              /* the best line as last reported */
    Turn favourite;             /* that the last iteration found best, */
    Turn trusted;               /* after which no forced win was found */
    Turn refuted[REFUTED_MAX];  /* after which one was, */
    int refuted_count;
    int steady; /* and how many iterations before the last found the same */
};

Searcher *searcher_new(Table *table, Searcher *leader) {
    Searcher *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->tree.table = table;
    s->tree.helps = leader;
    s->tree.team = leader ? leader->tree.team : team_new();
    s->tree.prover = leader ? leader->tree.prover : prover_new();
    if (!s->tree.team || !s->tree.prover) {
        searcher_free(s);
        return NULL;
    }
    s->tree.order.history = team_history(s->tree.team);
    if (leader)
        team_grow(s->tree.team, 1);
    return s;
}

void searcher_free(Searcher *searcher) {
    if (!searcher)
        return;
    if (searcher->tree.helps) {
        team_grow(searcher->tree.team, -1);
    } else {
        prover_free(searcher->tree.prover);
        team_free(searcher->tree.team);
    }
    free(searcher);
}

void searcher_clear(Searcher *searcher) {
    team_clear(searcher->tree.team);
}

void searcher_set_table(Searcher *searcher, Table *table) {
    searcher->tree.table = table;
}

uint64_t searcher_nodes(const Searcher *searcher) {
    return atomic_load_explicit(&searcher->tree.nodes_shown, memory_order_relaxed);
}

void searcher_begin_team(Searcher *leader) {
    team_begin(leader->tree.team);
}

void searcher_reset_nodes(Searcher *searcher) {
    atomic_store_explicit(&searcher->tree.nodes_shown, 0, memory_order_relaxed);
}

/* --- reports --- */

/* In microseconds. */
static int64_t elapsed(const Searcher *s) {
    return clock_now_us() - s->started;
}

static Turn first_turn(const Searcher *s, const Variation *line) {
    return variation_first_turn(&s->tree.question->root, line, &s->tree.choice, s->tree.table);
}

/* Reports the line of that index. The best one always begins with a turn. */
static void report_line(Searcher *s, int index, int depth, Bound bound) {
    const Variation *line = &s->lines[index];
    Progress progress = {.line = index + 1,
                         .depth = depth,
                         .selective_depth = s->tree.selective_depth,
                         .score = line->score,
                         .bound = bound,
                         .nodes = s->tree.nodes,
                         .elapsed_ms = elapsed(s) / 1000,
                         .hashfull = table_hashfull(s->tree.table)};
    progress.pv_count = variation_turns(&s->tree.question->root, line, progress.pv);
    if (progress.pv_count == 0)
        progress.pv[progress.pv_count++] = first_turn(s, line);
    if (index == 0 && bound == BOUND_EXACT)
        s->best = progress;
    if (s->reports.progress)
        s->reports.progress(s->reports.context, &progress);
}

static void report_root_move(void *context, Move move, int number) {
    const Searcher *s = context;
    if (s->reports.looking && elapsed(s) >= LONG_US)
        s->reports.looking(s->reports.context, s->depth, move, number);
}

/* --- one iteration --- */

/* Keeps the root's line if this search has found one; an aborted one may have. */
static bool keep_line(const Searcher *s, Variation *line) {
    const Lines *found = &s->tree.lines;
    if (found->count[0] == 0)
        return false;
    line->count = found->count[0];
    memcpy(line->moves, found->moves[0], (size_t)line->count * sizeof(Move));
    return true;
}

/* Finds the best line that may still be chosen and puts it at the index, with a window around the
 * score that is there, which is widened until the new one fits in. False: nothing was found. */
static bool search_line(Searcher *s, int index) {
    Variation *line = &s->lines[index];
    Score window = ASPIRATION_WINDOW;
    Score alpha = -SCORE_INFINITE, beta = SCORE_INFINITE;
    bool found = false;
    if (s->depth >= ASPIRATION_FROM_DEPTH && !score_is_decided(line->score)) {
        alpha = line->score - window;
        beta = line->score + window;
    }
    for (;;) {
        Score score = tree_search(&s->tree, alpha, beta, s->depth);
        found |= keep_line(s, line);
        if (s->tree.aborted)
            return found;
        line->score = score;
        bool low = score <= alpha && alpha > -SCORE_INFINITE;
        bool high = score >= beta && beta < SCORE_INFINITE;
        if (!low && !high)
            return found;
        if (elapsed(s) >= LONG_US)
            report_line(s, index, s->depth, high ? BOUND_LOWER : BOUND_UPPER);
        window *= 4;
        if (low)
            alpha = window > 1000 ? -SCORE_INFINITE : score - window;
        else
            beta = window > 1000 ? SCORE_INFINITE : score + window;
    }
}

/* Moves the last of the lines up to where its score belongs. */
static void sort_in(Variation *lines, int index) {
    Variation line = lines[index];
    for (; index > 0 && lines[index - 1].score < line.score; index--)
        lines[index] = lines[index - 1];
    lines[index] = line;
}

/* Finds the best line, the best of those that begin with another turn, and so on. */
static void search_lines(Searcher *s) {
    s->tree.selective_depth = 0;
    for (int i = 0; i < s->line_count; i++) {
        s->tree.choice.taken_count = i;
        bool found = search_line(s, i);
        if (s->tree.aborted)
            break;
        if (!found) {
            s->line_count = i; /* there are no more turns */
            break;
        }
        s->taken[i] = first_turn(s, &s->lines[i]);
        sort_in(s->lines, i);
    }
    s->tree.choice.taken_count = 0;
}

/* --- the team --- */

static void note_bad(Searcher *s, Turn turn) {
    if (s->refuted_count < REFUTED_MAX)
        s->refuted[s->refuted_count++] = turn;
}

/* Goes on from the deepest iteration that another thread has finished, unless that does not know
 * what is known here. */
static bool take_over(Searcher *s) {
    Team *team = s->tree.team;
    Variation line;
    int depth = team_line(team, &line);
    s->tree.aborted = s->tree.overtaken = false;
    if (depth < s->depth)
        return false;
    if (!score_is_decided(line.score) &&
        turn_is_among(s->refuted, s->refuted_count, first_turn(s, &line))) {
        team_withdraw(team, depth);
        return false;
    }
    s->lines[0] = line;
    s->depth = depth;
    return true;
}

/* Finishes an iteration, or another thread does, perhaps a deeper one: the first to do so has done
 * it for all. False: it was told to stop. */
static bool iterate(Searcher *s) {
    Tree *tree = &s->tree;
    bool races = team_threads(tree->team) > 1 && tree->question->lines <= 1;
    do {
        tree->race_depth = races ? s->depth : INT_MAX;
        search_lines(s);
        if (!tree->aborted && races)
            team_report(tree->team, s->depth, &s->lines[0]);
        if (!tree->overtaken)
            return !tree->aborted;
    } while (!take_over(s));
    return true;
}

/* --- iterative deepening --- */

/* The time for new iterations is over. While pondering another may begin, but ponderhit ends it. */
static bool end_in_time(Searcher *s) {
    if (!atomic_load(&s->tree.signals->pondering))
        return true;
    s->tree.deadline = s->started;
    return false;
}

static bool is_forced(const Question *question) {
    MoveList list;
    outcome_find(&question->root, &list);
    return question->root.rules->halfmoves_per_turn == 1 &&
           (list.count == 1 || question->only_count == 1);
}

/* Notes whether the best turn is still the same. */
static void note_favourite(Searcher *s) {
    Turn turn = first_turn(s, &s->lines[0]);
    s->steady = turn_equal(turn, s->favourite) ? s->steady + 1 : 0;
    s->favourite = turn;
}

/* How long new iterations may begin: the longer, the less is settled. */
static int64_t time_wanted(const Searcher *s) {
    static const int PERCENT[] = {150, 120, 100, 90, 80, 70};
    enum { MOST = sizeof PERCENT / sizeof *PERCENT - 1 };
    if (s->budget.soft == INT64_MAX)
        return INT64_MAX;
    return larger(s->budget.soft * PERCENT[smaller(s->steady, MOST)] / 100, s->budget.least);
}

/* Is another iteration of no use, or not to be finished in time? */
static bool enough(Searcher *s) {
    const Question *question = s->tree.question;
    const Limits *limits = &question->limits;
    Score score = s->lines[0].score;
    if (limits->mate > 0 && score >= SCORE_SURE &&
        search_turns_to_end(question->root.rules, score) <= limits->mate)
        return true;
    if (elapsed(s) >= time_wanted(s) && end_in_time(s))
        return true;
    if (s->budget.soft == INT64_MAX && limits->mate == 0)
        return false;
    if (score_is_decided(score)) /* the end has been seen from nearer than the horizon */
        return SCORE_WIN - abs(score) <= s->depth;
    return limits->time.has_clock && is_forced(question);
}

static void begin(Searcher *s, const Question *question, const Signals *signals,
                  const Reports *reports) {
    Tree *tree = &s->tree;
    s->reports = *reports;
    s->started = clock_now_us();
    s->budget = timing_budget(&question->limits.time);
    s->line_count = question->lines > 1 ? question->lines : 1;
    s->best.pv_count = 0;
    s->favourite = (Turn){0};
    s->steady = 0;
    s->trusted = (Turn){0};
    s->refuted_count = 0;
    tree->question = question;
    tree->network =
        question->network ? question->network : evaluate_network(question->root.rules->family);
    tree->sums.network = NULL;
    s->lines[0] = (Variation){.score = evaluate(tree->network, &tree->sums, &question->root)};
    tree->signals = signals;
    tree->choice =
        (Choice){.only = question->only, .only_count = question->only_count, .taken = s->taken};
    tree->root_report = report_root_move;
    tree->root_context = s;
    tree->deadline =
        s->started < INT64_MAX - s->budget.hard ? s->started + s->budget.hard : INT64_MAX;
    tree->nodes_max = question->limits.nodes ? question->limits.nodes : UINT64_MAX;
    tree->exact = question->limits.mate > 0;
    tree->aborted = tree->overtaken = false;
    tree->race_depth = INT_MAX;
    tree->nodes = 0;
    tree->selective_depth = 0;
    searcher_reset_nodes(s);
    memset(tree->order.killers, 0, sizeof tree->order.killers);
}

/* A win in N turns takes 2N - 1 turns of both players. */
static int depth_for_mate(const Question *question) {
    int64_t turns = 2 * (int64_t)question->limits.mate - 1;
    return (int)smaller(turns * question->root.rules->halfmoves_per_turn, PLY_MAX - 1);
}

static int deepest_of(const Question *question) {
    int deepest = PLY_MAX - 1;
    if (question->limits.mate > 0)
        deepest = depth_for_mate(question);
    if (question->limits.depth > 0)
        deepest = (int)smaller(question->limits.depth, deepest);
    return (int)larger(deepest, question->root.rules->halfmoves_per_turn);
}

/* Reports the best line once more if it has changed since, or was never reported. */
static const Progress *conclude(Searcher *s, int depth) {
    s->tree.nodes_shown = s->tree.nodes;
    bool is_reported =
        s->best.pv_count > 0 && turn_equal(s->best.pv[0], first_turn(s, &s->lines[0]));
    if (!is_reported)
        report_line(s, 0, depth, BOUND_EXACT);
    return &s->best;
}

/* --- forced wins --- */

/* Only where the answer is wanted as soon as there is a good one. */
static bool may_prove(const Searcher *s) {
    const Question *question = s->tree.question;
    return !s->tree.helps && question->lines <= 1 && question->only_count == 0 &&
           question->limits.depth == 0 && question->limits.mate == 0 && !is_forced(question) &&
           (s->budget.soft < INT64_MAX || question->limits.nodes > 0);
}

/* Looks for a forced win, from that time on for one of so many shares of the search. Returns how
 * many half-moves of `line` it takes; 0: none was found. */
static int look_for_win(Searcher *s, const Question *question, int64_t from, int share,
                        Move line[PLY_MAX]) {
    int64_t deadline = s->budget.soft < INT64_MAX ? from + s->budget.soft / share : INT64_MAX;
    uint64_t nodes = question->limits.nodes ? question->limits.nodes / (uint64_t)share : UINT64_MAX;
    int count = prover_run(s->tree.prover, question, s->tree.signals, deadline, nodes, line);
    s->tree.nodes += prover_nodes(s->tree.prover);
    return count;
}

/* Spends a part of the search's time on looking for a forced win. Found, it is the best line. */
static bool prove(Searcher *s) {
    Variation *line = &s->lines[0];
    Move moves[PLY_MAX];
    int count = look_for_win(s, s->tree.question, s->started, PROOF_SHARE, moves);
    if (count == 0)
        return false;
    *line = (Variation){.count = count, .score = score_win_in(count)};
    memcpy(line->moves, moves, (size_t)count * sizeof(Move));
    s->tree.selective_depth = count;
    report_line(s, 0, count, BOUND_EXACT);
    return true;
}

/* Before the best turn is trusted, a forced win of the other player is looked for after it. If
 * there is one the table learns it, and another turn may turn out to be better: the iteration is
 * not finished. */
static bool is_refuted(Searcher *s) {
    const Question *question = s->tree.question;
    Turn turn = first_turn(s, &s->lines[0]);
    if (turn_equal(turn, s->trusted) || score_is_decided(s->lines[0].score))
        return false;
    Question reply = {.history = question->history,
                      .history_count = question->history_count,
                      .limits = question->limits};
    Move moves[PLY_MAX];
    turn_apply(&reply.root, &question->root, turn);
    if (outcome_is_over(outcome_of(&reply.root)) || outcome_pass_is_forced(&reply.root))
        return false;
    s->trusted = turn;
    int count = look_for_win(s, &reply, clock_now_us(), DOUBT_SHARE, moves);
    if (count == 0)
        return false;
    table_store(s->tree.table, reply.root.key, turn.count,
                &(TableEntry){.move = moves[0],
                              .score = score_win_in(count + turn.count),
                              .depth = TABLE_DEPTH_MAX,
                              .bound = BOUND_LOWER});
    note_bad(s, turn);
    team_withdraw(s->tree.team, s->depth);
    return true;
}

/* Has enough of the search passed for its best turn to be doubted? */
static bool is_time_for_doubt(const Searcher *s) {
    const Limits *limits = &s->tree.question->limits;
    return limits->nodes ? s->tree.nodes >= limits->nodes / DOUBT_FROM
                         : elapsed(s) >= s->budget.soft / DOUBT_FROM;
}

const Progress *search_run(Searcher *s, const Question *question, const Signals *signals,
                           const Reports *reports) {
    int shallowest = question->root.rules->halfmoves_per_turn;
    int deepest = deepest_of(question);
    int done = 0;
    begin(s, question, signals, reports);
    /* On a board full of captures even the first iteration may not end in time. Before it every
     * half-move is looked at, and no further. */
    s->depth = TREE_DEPTH_MIN;
    search_line(s, 0);
    bool proves = may_prove(s);
    if (proves && prove(s))
        return conclude(s, s->best.depth);
    s->depth = shallowest;
    for (; s->depth <= deepest && !s->tree.aborted && iterate(s); s->depth++) {
        if (proves && is_time_for_doubt(s) && is_refuted(s)) {
            s->depth--;
            continue;
        }
        done = s->depth;
        for (int i = 0; i < s->line_count; i++)
            report_line(s, i, done, BOUND_EXACT);
        note_favourite(s);
        if (enough(s))
            break;
    }
    return conclude(s, done);
}

int search_turns_to_end(const Ruleset *rules, Score score) {
    int halfmoves = SCORE_WIN - abs(score);
    int turns = (halfmoves + rules->halfmoves_per_turn - 1) / rules->halfmoves_per_turn;
    int own_turns = (turns + 1) / 2;
    return score > 0 ? own_turns : -own_turns;
}
