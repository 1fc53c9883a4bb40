#include "server/event_queue.h"

#include "base/os/thread.h"

#include <stdlib.h>

typedef enum {
    SLOT_REQUESTED, /* a line is wanted; belongs to the reading thread */
    SLOT_FULL,      /* holds a line or the end of input; belongs to the queue's owner */
    SLOT_TAKEN,     /* empty, with no line requested; belongs to the owner */
    SLOT_CLOSED,    /* tells the reading thread to end; belongs to the owner */
} LineSlot;

struct EventQueue {
    Thread reader;
    Mutex mutex;       /* guards slot and notified */
    Condition changed; /* signalled when slot or notified changes */
    LineSlot slot;
    bool notified;
    /* The slot's contents: only the thread to which the slot belongs may use them. */
    LineReader lines;
    LineKind kind;
    char *line;
};

static void *read_lines(void *argument) {
    EventQueue *event_queue = argument;
    mutex_lock(&event_queue->mutex);
    while (event_queue->slot != SLOT_CLOSED) {
        if (event_queue->slot != SLOT_REQUESTED) {
            condition_wait(&event_queue->changed, &event_queue->mutex);
            continue;
        }
        mutex_unlock(&event_queue->mutex);
        event_queue->kind = lines_read(&event_queue->lines, &event_queue->line);
        mutex_lock(&event_queue->mutex);
        event_queue->slot = SLOT_FULL;
        condition_broadcast(&event_queue->changed);
    }
    mutex_unlock(&event_queue->mutex);
    return NULL;
}

EventQueue *event_queue_new(FILE *in, size_t limit) {
    EventQueue *event_queue = calloc(1, sizeof *event_queue);
    if (!event_queue)
        return NULL;
    event_queue->slot = SLOT_TAKEN;
    lines_init(&event_queue->lines, in, limit);
    mutex_init(&event_queue->mutex);
    condition_init(&event_queue->changed);
    if (thread_start(&event_queue->reader, read_lines, event_queue))
        return event_queue;
    condition_destroy(&event_queue->changed);
    mutex_destroy(&event_queue->mutex);
    free(event_queue);
    return NULL;
}

void event_queue_free(EventQueue *event_queue) {
    if (!event_queue)
        return;
    mutex_lock(&event_queue->mutex);
    event_queue->slot = SLOT_CLOSED;
    condition_broadcast(&event_queue->changed);
    mutex_unlock(&event_queue->mutex);
    thread_join(&event_queue->reader);
    condition_destroy(&event_queue->changed);
    mutex_destroy(&event_queue->mutex);
    lines_free(&event_queue->lines);
    free(event_queue);
}

QueueEvent event_queue_wait(EventQueue *event_queue, char **line, LineKind *kind) {
    QueueEvent event = EVENT_NOTIFICATION;
    mutex_lock(&event_queue->mutex);
    if (event_queue->slot == SLOT_TAKEN) {
        event_queue->slot = SLOT_REQUESTED;
        condition_broadcast(&event_queue->changed);
    }
    while (!event_queue->notified && event_queue->slot == SLOT_REQUESTED)
        condition_wait(&event_queue->changed, &event_queue->mutex);
    if (event_queue->notified) {
        event_queue->notified = false;
    } else if (event_queue->kind == LINE_END || event_queue->kind == LINE_FAILED) {
        *kind = event_queue->kind;
        event = EVENT_END_OF_INPUT; /* the slot stays full, so that later calls return the same */
    } else {
        event = EVENT_LINE;
        event_queue->slot = SLOT_TAKEN;
        *line = event_queue->line;
        *kind = event_queue->kind;
    }
    mutex_unlock(&event_queue->mutex);
    return event;
}

void event_queue_notify(EventQueue *event_queue) {
    mutex_lock(&event_queue->mutex);
    event_queue->notified = true;
    condition_broadcast(&event_queue->changed);
    mutex_unlock(&event_queue->mutex);
}

void event_queue_clear(EventQueue *event_queue) {
    mutex_lock(&event_queue->mutex);
    event_queue->notified = false;
    mutex_unlock(&event_queue->mutex);
}
