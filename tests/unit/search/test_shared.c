/* What the threads of a search share: the deepest finished iteration is known to all of them. */
#include "unit/testing.h"

#include "search/shared.h"

#include <pthread.h>

/* Runs it with the team in several threads at once. Have all returned NULL? */
static bool run_threads(void *(*function)(void *), SharedState *team) {
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    bool all = true;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, function, team), 0);
    for (int i = 0; i < THREADS; i++) {
        void *result;
        pthread_join(threads[i], &result);
        all &= !result;
    }
    return all;
}

/* The deepest iteration that is finished counts, as long as nobody has withdrawn it. */
static void test_iterations(void **state) {
    (void)state;
    SharedState *team = shared_new();
    Pv line = {.score = 30}, found;
    assert_int_equal(shared_iteration(team, &found), 0);
    shared_report_iteration(team, 5, &line);
    line.score = 10;
    shared_report_iteration(team, 4, &line);
    shared_report_iteration(team, 5, &line);
    assert_int_equal(shared_depth(team), 5);
    assert_int_equal(shared_iteration(team, &found), 5);
    assert_int_equal(found.score, 30);
    shared_withdraw_iteration(team, 4); /* it is another one's line that stands */
    assert_int_equal(shared_iteration(team, &found), 5);
    shared_withdraw_iteration(team, 5);
    assert_int_equal(shared_iteration(team, &found), 0);
    shared_report_iteration(team, 3, &line);
    assert_int_equal(shared_iteration(team, &found), 3);
    assert_int_equal(found.score, 10);
    shared_begin_search(team);
    assert_int_equal(shared_depth(team), 0);
    shared_free(team);
}

/* Threads report at the same time: each line is whole, and the depth is its own. */
enum { REPORTS = 20000 };

/* Returns something if a line was not as it was reported. */
static void *report(void *context) {
    SharedState *team = context;
    void *torn = NULL;
    Pv line = {.count = MAX_PLY}, found;
    for (int depth = 1; depth <= REPORTS; depth++) {
        for (int i = 0; i < line.count; i++)
            line.moves[i] = (Move)depth;
        shared_report_iteration(team, depth, &line);
        int known = shared_iteration(team, &found);
        if (known < depth || found.moves[0] != (Move)known ||
            found.moves[MAX_PLY - 1] != (Move)known)
            torn = team;
    }
    return torn;
}

static void test_reporters(void **state) {
    (void)state;
    SharedState *team = shared_new();
    assert_true(run_threads(report, team));
    assert_int_equal(shared_depth(team), REPORTS);
    shared_free(team);
}

static void test_how_many_threads(void **state) {
    (void)state;
    SharedState *team = shared_new();
    assert_int_equal(shared_threads(team), 1);
    shared_add_threads(team, 1);
    assert_int_equal(shared_threads(team), 2);
    shared_add_threads(team, 1);
    shared_add_threads(team, -1);
    assert_int_equal(shared_threads(team), 2);
    shared_add_threads(team, -1);
    assert_int_equal(shared_threads(team), 1);
    shared_free(team);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_how_many_threads),
        cmocka_unit_test(test_iterations),
        cmocka_unit_test(test_reporters),
    };
    return test_run("shared", tests);
}
