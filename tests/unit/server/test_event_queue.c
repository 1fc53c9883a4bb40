/* The queue of lines and notifications. */
/* tags: threads */
#include "unit/testing.h"

#include "server/event_queue.h"

#include <stdio.h>
#include <unistd.h>

typedef struct {
    FILE *in;
    int write_end; /* write end of the pipe from which `in` reads */
    EventQueue *queue;
} QueueFixture;

static void open_queue(QueueFixture *fixture) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fixture->in = fdopen(ends[0], "r");
    fixture->write_end = ends[1];
    fixture->queue = event_queue_new(fixture->in, 8);
    assert_non_null(fixture->queue);
}

static void test_lines_and_notifications(void **state) {
    QueueFixture fixture;
    char *line;
    LineKind kind;
    open_queue(&fixture);
    EventQueue *event_queue = fixture.queue;
    event_queue_notify(event_queue);
    event_queue_notify(event_queue);
    assert_int_equal(event_queue_wait(event_queue, &line, &kind), EVENT_NOTIFICATION);
    assert_int_equal(write(fixture.write_end, "one\nmuch too long\ntwo\n", 22), 22);
    assert_int_equal(event_queue_wait(event_queue, &line, &kind), EVENT_LINE);
    assert_int_equal(kind, LINE_TEXT);
    assert_string_equal(line, "one");
    event_queue_notify(event_queue);
    assert_string_equal(line, "one");
    assert_int_equal(event_queue_wait(event_queue, &line, &kind), EVENT_NOTIFICATION);
    assert_int_equal(event_queue_wait(event_queue, &line, &kind), EVENT_LINE);
    assert_int_equal(kind, LINE_TOO_LONG);
    event_queue_notify(event_queue);
    event_queue_clear(event_queue);
    assert_int_equal(event_queue_wait(event_queue, &line, &kind), EVENT_LINE);
    assert_string_equal(line, "two");
    close(fixture.write_end);
    assert_int_equal(event_queue_wait(event_queue, &line, &kind), EVENT_END_OF_INPUT);
    event_queue_notify(event_queue);
    assert_int_equal(event_queue_wait(event_queue, &line, &kind), EVENT_NOTIFICATION);
    assert_int_equal(event_queue_wait(event_queue, &line, &kind), EVENT_END_OF_INPUT);
    event_queue_free(event_queue);
    fclose(fixture.in);
}

static void test_queue_is_freed_after_a_line(void **state) {
    QueueFixture fixture;
    char *line;
    LineKind kind;
    open_queue(&fixture);
    assert_int_equal(write(fixture.write_end, "quit\n", 5), 5);
    assert_int_equal(event_queue_wait(fixture.queue, &line, &kind), EVENT_LINE);
    event_queue_free(fixture.queue);
    event_queue_free(NULL);
    fclose(fixture.in);
    close(fixture.write_end);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_and_notifications),
        cmocka_unit_test(test_queue_is_freed_after_a_line),
    };
    return test_run("event queue", tests);
}
