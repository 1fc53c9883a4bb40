/* What the threads of a search share: the deepest finished iteration is known to all of them. */
/* tags: threads */
#include "unit/testing.h"

#include "search/search.h"

#include <pthread.h>

/* Runs the function in several threads at the same time. Returns whether all returned NULL. */
static bool run_threads(void *(*function)(void *), SearchShared *shared) {
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    bool all = true;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, function, shared), 0);
    for (int i = 0; i < THREADS; i++) {
        void *result;
        pthread_join(threads[i], &result);
        all &= !result;
    }
    return all;
}

/* The deepest finished iteration counts until it is withdrawn. */
static void test_iterations(void **state) {
    SearchShared *shared = shared_new(1);
    Pv line = {.score = 30}, found;
    assert_int_equal(shared_iteration(shared, &found), 0);
    shared_report_iteration(shared, 5, &line);
    line.score = 10;
    shared_report_iteration(shared, 4, &line);
    shared_report_iteration(shared, 5, &line);
    assert_int_equal(shared->depth, 5);
    assert_int_equal(shared_iteration(shared, &found), 5);
    assert_int_equal(found.score, 30);
    shared_withdraw_iteration(shared, 4); /* not the deepest: ignored */
    assert_int_equal(shared_iteration(shared, &found), 5);
    shared_withdraw_iteration(shared, 5);
    assert_int_equal(shared_iteration(shared, &found), 0);
    shared_report_iteration(shared, 3, &line);
    assert_int_equal(shared_iteration(shared, &found), 3);
    assert_int_equal(found.score, 10);
    shared_begin_search(shared, false);
    assert_int_equal(shared->depth, 0);
    shared_free(shared);
}

/* What a proof search has proven is in the table, and leads to the end of the game. */
static void test_proofs_are_kept(void **state) {
    SearchShared *shared = shared_new(16);
    Root root = {.tournament_draws = false};
    ProverParams params = {.root = &root, .deadline = INT64_MAX, .nodes_max = 100000};
    Position start;
    Move line[MAX_PLY];
    TableEntry entry;
    position_start(&start, ruleset_find("antichess"));
    position_apply(&root.pos, &start, move_make(11, 27, PAWN)); /* d2d4 */
    int count = prover_run(shared->prover, &params, line);
    assert_true(count > 0);
    assert_true(table_probe(shared->table, root.pos.key, 0, &entry));
    assert_int_equal(entry.depth, TABLE_DEPTH_MAX);
    assert_int_equal(entry.score, score_mate_in(count));
    assert_int_equal(entry.move, line[0]);
    Pv pv = {.score = entry.score};
    pv_follow_table(&pv, &root.pos, shared->table);
    assert_int_equal(pv.count, count);
    assert_memory_equal(pv.moves, line, (size_t)count * sizeof(Move));
    pv = (Pv){.score = score_mate_in(3)}; /* no more half-moves than the score says */
    pv_follow_table(&pv, &root.pos, shared->table);
    assert_int_equal(pv.count, 3);
    shared_free(shared);
}

/* A full-width search finds the entries of full-width searches only. */
static void test_full_width(void **state) {
    SearchShared *shared = shared_new(1);
    Table *table = shared->table;
    TableEntry entry = {.move = 1, .score = 50, .depth = 12, .bound = BOUND_UPPER};
    for (int pruned = 0; pruned < 2; pruned++) {
        shared_begin_search(shared, !pruned);
        table_store(table, 999, 0, &entry);
        shared_begin_search(shared, true);
        assert_int_equal(table_probe(table, 999, 0, &entry), !pruned);
        shared_begin_search(shared, false);
    }
    shared_free(shared);
}

/* Threads report at the same time: no line is torn, and each has its own depth. */
enum { REPORTS = 20000 };

/* Returns NULL unless a line was torn. */
static void *report(void *context) {
    SearchShared *shared = context;
    void *torn = NULL;
    Pv line = {.count = MAX_PLY}, found;
    for (int depth = 1; depth <= REPORTS; depth++) {
        for (int i = 0; i < line.count; i++)
            line.moves[i] = (Move)depth;
        shared_report_iteration(shared, depth, &line);
        int known = shared_iteration(shared, &found);
        if (known < depth || found.moves[0] != (Move)known ||
            found.moves[MAX_PLY - 1] != (Move)known)
            torn = shared;
    }
    return torn;
}

static void test_reporting_threads(void **state) {
    SearchShared *shared = shared_new(1);
    assert_true(run_threads(report, shared));
    assert_int_equal(shared->depth, REPORTS);
    shared_free(shared);
}

static void test_number_of_helpers(void **state) {
    SearchShared *shared = shared_new(1);
    SearchThread *leader = search_thread_new(shared, SEARCH_LEADER);
    assert_int_equal(shared->helper_count, 0);
    SearchThread *first = search_thread_new(shared, SEARCH_HELPER);
    assert_int_equal(shared->helper_count, 1);
    SearchThread *second = search_thread_new(shared, SEARCH_HELPER);
    assert_int_equal(shared->helper_count, 2);
    assert_ptr_equal(shared->helpers[1], second);
    search_thread_free(second);
    assert_int_equal(shared->helper_count, 1);
    assert_ptr_equal(shared->helpers[0], first);
    search_thread_free(first);
    assert_int_equal(shared->helper_count, 0);
    search_thread_free(leader);
    shared_free(shared);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_number_of_helpers), cmocka_unit_test(test_iterations),
        cmocka_unit_test(test_full_width),        cmocka_unit_test(test_proofs_are_kept),
        cmocka_unit_test(test_reporting_threads),
    };
    return test_run("shared", tests);
}
