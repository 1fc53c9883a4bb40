/* A searcher's results are repeatable once it has forgotten earlier searches. */
#include "unit/positions.h"

#include "batch/searcher.h"

static void test_repeatable(void **state) {
    Position start, other;
    Searcher searcher;
    position_start(&start, ruleset_find("losers"));
    position_start(&other, ruleset_find("6170-spring-2007"));
    SearchParams params = {.root.pos = start, .limits.nodes = 3000};
    SearchParams others = {.root.pos = other, .limits.nodes = 2000};
    assert_true(searcher_init(&searcher, 1));
    SearchInfo first = *searcher_run(&searcher, &params, NULL);
    assert_in_range(first.nodes, 2000, 3100);
    searcher_run(&searcher, &others, NULL);
    searcher_clear(&searcher);
    const SearchInfo *again = searcher_run(&searcher, &params, NULL);
    assert_int_equal(again->score, first.score);
    assert_int_equal(again->nodes, first.nodes);
    assert_true(turn_equal(again->pv[0], first.pv[0]));
    /* With a warm table the next search to the same depth takes fewer nodes. */
    SearchParams fixed_depth = {.root.pos = start, .limits.depth = 6};
    searcher_clear(&searcher);
    uint64_t nodes = searcher_run(&searcher, &fixed_depth, NULL)->nodes;
    assert_true(searcher_run(&searcher, &fixed_depth, NULL)->nodes < nodes);
    Signals signals;
    atomic_init(&signals.stop, true);
    atomic_init(&signals.pondering, false);
    assert_in_range(searcher_run(&searcher, &params, &signals)->nodes, 0, 1000);
    searcher_free(&searcher);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_repeatable)};
    return test_run("searcher", tests);
}
