/* What the threads of a search share: half-moves that are looked at are known as long as they are,
 * or forgotten; the deepest iteration that one has finished is known to all. */
#include "unit/testing.h"

#include "search/shared.h"

#include <pthread.h>

static void test_one_half_move(void **state) {
    (void)state;
    SharedState *team = shared_new();
    uint64_t name = abdada_move_hash(1234567, 321);
    assert_false(abdada_is_busy(team, name));
    abdada_finish(team, name); /* nobody is there */
    abdada_start(team, name);
    abdada_start(team, name);
    assert_true(abdada_is_busy(team, name));
    assert_false(abdada_is_busy(team, abdada_move_hash(1234567, 322)));
    assert_false(abdada_is_busy(team, abdada_move_hash(1234568, 321)));
    abdada_finish(team, name);
    assert_true(abdada_is_busy(team, name)); /* the other one is still there */
    abdada_finish(team, name);
    assert_false(abdada_is_busy(team, name));
    shared_free(team);
}

/* Many at once: no name stands where it was not entered, and nothing is left behind. */
static void test_many(void **state) {
    (void)state;
    enum { MANY = 200000 };
    SharedState *team = shared_new();
    uint64_t seed = 5;
    for (int i = 0; i < MANY; i++)
        abdada_start(team, abdada_move_hash(random_next(&seed), (Move)i));
    assert_false(abdada_is_busy(team, abdada_move_hash(7, 7)));
    uint64_t last = abdada_move_hash(7, 7);
    seed = 5;
    int known = 0;
    for (int i = 0; i < MANY; i++) {
        uint64_t name = abdada_move_hash(random_next(&seed), (Move)i);
        known += abdada_is_busy(team, name);
        abdada_finish(team, name);
        assert_false(abdada_is_busy(team, name));
    }
    assert_in_range(known, 10000, MANY - 1);
    abdada_start(team, last);
    assert_true(abdada_is_busy(team, last));
    shared_clear(team);
    assert_false(abdada_is_busy(team, last));
    shared_free(team);
}

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

/* Threads enter and leave the same few names all the time; in the end none is left. */
enum { FEW_NAMES = 5, BLOWS = 100000 };

static void *hammer(void *context) {
    SharedState *team = context;
    for (int i = 0; i < BLOWS; i++) {
        uint64_t name = abdada_move_hash(99, (Move)(i % FEW_NAMES));
        abdada_start(team, name);
        abdada_finish(team, name);
    }
    return NULL;
}

static void test_many_threads(void **state) {
    (void)state;
    SharedState *team = shared_new();
    assert_true(run_threads(hammer, team));
    for (int i = 0; i < FEW_NAMES; i++)
        assert_false(abdada_is_busy(team, abdada_move_hash(99, (Move)i)));
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
        cmocka_unit_test(test_one_half_move), cmocka_unit_test(test_many),
        cmocka_unit_test(test_many_threads),  cmocka_unit_test(test_how_many_threads),
        cmocka_unit_test(test_iterations),    cmocka_unit_test(test_reporters),
    };
    return test_run("team", tests);
}
