/* line_queue: lines that wait, first in, first out, in bounded memory. Only one thread at a time
 * may use a queue. */
#ifndef MISERE_SERVER_LINE_QUEUE_H
#define MISERE_SERVER_LINE_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

/* Initialise to zeros, except for `limit`. */
typedef struct {
    size_t limit;      /* maximum size of `bytes` */
    char *bytes;       /* owned; lines with their NULs: bytes[first..end) are waiting */
    size_t first, end; /* equal if the queue is empty */
    size_t capacity;
} LineQueue;

/* Frees the lines; the queue is empty afterwards. */
void line_queue_free(LineQueue *queue);

bool line_queue_is_empty(const LineQueue *queue);

/* Appends a copy of the line. Returns false, and changes nothing, if the queue is full or there is
 * not enough memory. */
bool line_queue_push(LineQueue *queue, const char *line);

/* The first line, which stays in the queue; NULL if the queue is empty. Valid until the next push.
 */
const char *line_queue_first(const LineQueue *queue);

/* Takes out the first line; NULL if the queue is empty. The caller may modify the line, which is
 * valid until the next push. */
char *line_queue_pop(LineQueue *queue);

#endif
