/* The threads: jobs run on the leader and on all helpers, and end when asked to. */
/* tags: threads */
#include "unit/testing.h"

#include "base/os/thread.h"
#include "search/smp/threads.h"

#include <stdatomic.h>

typedef struct {
    Threads *threads;
    atomic_int leader_runs;
    atomic_int helper_runs[THREADS_MAX];
    atomic_int wrong_signals;
    bool with_helpers;
    bool until_stopped;
} ThreadsFixture;

static void helper_job(void *context, int index, const Signals *signals) {
    ThreadsFixture *fixture = context;
    atomic_fetch_add(&fixture->helper_runs[index], 1);
    while (!atomic_load(&signals->stop))
        thread_yield();
    if (atomic_load(&signals->pondering))
        atomic_fetch_add(&fixture->wrong_signals, 1);
}

static void leader_job(void *context, const Signals *signals) {
    ThreadsFixture *fixture = context;
    atomic_fetch_add(&fixture->leader_runs, 1);
    if (fixture->with_helpers)
        threads_start_helpers(fixture->threads, helper_job, fixture);
    while (fixture->until_stopped && !atomic_load(&signals->stop))
        thread_yield();
    if (fixture->with_helpers)
        threads_stop_helpers(fixture->threads);
    threads_sleep_while_pondering(fixture->threads);
    if (atomic_load(&signals->pondering))
        atomic_fetch_add(&fixture->wrong_signals, 1);
}

static int set_up(void **state) {
    static ThreadsFixture fixture;
    fixture = (ThreadsFixture){.threads = threads_new()};
    *state = &fixture;
    return fixture.threads ? 0 : -1;
}

static int tear_down(void **state) {
    ThreadsFixture *fixture = *state;
    threads_free(fixture->threads);
    return 0;
}

static void test_jobs_one_after_another(void **state) {
    ThreadsFixture *fixture = *state;
    for (int i = 1; i <= 100; i++) {
        threads_start(fixture->threads, leader_job, fixture, false);
        threads_wait(fixture->threads);
        assert_int_equal(fixture->leader_runs, i);
    }
    threads_wait(fixture->threads); /* nothing runs */
}

/* Each helper runs each job once, even if the leader ends before the helper has woken up. */
static void test_each_helper_runs_each_job(void **state) {
    static const int COUNTS[] = {3, 1, 7, 0, 2};
    ThreadsFixture *fixture = *state;
    fixture->with_helpers = true;
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++) {
        assert_true(threads_set_helpers(fixture->threads, COUNTS[i]));
        for (int index = 0; index < THREADS_MAX; index++)
            atomic_store(&fixture->helper_runs[index], 0);
        for (int run = 0; run < 20; run++) {
            threads_start(fixture->threads, leader_job, fixture, false);
            threads_wait(fixture->threads);
        }
        for (int index = 0; index < THREADS_MAX; index++)
            assert_int_equal(fixture->helper_runs[index], index < COUNTS[i] ? 20 : 0);
    }
    assert_int_equal(fixture->wrong_signals, 0);
}

static void test_stop_ends_pondering(void **state) {
    ThreadsFixture *fixture = *state;
    fixture->with_helpers = fixture->until_stopped = true;
    assert_true(threads_set_helpers(fixture->threads, 2));
    for (int i = 0; i < 50; i++) {
        threads_start(fixture->threads, leader_job, fixture, true);
        assert_true(threads_is_pondering(fixture->threads));
        threads_stop(fixture->threads); /* perhaps before a thread has woken up */
        assert_false(threads_is_pondering(fixture->threads));
        threads_wait(fixture->threads);
    }
    assert_int_equal(fixture->leader_runs, 50);
    assert_int_equal(fixture->wrong_signals, 0);
}

/* A job that finishes early sleeps until ponderhit. */
static void test_ponderhit_wakes(void **state) {
    ThreadsFixture *fixture = *state;
    threads_start(fixture->threads, leader_job, fixture, true);
    while (atomic_load(&fixture->leader_runs) == 0)
        thread_yield();
    assert_true(threads_is_pondering(fixture->threads));
    threads_ponderhit(fixture->threads);
    threads_wait(fixture->threads);
    assert_false(threads_is_pondering(fixture->threads));
    assert_int_equal(fixture->wrong_signals, 0);
}

static void test_free_ends_a_running_job(void **state) {
    ThreadsFixture *fixture = *state;
    fixture->with_helpers = fixture->until_stopped = true;
    assert_true(threads_set_helpers(fixture->threads, 2));
    threads_start(fixture->threads, leader_job, fixture, true);
    threads_free(fixture->threads);
    fixture->threads = NULL;
    assert_int_equal(fixture->wrong_signals, 0);
}

static void test_limit(void **state) {
    (void)state;
    for (int wanted = 1; wanted <= 4; wanted++)
        assert_int_equal(threads_limit(wanted), wanted);
    int most = thread_processors() > 4 ? thread_processors() : 4;
    assert_int_equal(threads_limit(1000000), most);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_jobs_one_after_another, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_each_helper_runs_each_job, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stop_ends_pondering, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_ponderhit_wakes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_free_ends_a_running_job, set_up, tear_down),
        cmocka_unit_test(test_limit),
    };
    return test_run("threads", tests);
}
