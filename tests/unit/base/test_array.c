/* An array keeps its items while it grows one by one, also after it has lost some. */
#include "unit/testing.h"

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

static void test_without_memory(void **state) {
    char *bytes = array_grow(NULL, 0, 1);
    bytes[0] = 'x';
    assert_null(array_grow(bytes, 1, PTRDIFF_MAX));
    assert_int_equal(bytes[0], 'x');
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grows),
        cmocka_unit_test(test_without_memory),
    };
    return test_run("array", tests);
}
