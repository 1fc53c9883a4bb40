/* inbox: where one thread, the inbox's owner, waits for two things at once: the next line of a
 * file, and a bell that any thread may ring.
 *
 * A thread of the inbox's own reads the file. It reads no line before the owner asks for one, so
 * that no lines pile up, whatever arrives. */
#ifndef MISERE_CECP_EVENT_QUEUE_H
#define MISERE_CECP_EVENT_QUEUE_H

#include "base/lines.h"

typedef struct Inbox Inbox;

typedef enum {
    INBOX_LINE,
    INBOX_BELL,
    INBOX_END, /* of the file; and every time from then on */
} InboxEvent;

/* An inbox for the lines of `in`, each up to `limit` bytes. NULL without memory or threads. */
Inbox *inbox_new(FILE *in, size_t limit);

/* Not while a line has been asked for that did not come: only when the last event was none but a
 * line or the end. May be NULL. */
void inbox_free(Inbox *inbox);

/* Sleeps until the bell has been rung, which comes first, or there is a line. *line and *kind are
 * set as by lines_read, for a line only, and hold until the next call. */
InboxEvent inbox_wait(Inbox *inbox, char **line, LineKind *kind);

/* Rings the bell; the event comes once, however often it is rung before. Any thread. */
void inbox_ring(Inbox *inbox);

/* Makes that event not come, if it has not yet. */
void inbox_hush(Inbox *inbox);

#endif
