/* The queue of lines: order, and the limit of its size. */
#include "unit/testing.h"

#include "server/line_queue.h"

#include <string.h>

static void test_order(void **state) {
    LineQueue queue = {.limit = 100};
    assert_true(line_queue_is_empty(&queue));
    assert_null(line_queue_first(&queue));
    assert_null(line_queue_pop(&queue));
    for (int round = 0; round < 3; round++) {
        assert_true(line_queue_push(&queue, "one"));
        assert_true(line_queue_push(&queue, ""));
        assert_string_equal(line_queue_first(&queue), "one");
        char *line = line_queue_pop(&queue);
        assert_string_equal(line, "one");
        line[1] = '\0'; /* the caller may modify it */
        assert_true(line_queue_push(&queue, "three"));
        assert_string_equal(line_queue_pop(&queue), "");
        assert_string_equal(line_queue_pop(&queue), "three");
        assert_true(line_queue_is_empty(&queue));
    }
    assert_true(line_queue_push(&queue, "left"));
    line_queue_free(&queue);
    assert_true(line_queue_is_empty(&queue));
}

static void test_limit(void **state) {
    LineQueue queue = {.limit = 8};
    assert_false(line_queue_push(&queue, "12345678"));
    assert_true(line_queue_push(&queue, "1234567"));
    assert_false(line_queue_push(&queue, ""));
    assert_string_equal(line_queue_pop(&queue), "1234567");
    assert_true(line_queue_push(&queue, "123"));
    assert_true(line_queue_push(&queue, "567"));
    assert_false(line_queue_push(&queue, ""));
    assert_string_equal(line_queue_pop(&queue), "123");
    assert_true(line_queue_push(&queue, "abc")); /* the line takes the space of the first one */
    assert_false(line_queue_push(&queue, ""));
    assert_string_equal(line_queue_pop(&queue), "567");
    assert_string_equal(line_queue_pop(&queue), "abc");
    assert_true(line_queue_push(&queue, "1234567"));
    assert_true(queue.capacity <= queue.limit);
    line_queue_free(&queue);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_limit),
    };
    return test_run("line queue", tests);
}
