/* Tasks run on the leader, their searches on all threads, and all end when asked to. */
/* tags: threads */
#include "unit/testing.h"

#include "base/os/thread.h"
#include "search/threads.h"

#include <stdatomic.h>

typedef struct {
    Threads *threads;
    SearchParams params;
    atomic_int runs;
    atomic_int wrong_signals;
    bool searches;
    bool until_stopped;
} ThreadsFixture;

static void task(void *context, Threads *threads, const Signals *signals) {
    static const Reports NO_REPORTS = {0};
    ThreadsFixture *fixture = context;
    atomic_fetch_add(&fixture->runs, 1);
    if (fixture->searches)
        threads_search(threads, &fixture->params, &NO_REPORTS);
    while (fixture->until_stopped && !atomic_load(&signals->stop))
        thread_yield();
    threads_sleep_while_pondering(threads);
    if (atomic_load(&signals->pondering))
        atomic_fetch_add(&fixture->wrong_signals, 1);
}

static int set_up(void **state) {
    static ThreadsFixture fixture;
    fixture = (ThreadsFixture){.threads = threads_new(1)};
    position_start(&fixture.params.root.pos, ruleset_default());
    *state = &fixture;
    return fixture.threads ? 0 : -1;
}

static int tear_down(void **state) {
    ThreadsFixture *fixture = *state;
    threads_free(fixture->threads);
    return 0;
}

static void test_tasks_one_after_another(void **state) {
    ThreadsFixture *fixture = *state;
    for (int i = 1; i <= 100; i++) {
        threads_start(fixture->threads, task, fixture, false);
        threads_wait(fixture->threads);
        assert_int_equal(fixture->runs, i);
    }
    threads_wait(fixture->threads); /* nothing runs */
}

/* Each search ends, even if the leader has finished it before a helper has woken up. */
static void test_short_searches(void **state) {
    static const int COUNTS[] = {4, 2, 4, 1, 3};
    ThreadsFixture *fixture = *state;
    fixture->searches = true;
    fixture->params.limits.depth = 1;
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++) {
        assert_true(threads_set_count(fixture->threads, COUNTS[i]));
        atomic_store(&fixture->runs, 0);
        for (int run = 0; run < 20; run++) {
            threads_start(fixture->threads, task, fixture, false);
            threads_wait(fixture->threads);
        }
        assert_int_equal(fixture->runs, 20);
    }
    assert_int_equal(fixture->wrong_signals, 0);
}

static void test_stop_ends_pondering(void **state) {
    ThreadsFixture *fixture = *state;
    fixture->searches = fixture->until_stopped = true;
    assert_true(threads_set_count(fixture->threads, 3));
    for (int i = 0; i < 50; i++) {
        threads_start(fixture->threads, task, fixture, true);
        assert_true(threads_is_pondering(fixture->threads));
        threads_end_pondering(fixture->threads, true); /* perhaps before a thread has woken up */
        assert_false(threads_is_pondering(fixture->threads));
        threads_wait(fixture->threads);
    }
    assert_int_equal(fixture->runs, 50);
    assert_int_equal(fixture->wrong_signals, 0);
}

/* A task that finishes early sleeps until ponderhit. */
static void test_ponderhit_wakes(void **state) {
    ThreadsFixture *fixture = *state;
    threads_start(fixture->threads, task, fixture, true);
    while (atomic_load(&fixture->runs) == 0)
        thread_yield();
    assert_true(threads_is_pondering(fixture->threads));
    threads_end_pondering(fixture->threads, false);
    threads_wait(fixture->threads);
    assert_false(threads_is_pondering(fixture->threads));
    assert_int_equal(fixture->wrong_signals, 0);
}

static void test_free_ends_a_running_task(void **state) {
    ThreadsFixture *fixture = *state;
    fixture->searches = fixture->until_stopped = true;
    assert_true(threads_set_count(fixture->threads, 3));
    threads_start(fixture->threads, task, fixture, true);
    threads_free(fixture->threads);
    fixture->threads = NULL;
    assert_int_equal(fixture->wrong_signals, 0);
}

static void test_limit(void **state) {
    for (int wanted = 1; wanted <= 4; wanted++)
        assert_int_equal(threads_limit(wanted), wanted);
    int most = thread_processors() > 4 ? thread_processors() : 4;
    assert_int_equal(threads_limit(1000000), most);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_tasks_one_after_another, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_short_searches, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stop_ends_pondering, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_ponderhit_wakes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_free_ends_a_running_task, set_up, tear_down),
        cmocka_unit_test(test_limit),
    };
    return test_run("threads", tests);
}
