#include "cecp/event_queue.h"

#include <pthread.h>
#include <stdlib.h>

typedef enum {
    SLOT_ASKED_FOR, /* the reader owns the slot */
    SLOT_FULL,      /* the owner does, from here on */
    SLOT_TAKEN,
    SLOT_CLOSED,
} Slot;

struct Inbox {
    pthread_t reader;
    pthread_mutex_t mutex;  /* guards slot and rung */
    pthread_cond_t changed; /* either of them has */
    Slot slot;
    bool rung;
    /* The line, which belongs to whom the slot does. */
    LineReader lines;
    LineKind kind;
    char *line;
};

static void *read_lines(void *argument) {
    Inbox *inbox = argument;
    pthread_mutex_lock(&inbox->mutex);
    while (inbox->slot != SLOT_CLOSED) {
        if (inbox->slot != SLOT_ASKED_FOR) {
            pthread_cond_wait(&inbox->changed, &inbox->mutex);
            continue;
        }
        pthread_mutex_unlock(&inbox->mutex);
        inbox->kind = lines_read(&inbox->lines, &inbox->line);
        pthread_mutex_lock(&inbox->mutex);
        inbox->slot = SLOT_FULL;
        pthread_cond_broadcast(&inbox->changed);
    }
    pthread_mutex_unlock(&inbox->mutex);
    return NULL;
}

Inbox *inbox_new(FILE *in, size_t limit) {
    Inbox *inbox = calloc(1, sizeof *inbox);
    if (!inbox)
        return NULL;
    inbox->slot = SLOT_TAKEN;
    lines_init(&inbox->lines, in, limit);
    pthread_mutex_init(&inbox->mutex, NULL);
    pthread_cond_init(&inbox->changed, NULL);
    if (pthread_create(&inbox->reader, NULL, read_lines, inbox) == 0)
        return inbox;
    pthread_cond_destroy(&inbox->changed);
    pthread_mutex_destroy(&inbox->mutex);
    free(inbox);
    return NULL;
}

void inbox_free(Inbox *inbox) {
    if (!inbox)
        return;
    pthread_mutex_lock(&inbox->mutex);
    inbox->slot = SLOT_CLOSED;
    pthread_cond_broadcast(&inbox->changed);
    pthread_mutex_unlock(&inbox->mutex);
    pthread_join(inbox->reader, NULL);
    pthread_cond_destroy(&inbox->changed);
    pthread_mutex_destroy(&inbox->mutex);
    lines_free(&inbox->lines);
    free(inbox);
}

InboxEvent inbox_wait(Inbox *inbox, char **line, LineKind *kind) {
    InboxEvent event = INBOX_BELL;
    pthread_mutex_lock(&inbox->mutex);
    if (inbox->slot == SLOT_TAKEN) {
        inbox->slot = SLOT_ASKED_FOR;
        pthread_cond_broadcast(&inbox->changed);
    }
    while (!inbox->rung && inbox->slot == SLOT_ASKED_FOR)
        pthread_cond_wait(&inbox->changed, &inbox->mutex);
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
    pthread_mutex_unlock(&inbox->mutex);
    return event;
}

void inbox_ring(Inbox *inbox) {
    pthread_mutex_lock(&inbox->mutex);
    inbox->rung = true;
    pthread_cond_broadcast(&inbox->changed);
    pthread_mutex_unlock(&inbox->mutex);
}

void inbox_hush(Inbox *inbox) {
    pthread_mutex_lock(&inbox->mutex);
    inbox->rung = false;
    pthread_mutex_unlock(&inbox->mutex);
}
