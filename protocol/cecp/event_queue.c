#include "cecp/event_queue.h"

#include "base/os/thread.h"

#include <stdlib.h>

typedef enum {
    SLOT_ASKED_FOR, /* the reader owns the slot */
    SLOT_FULL,      /* the owner does, from here on */
    SLOT_TAKEN,
    SLOT_CLOSED,
} Slot;

struct Inbox {
    Thread reader;
    Mutex mutex;       /* guards slot and rung */
    Condition changed; /* either of them has */
    Slot slot;
    bool rung;
    /* The line, which belongs to whom the slot does. */
    LineReader lines;
    LineKind kind;
    char *line;
};

static void *read_lines(void *argument) {
    Inbox *inbox = argument;
    mutex_lock(&inbox->mutex);
    while (inbox->slot != SLOT_CLOSED) {
        if (inbox->slot != SLOT_ASKED_FOR) {
            condition_wait(&inbox->changed, &inbox->mutex);
            continue;
        }
        mutex_unlock(&inbox->mutex);
        inbox->kind = lines_read(&inbox->lines, &inbox->line);
        mutex_lock(&inbox->mutex);
        inbox->slot = SLOT_FULL;
        condition_broadcast(&inbox->changed);
    }
    mutex_unlock(&inbox->mutex);
    return NULL;
}

Inbox *inbox_new(FILE *in, size_t limit) {
    Inbox *inbox = calloc(1, sizeof *inbox);
    if (!inbox)
        return NULL;
    inbox->slot = SLOT_TAKEN;
    lines_init(&inbox->lines, in, limit);
    mutex_init(&inbox->mutex);
    condition_init(&inbox->changed);
    if (thread_start(&inbox->reader, read_lines, inbox))
        return inbox;
    condition_destroy(&inbox->changed);
    mutex_destroy(&inbox->mutex);
    free(inbox);
    return NULL;
}

void inbox_free(Inbox *inbox) {
    if (!inbox)
        return;
    mutex_lock(&inbox->mutex);
    inbox->slot = SLOT_CLOSED;
    condition_broadcast(&inbox->changed);
    mutex_unlock(&inbox->mutex);
    thread_join(&inbox->reader);
    condition_destroy(&inbox->changed);
    mutex_destroy(&inbox->mutex);
    lines_free(&inbox->lines);
    free(inbox);
}

InboxEvent inbox_wait(Inbox *inbox, char **line, LineKind *kind) {
    InboxEvent event = INBOX_BELL;
    mutex_lock(&inbox->mutex);
    if (inbox->slot == SLOT_TAKEN) {
        inbox->slot = SLOT_ASKED_FOR;
        condition_broadcast(&inbox->changed);
    }
    while (!inbox->rung && inbox->slot == SLOT_ASKED_FOR)
        condition_wait(&inbox->changed, &inbox->mutex);
    if (inbox->rung) {
        inbox->rung = false;
    } else if (inbox->kind == LINE_END) {
        event = INBOX_END; /* the slot stays full */
    } else {
        event = INBOX_LINE;
        inbox->slot = SLOT_TAKEN;
        *line = inbox->line;
        *kind = inbox->kind;
    }
    mutex_unlock(&inbox->mutex);
    return event;
}

void inbox_ring(Inbox *inbox) {
    mutex_lock(&inbox->mutex);
    inbox->rung = true;
    condition_broadcast(&inbox->changed);
    mutex_unlock(&inbox->mutex);
}

void inbox_hush(Inbox *inbox) {
    mutex_lock(&inbox->mutex);
    inbox->rung = false;
    mutex_unlock(&inbox->mutex);
}
