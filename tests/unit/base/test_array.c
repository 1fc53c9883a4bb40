/* An array keeps its items while it grows one by one, also after it has lost some. */
#include "unit/failing_allocations.h"

#include "base/array.h"

static void test_grows(void **state) {
    enum { MANY = 1000 };
    int *numbers = NULL, count = 0;
    for (int added = 0; added < MANY; added++) {
        if (added == MANY / 2)
            count = MANY / 4;
        numbers = array_grow(numbers, (size_t)count, sizeof *numbers);
        assert_non_null(numbers);
        numbers[count] = count;
        count++;
    }
    for (int i = 0; i < count; i++)
        assert_int_equal(numbers[i], i);
    free(numbers);
}

/* If an item finds no room, the others stay. */
static bool grow(ScenarioResult *result, Error *error) {
    enum { MANY = 9 };
    char *letters = NULL, *grown;
    int count = 0;
    while (count < MANY && (grown = array_grow(letters, (size_t)count, 1))) {
        letters = grown;
        letters[count] = (char)('a' + count);
        count++;
    }
    assert_true(count == 0 || memcmp(letters, "abcdefghi", (size_t)count) == 0);
    free(letters);
    scenario_note(result, "%d letters", count);
    return count == MANY || error_set_out_of_memory(error);
}

static void test_without_memory(void **state) {
    each_allocation_fails(grow, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grows),
        cmocka_unit_test(test_without_memory),
    };
    return test_run("array", tests);
}
