/* event_queue: where one thread, the queue's owner, waits for two things at once: the next line of
 * a file, and a notification by any thread.
 *
 * A thread of the queue's own reads the file. It reads no line before the owner asks for one, so
 * that no lines pile up, whatever arrives. */
#ifndef MISERE_CECP_EVENT_QUEUE_H
#define MISERE_CECP_EVENT_QUEUE_H

#include "base/lines.h"

typedef struct EventQueue EventQueue;

typedef enum {
    EVENT_LINE,
    EVENT_NOTIFICATION,
    EVENT_END_OF_INPUT, /* of the file; and every time from then on */
} QueueEvent;

/* A queue for the lines of `in`, each up to `limit` bytes. NULL without memory or threads. */
EventQueue *event_queue_new(FILE *in, size_t limit);

/* Not while a line has been asked for that did not come: only when the last event was none but a
 * line or the end. May be NULL. */
void event_queue_free(EventQueue *event_queue);

/* Sleeps until there is a notification, which comes first, or a line. *line and *kind are
 * set as by lines_read, for a line only, and hold until the next call. */
QueueEvent event_queue_wait(EventQueue *event_queue, char **line, LineKind *kind);

/* Notifies the owner; the event comes once, however often this is called before. Any thread. */
void event_queue_notify(EventQueue *event_queue);

/* Drops a notification that has not been waited for yet. */
void event_queue_clear(EventQueue *event_queue);

#endif
