/* The move picker: every half-move once, busy ones last. */
#include "unit/testing.h"

#include "search/move_picker.h"

enum { KEY = 4711, MOVES = 6 };

static BusyTable busy;
static MoveList list;

static int set_up(void **state) {
    abdada_clear(&busy);
    list.count = MOVES;
    for (int i = 0; i < MOVES; i++)
        list.moves[i] = (Move)(100 + i);
    return 0;
}

static void mark_busy(int index) {
    abdada_start(&busy, abdada_move_hash(KEY, list.moves[index]));
}

static void check_order(BusyTable *table, const int expected[MOVES]) {
    MovePicker picker;
    move_picker_init(&picker, &list, table, KEY);
    for (int i = 0; i < MOVES; i++)
        assert_int_equal(move_picker_next(&picker), expected[i]);
    assert_int_equal(move_picker_next(&picker), MOVE_PICKER_END);
    assert_int_equal(move_picker_next(&picker), MOVE_PICKER_END);
}

static void test_order_of_the_list(void **state) {
    static const int IN_ORDER[] = {0, 1, 2, 3, 4, 5};
    check_order(&busy, IN_ORDER);
    mark_busy(2);
    check_order(NULL, IN_ORDER);
}

/* Busy half-moves come last, in their original order; the first half-move of the list is never
 * deferred. */
static void test_busy_half_moves_come_last(void **state) {
    static const int DEFERRED[] = {0, 2, 3, 5, 1, 4};
    mark_busy(0);
    mark_busy(1);
    mark_busy(4);
    check_order(&busy, DEFERRED);
}

/* A half-move that one picker has started is deferred by another until it is finished. */
static void test_start_and_finish(void **state) {
    static const int IN_ORDER[] = {0, 1, 2, 3, 4, 5}, DEFERRED[] = {0, 2, 3, 4, 5, 1};
    MovePicker first;
    move_picker_init(&first, &list, &busy, KEY);
    move_picker_start(&first, 1);
    check_order(&busy, DEFERRED);
    move_picker_finish(&first, 1);
    check_order(&busy, IN_ORDER);
}

static void test_no_half_moves(void **state) {
    MovePicker picker;
    list.count = 0;
    move_picker_init(&picker, &list, &busy, KEY);
    assert_int_equal(move_picker_next(&picker), MOVE_PICKER_END);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_order_of_the_list, set_up),
        cmocka_unit_test_setup(test_busy_half_moves_come_last, set_up),
        cmocka_unit_test_setup(test_start_and_finish, set_up),
        cmocka_unit_test_setup(test_no_half_moves, set_up),
    };
    return test_run("move picker", tests);
}
