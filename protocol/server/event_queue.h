/* event_queue: lets one thread, the owner, wait for two things at the same time: the next line of a
 * file, and a notification from any thread.
 *
 * The queue has a thread that reads the file. It reads a line only when the owner waits for one, so
 * memory use is bounded, however much input arrives. */
#ifndef MISERE_SERVER_EVENT_QUEUE_H
#define MISERE_SERVER_EVENT_QUEUE_H

#include "base/lines.h"

typedef struct EventQueue EventQueue;

typedef enum {
    EVENT_LINE,
    EVENT_NOTIFICATION,
    EVENT_END_OF_INPUT, /* returned again by every later call */
} QueueEvent;

/* Creates a queue for the lines of `in`, each up to `limit` bytes; the caller closes `in` after
 * event_queue_free. Returns NULL if out of memory or no thread can be started. */
EventQueue *event_queue_new(FILE *in, size_t limit);

/* Frees the queue; NULL is allowed. Call it only if the last event was a line or the end of input:
 * after a notification the reading thread may be waiting for input, and this function would then
 * block until some arrives. */
void event_queue_free(EventQueue *event_queue);

/* Waits for the next event; a notification takes precedence over a line. For EVENT_LINE, sets *line
 * and *kind as lines_read does; they are valid until the next call. */
QueueEvent event_queue_wait(EventQueue *event_queue, char **line, LineKind *kind);

/* Notifies the owner. Several calls before the next event_queue_wait count as one event.
 * Thread-safe. */
void event_queue_notify(EventQueue *event_queue);

/* Removes a pending notification. */
void event_queue_clear(EventQueue *event_queue);

#endif
