/* The root of a search: turns that verification refutes, the last report, and which turn is
 * searched first where others are excluded. */
#include "unit/positions.h"

#include "search/alphabeta.h"
#include "search/search.h"

typedef struct {
    SearchShared *shared;
    SearchThread *thread;
    Signals signals;
} RootFixture;

static int set_up(void **state) {
    static RootFixture fixture;
    fixture = (RootFixture){.shared = shared_new(16)};
    fixture.thread = search_thread_new(fixture.shared, SEARCH_LEADER);
    *state = &fixture;
    return fixture.thread ? 0 : -1;
}

static int tear_down(void **state) {
    RootFixture *fixture = *state;
    search_thread_free(fixture->thread);
    shared_free(fixture->shared);
    return 0;
}

/* Runs a search that starts from an empty table and empty histories. */
static const SearchInfo *search_afresh(RootFixture *fixture, const SearchParams *params,
                                       const Reports *reports) {
    shared_clear(fixture->shared);
    shared_begin_search(fixture->shared, false);
    return search_run(fixture->thread, params, &fixture->signals, reports);
}

/* Does the table hold a forced win for the opponent after the turn? */
static bool is_proven_lost(const Table *table, const Position *pos, Turn turn) {
    Position child;
    TableEntry entry;
    turn_apply(&child, pos, turn);
    return table_probe(table, child.key, 0, &entry) && entry.depth == TABLE_DEPTH_MAX &&
           (entry.bound & BOUND_LOWER) && entry.score >= SCORE_MATE_IN_MAX_PLY;
}

/* Is any legal turn proven lost? */
static bool has_turn_proven_lost(const Table *table, const Position *pos) {
    MoveList list;
    outcome_find(pos, &list);
    for (int i = 0; i < list.count; i++)
        if (is_proven_lost(table, pos, turn_single(list.moves[i])))
            return true;
    return false;
}

/* A turn that verification rejects is not played, even if the nodes run out soon afterwards, unless
 * every turn loses. The positions are from games in which an earlier version played such turns. */
static void test_rejected_turns_are_not_played(void **state) {
    RootFixture *fixture = *state;
    static const char *const FENS[] = {
        "1n5r/p1p1k3/8/1p5p/4n3/1P1P1K1P/P1PN4/R2Q2NR w - - 0 15",
        "1nb3n1/3p1k2/1p6/8/1PPp4/r7/P3PPP1/R3KB2 w Q - 0 15",
        "2b1k3/3p4/rp1r4/2p2p1p/p7/6P1/P3P3/1K3B2 w - - 2 28",
        "6k1/4n1pr/np6/4p3/2P5/8/4PPP1/1K3B2 w - - 0 21",
        "rnb1qbn1/p1pppkp1/5p2/p7/8/NP4PR/R1PPPP2/2BQK3 b - - 0 11",
    };
    enum { FEN_COUNT = sizeof FENS / sizeof *FENS, SEARCHES = 20 };
    int searches_with_rejection = 0;
    for (int i = 0; i < FEN_COUNT * SEARCHES; i++) {
        SearchParams params = {.root.pos = position_of("losers", FENS[i / SEARCHES]),
                               .limits.nodes = 500 * (1 + (uint64_t)(i % SEARCHES))};
        const Position *pos = &params.root.pos;
        const SearchInfo *best = search_afresh(fixture, &params, &(Reports){0});
        searches_with_rejection += has_turn_proven_lost(fixture->shared->table, pos);
        if (is_proven_lost(fixture->shared->table, pos, best->pv[0]) &&
            best->score > -SCORE_MATE_IN_MAX_PLY)
            fail_msg("%s, %d nodes: a turn that is proven lost was played", FENS[i / SEARCHES],
                     (int)params.limits.nodes);
    }
    assert_true(searches_with_rejection > 0);
}

/* What the last two reports of a search say. */
typedef struct {
    SearchInfo last, before;
} LastReports;

static void keep_last(void *context, const SearchInfo *info) {
    LastReports *reports = context;
    reports->before = reports->last;
    reports->last = *info;
}

/* The last report belongs to the turn that is played, also if it is of an iteration that the limit
 * cut short, and has the final number of nodes. */
static void test_the_last_report_belongs_to_the_turn(void **state) {
    RootFixture *fixture = *state;
    static LastReports reports;
    static const char *const FENS[] = {
        "rnb1kbnr/pp1ppppp/1q6/8/1p6/7N/P1PPPPPP/RNBQKB1R w KQkq - 2 4",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppp1ppp/4p3/8/8/1P6/P1PPPPPP/RNBQKBNR w KQkq - 0 2",
        "rnbqkbnr/p1pppppp/1p6/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
    };
    enum { FEN_COUNT = sizeof FENS / sizeof *FENS, SEARCHES = 200 };
    int changes = 0;
    for (int i = 0; i < FEN_COUNT * SEARCHES; i++) {
        SearchParams params = {.root.pos = position_of("losers", FENS[i / SEARCHES]),
                               .limits.nodes = 1000 + 100 * (uint64_t)(i % SEARCHES)};
        reports = (LastReports){0};
        const SearchInfo *best =
            search_afresh(fixture, &params, &(Reports){.info = keep_last, .context = &reports});
        assert_true(turn_equal(reports.last.pv[0], best->pv[0]));
        assert_int_equal(reports.last.nodes, search_thread_nodes(fixture->thread));
        if (reports.before.pv_count == 0 || turn_equal(reports.last.pv[0], reports.before.pv[0]))
            continue;
        changes++;
        assert_true(reports.last.depth > reports.before.depth);
    }
    assert_true(changes > 0);
}

typedef struct {
    int count;
    Move moves[MOVES_MAX];
} RootOrder;

static void keep_root_move(void *context, Move move, int number) {
    RootOrder *order = context;
    order->moves[order->count++] = move;
}

/* Where turns are excluded the table cannot say which one was best; the caller does. */
static void test_the_given_turn_is_searched_first(void **state) {
    RootFixture *fixture = *state;
    SearchParams params = {.root.pos = position_of("losers", ruleset_find("losers")->start_fen)};
    StopCheck stop;
    stop_check_init(&stop, fixture->shared, false);
    stop_check_begin(&stop, &fixture->signals, INT64_MAX, UINT64_MAX);
    AlphaBeta *ab = alphabeta_new(fixture->shared, &stop);
    RootOrder order;
    Turn excluded = turn_of(&params.root.pos, "e2e3");
    TurnFilter filter = {.excluded = &excluded, .excluded_count = 1};
    alphabeta_begin(ab, &params, &filter, keep_root_move, &order);
    Turn given[] = {turn_of(&params.root.pos, "h2h4"), turn_of(&params.root.pos, "b1a3")};
    for (int i = 0; i < 2; i++) {
        Pv pv = {0};
        order.count = 0;
        alphabeta_search(ab, -SCORE_INFINITE, SCORE_INFINITE, 3, given[i], &pv);
        assert_int_equal(order.count, 19);
        assert_int_equal(order.moves[0], given[i].moves[0]);
    }
    alphabeta_free(ab);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_rejected_turns_are_not_played, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_last_report_belongs_to_the_turn, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_the_given_turn_is_searched_first, set_up, tear_down),
    };
    return test_run("root", tests);
}
