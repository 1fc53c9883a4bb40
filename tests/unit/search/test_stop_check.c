/* The stop check: limits, signals, and iterations that another thread has finished. */
#include "unit/testing.h"

#include "search/stop_check.h"

enum { NODES_MAX = 100000 };

typedef struct {
    SearchShared *shared;
    Signals signals;
    StopCheck check;
} StopFixture;

static int set_up(void **state) {
    static StopFixture fixture;
    fixture = (StopFixture){.shared = shared_new(1)};
    stop_check_init(&fixture.check, fixture.shared, false);
    *state = &fixture;
    return 0;
}

static int tear_down(void **state) {
    shared_free(((StopFixture *)*state)->shared);
    return 0;
}

static void begin(StopFixture *fixture, int64_t deadline, uint64_t nodes_max) {
    stop_check_begin(&fixture->check, &fixture->signals, deadline, nodes_max);
}

/* Counts up to NODES_MAX nodes. Returns the number of nodes after which the search must stop. */
static int nodes_until_stop(StopFixture *fixture) {
    for (int nodes = 1; nodes <= NODES_MAX; nodes++)
        if (stop_check_node(&fixture->check))
            return nodes;
    return NODES_MAX + 1;
}

static void test_no_limit(void **state) {
    StopFixture *fixture = *state;
    begin(fixture, INT64_MAX, UINT64_MAX);
    assert_int_equal(nodes_until_stop(fixture), NODES_MAX + 1);
    assert_int_equal(stop_check_reason(&fixture->check), STOP_NONE);
    assert_int_equal(stop_check_nodes(&fixture->check), NODES_MAX);
    assert_in_range(stop_check_nodes_shown(&fixture->check), NODES_MAX - 1024, NODES_MAX);
    stop_check_publish_nodes(&fixture->check);
    assert_int_equal(stop_check_nodes_shown(&fixture->check), NODES_MAX);
    stop_check_reset_nodes_shown(&fixture->check);
    assert_int_equal(stop_check_nodes_shown(&fixture->check), 0);
}

static void test_limit_of_nodes_is_exact(void **state) {
    StopFixture *fixture = *state;
    for (int limit = 1; limit < 200; limit++) {
        begin(fixture, INT64_MAX, (uint64_t)limit);
        assert_int_equal(nodes_until_stop(fixture), limit);
        assert_int_equal(stop_check_reason(&fixture->check), STOP_LIMIT);
    }
    begin(fixture, INT64_MAX, 100);
    stop_check_add_nodes(&fixture->check, 70);
    assert_int_equal(nodes_until_stop(fixture), 30);
}

static void test_stop_signal(void **state) {
    StopFixture *fixture = *state;
    begin(fixture, INT64_MAX, UINT64_MAX);
    atomic_store(&fixture->signals.stop, true);
    assert_in_range(nodes_until_stop(fixture), 1, 64);
    assert_int_equal(stop_check_reason(&fixture->check), STOP_LIMIT);
    assert_true(stop_check_node(&fixture->check)); /* it stays stopped */
}

static void test_deadline(void **state) {
    StopFixture *fixture = *state;
    atomic_store(&fixture->signals.pondering, true);
    begin(fixture, 0, UINT64_MAX);
    assert_int_equal(nodes_until_stop(fixture), NODES_MAX + 1);
    atomic_store(&fixture->signals.pondering, false);
    assert_in_range(nodes_until_stop(fixture), 1, 1024);
    begin(fixture, INT64_MAX, UINT64_MAX);
    stop_check_set_deadline(&fixture->check, 0);
    assert_in_range(nodes_until_stop(fixture), 1, 1024);
}

static void test_shared_iteration(void **state) {
    StopFixture *fixture = *state;
    Pv line = {.count = 0};
    begin(fixture, INT64_MAX, UINT64_MAX);
    shared_report_iteration(fixture->shared, 5, &line);
    assert_int_equal(nodes_until_stop(fixture), NODES_MAX + 1); /* iterations are not shared */
    stop_check_share_iteration(&fixture->check, 6);
    assert_int_equal(nodes_until_stop(fixture), NODES_MAX + 1); /* ours is deeper */
    stop_check_share_iteration(&fixture->check, 5);
    assert_in_range(nodes_until_stop(fixture), 1, 64);
    assert_int_equal(stop_check_reason(&fixture->check), STOP_ITERATION_SHARED);
    stop_check_share_iteration(&fixture->check, 6);
    stop_check_resume(&fixture->check);
    assert_int_equal(nodes_until_stop(fixture), NODES_MAX + 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_no_limit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_limit_of_nodes_is_exact, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stop_signal, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_deadline, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_shared_iteration, set_up, tear_down),
    };
    return test_run("stop check", tests);
}
