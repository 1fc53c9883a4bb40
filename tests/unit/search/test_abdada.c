/* ABDADA's table of busy half-moves: an entry is found from start to finish, unless it is lost. */
/* tags: threads */
#include "unit/testing.h"

#include "search/abdada.h"

#include <pthread.h>

static BusyTable busy;

static int set_up(void **state) {
    abdada_clear(&busy);
    return 0;
}

static void test_one_half_move(void **state) {
    uint64_t hash = abdada_move_hash(1234567, 321);
    assert_false(abdada_is_busy(&busy, hash));
    abdada_finish(&busy, hash); /* no thread is searching it */
    abdada_start(&busy, hash);
    abdada_start(&busy, hash);
    assert_true(abdada_is_busy(&busy, hash));
    assert_false(abdada_is_busy(&busy, abdada_move_hash(1234567, 322)));
    assert_false(abdada_is_busy(&busy, abdada_move_hash(1234568, 321)));
    abdada_finish(&busy, hash);
    assert_true(abdada_is_busy(&busy, hash)); /* a second thread is still searching it */
    abdada_finish(&busy, hash);
    assert_false(abdada_is_busy(&busy, hash));
}

/* Far more entries than fit: some are lost, no others appear, and all can be removed. */
static void test_full_table(void **state) {
    enum { MANY = 200000 };
    uint64_t seed = 5;
    for (int i = 0; i < MANY; i++)
        abdada_start(&busy, abdada_move_hash(random_next(&seed), (Move)i));
    uint64_t last = abdada_move_hash(7, 7);
    assert_false(abdada_is_busy(&busy, last));
    seed = 5;
    int known = 0;
    for (int i = 0; i < MANY; i++) {
        uint64_t hash = abdada_move_hash(random_next(&seed), (Move)i);
        known += abdada_is_busy(&busy, hash);
        abdada_finish(&busy, hash);
        assert_false(abdada_is_busy(&busy, hash));
    }
    assert_in_range(known, 10000, MANY - 1);
    abdada_start(&busy, last);
    assert_true(abdada_is_busy(&busy, last));
    abdada_clear(&busy);
    assert_false(abdada_is_busy(&busy, last));
}

/* Threads start and finish the same few half-moves: in the end none is busy. */
enum { FEW_MOVES = 5, ROUNDS = 100000, THREADS = 4 };

static void *start_and_finish(void *context) {
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t hash = abdada_move_hash(99, (Move)(i % FEW_MOVES));
        abdada_start(context, hash);
        abdada_finish(context, hash);
    }
    return NULL;
}

static void test_many_threads(void **state) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, start_and_finish, &busy), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < FEW_MOVES; i++)
        assert_false(abdada_is_busy(&busy, abdada_move_hash(99, (Move)i)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_one_half_move, set_up),
        cmocka_unit_test_setup(test_full_table, set_up),
        cmocka_unit_test_setup(test_many_threads, set_up),
    };
    return test_run("abdada", tests);
}
