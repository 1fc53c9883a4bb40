/* Repeats: the same whatever the order in which games are entered. */
#include "unit/testing.h"

#include "referee/repeats.h"

enum { GAMES = 7 };
static const uint64_t DIGESTS[GAMES] = {5, 8, 5, 0, 8, 8, 9};
static const bool EXPECTED[GAMES] = {false, false, true, false, true, true, false};

static void test_orders(void **state) {
    for (int step = 1; step < GAMES; step++) {
        Repeats *repeats = repeats_new(GAMES);
        assert_non_null(repeats);
        for (int i = 0; i < GAMES; i++) {
            int number = i * step % GAMES;
            if (DIGESTS[number])
                repeats_add(repeats, number, DIGESTS[number]);
        }
        for (int i = 0; i < GAMES; i++)
            assert_int_equal(repeats_has_before(repeats, i), EXPECTED[i]);
        repeats_free(repeats);
    }
}

static void test_before_all_are_known(void **state) {
    Repeats *repeats = repeats_new(2);
    repeats_add(repeats, 1, 5);
    assert_false(repeats_has_before(repeats, 1));
    repeats_add(repeats, 0, 5);
    assert_true(repeats_has_before(repeats, 1));
    repeats_free(repeats);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_before_all_are_known),
    };
    return test_run("repeats", tests);
}
