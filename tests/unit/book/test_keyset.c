/* A set of position keys. */
#include "unit/testing.h"

#include "book/keyset.h"

enum { COUNT = 5000 };

/* Keys that belong in the first slot, in the last one, and anywhere. */
static uint64_t key_at(int i) {
    switch (i % 4) {
    case 0:
        return (uint64_t)(i + 1) << 20;
    case 1:
        return ((uint64_t)i << 20) - 1;
    default:
        return random_seed(1, (uint64_t)i);
    }
}

static void test_keys(void **state) {
    KeySet set = {0};
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(keyset_add(&set, key_at(i)), KEYSET_ADDED);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(keyset_add(&set, key_at(i)), KEYSET_PRESENT);
    assert_int_equal(set.count, COUNT);
    assert_true(set.size >= 2 * COUNT && set.size < 8 * COUNT);
    keyset_free(&set);
    assert_int_equal(keyset_add(&set, key_at(1)), KEYSET_ADDED);
    keyset_free(&set);
}

static void test_zero(void **state) {
    KeySet set = {0};
    assert_int_equal(keyset_add(&set, 0), KEYSET_ADDED);
    assert_int_equal(keyset_add(&set, 0), KEYSET_PRESENT);
    keyset_free(&set);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_keys), cmocka_unit_test(test_zero)};
    return test_run("keyset", tests);
}
