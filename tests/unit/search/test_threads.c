/* A task runs on the leader's thread and its search on all threads, and both end when told to.
 * Searches with several threads find legal turns, and keep to their limits. */
/* tags: threads */
#include "unit/hand_clock.h"
#include "unit/positions.h"

#include "base/os/thread.h"
#include "rules/game.h"
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

/* --- searches --- */

typedef struct {
    SearchParams params;
    Reports reports;
    Turn turn;
} ThreadsJob;

static void keep_info(void *context, const SearchInfo *info) {
    *(SearchInfo *)context = *info;
}

static void run_job(void *context, Threads *pool, const Signals *signals) {
    ThreadsJob *job = context;
    job->turn = threads_search(pool, &job->params, &job->reports)->pv[0];
    threads_sleep_while_pondering(pool);
}

/* The clock stands, so that only `stop` ends these searches. */
static void test_threads_stop(void **state) {
    Threads *pool = threads_new(1);
    ThreadsJob job = {.params.root.pos = position_of(
                          "6170-spring-2006-antiking",
                          "rnbqkbnr/pppppppp/3A4/8/8/3a4/PPPPPPPP/RNBQKBNR w KQkq - 0 1")};
    job.params.limits.time = (TimeLimits){.movetime = 1};
    for (int i = 0; i < 50; i++) {
        threads_start(pool, run_job, &job, i % 2 == 0);
        clock_sleep_ms(i % 5);
        assert_int_equal(threads_is_pondering(pool), i % 2 == 0);
        threads_end_pondering(pool, true);
        assert_false(threads_is_pondering(pool));
        threads_wait(pool);
        assert_true(turn_is_legal(&job.params.root.pos, job.turn));
    }
    assert_true(threads_set_table_size(pool, 2));
    threads_start(pool, run_job, &job, false);
    threads_free(pool); /* freed while a task runs */
}

/* Searches with `threads` threads in every ruleset: legal turns, and the node limit holds. */
static void check_threads(Threads *pool, int threads) {
    uint64_t seed = 3;
    uint64_t nodes = is_sanitized() ? 2000 : 10000;
    /* Each thread may go beyond the limit by the replies to one half-move, which the proof search
     * counts at once. */
    uint64_t nodes_max = nodes + (uint64_t)threads * MAX_PLY / 2;
    assert_true(threads_set_count(pool, threads));
    for (int r = 0; r < ruleset_count(); r++)
        for (int plies = 0; plies < 12; plies += is_sanitized() ? 8 : 4) {
            Game game;
            game_init(&game, ruleset_at(r));
            assert_true(game_play_random(&game, plies, &seed));
            static SearchInfo last;
            ThreadsJob job = {.params = {.root.pos = game.now, .limits.nodes = nodes},
                              .reports = {.info = keep_info, .context = &last}};
            if (!outcome_is_over(game_outcome(&game)) && !game_pass_if_forced(&game)) {
                threads_start(pool, run_job, &job, false);
                threads_wait(pool);
                assert_true(turn_is_legal(&game.now, job.turn));
                assert_true(turn_equal(last.pv[0], job.turn));
                assert_true(last.nodes <= nodes_max);
            }
            game_free(&game);
        }
}

static void test_threads(void **state) {
    Threads *pool = threads_new(1);
    check_threads(pool, 1);
    check_threads(pool, 4);
    threads_free(pool);
}

/* The leader stops after its share of the nodes; what is more comes from the other threads. */
static void test_all_threads_search(void **state) {
    Threads *pool = threads_new(1);
    static SearchInfo last;
    uint64_t share = is_sanitized() ? 10000 : 300000;
    const Ruleset *rules = ruleset_find("losers");
    ThreadsJob job = {.params.root.pos = position_of(rules->name, rules->start_fen),
                      .reports = {.info = keep_info, .context = &last}};
    assert_true(threads_set_count(pool, 4));
    job.params.limits.nodes = 4 * share;
    threads_start(pool, run_job, &job, false);
    threads_wait(pool);
    assert_true(last.nodes > share + 2 * MAX_PLY);
    threads_free(pool);
}

/* A search to a depth ends at that depth, with any number of threads. */
static void test_threads_reach_the_depth(void **state) {
    const int depth = is_sanitized() ? 7 : 9;
    Threads *pool = threads_new(1);
    static SearchInfo last;
    const Ruleset *rules = ruleset_find("losers"); /* the start of a game: no win is near */
    ThreadsJob job = {.params.root.pos = position_of(rules->name, rules->start_fen),
                      .reports = {.info = keep_info, .context = &last}};
    job.params.limits.depth = depth;
    for (int threads = 1; threads <= 4; threads++)
        for (int i = 0; i < fewer_if_sanitized(3); i++) {
            assert_true(threads_set_count(pool, threads));
            threads_clear(pool);
            threads_start(pool, run_job, &job, false);
            threads_wait(pool);
            assert_int_equal(last.depth, depth);
            assert_true(turn_equal(last.pv[0], job.turn));
        }
    threads_free(pool);
}

static void test_changing_the_threads(void **state) {
    static const int COUNTS[] = {1, 7, 2, THREADS_MAX, 3};
    Threads *pool = threads_new(1);
    ThreadsJob job = {.params.root.pos =
                          position_of("losers", "8/P3k3/8/2p5/8/5p2/1P4p1/4K3 w - - 0 30")};
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++) {
        assert_true(threads_set_count(pool, COUNTS[i]));
        assert_true(threads_set_table_size(pool, 1 + (int)i));
        threads_clear(pool);
        threads_start(pool, run_job, &job, true);
        threads_end_pondering(pool, true); /* perhaps before a thread has woken up */
        threads_wait(pool);
        assert_true(turn_is_legal(&job.params.root.pos, job.turn));
    }
    threads_start(pool, run_job, &job, true);
    threads_free(pool); /* freed while all threads search */
}

static void note_report(void *context, const SearchInfo *info) {
    atomic_store((atomic_bool *)context, true);
}

/* After ponderhit, the time spent pondering also counts. */
static void test_ponderhit(void **state) {
    enum { MOVETIME = 20 };
    Threads *pool = threads_new(1);
    atomic_bool has_begun;
    ThreadsJob job = {.params.root.pos =
                          position_of("losers", "8/P3k3/8/2p5/8/5p2/1P4p1/4K3 w - - 0 30"),
                      .reports = {.info = note_report, .context = &has_begun}};
    job.params.limits.time = (TimeLimits){.movetime = MOVETIME};
    for (int pondering = 0; pondering <= 2 * MOVETIME; pondering += MOVETIME / 2) {
        atomic_store(&has_begun, false);
        threads_start(pool, run_job, &job, true);
        while (!atomic_load(&has_begun))
            clock_sleep_ms(1);
        hand_clock_turn_ms(pondering);
        assert_true(threads_is_pondering(pool));
        threads_end_pondering(pool, false);
        if (pondering < MOVETIME)
            hand_clock_turn_ms(MOVETIME - pondering);
        threads_wait(pool); /* the clock stands */
        assert_true(turn_is_legal(&job.params.root.pos, job.turn));
    }
    threads_free(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_tasks_one_after_another, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_short_searches, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stop_ends_pondering, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_ponderhit_wakes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_free_ends_a_running_task, set_up, tear_down),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_threads_stop),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_all_threads_search),
        cmocka_unit_test(test_threads_reach_the_depth),
        cmocka_unit_test(test_changing_the_threads),
        cmocka_unit_test(test_ponderhit),
    };
    return test_run("threads", tests);
}
