#include "server/line_queue.h"

#include <stdlib.h>
#include <string.h>

void line_queue_free(LineQueue *queue) {
    free(queue->bytes);
    *queue = (LineQueue){.limit = queue->limit};
}

bool line_queue_is_empty(const LineQueue *queue) {
    return queue->first == queue->end;
}

/* Makes room for `size` bytes in all. */
static bool make_room(LineQueue *queue, size_t size) {
    if (size <= queue->capacity)
        return true;
    if (size > queue->limit)
        return false;
    size_t capacity = size < queue->limit / 2 ? 2 * size : queue->limit;
    char *bytes = realloc(queue->bytes, capacity);
    if (!bytes)
        return false;
    queue->bytes = bytes;
    queue->capacity = capacity;
    return true;
}

bool line_queue_push(LineQueue *queue, const char *line) {
    size_t size = strlen(line) + 1;
    if (queue->first > 0 && queue->end + size > queue->capacity) { /* the lines move to the start */
        queue->end -= queue->first;
        memmove(queue->bytes, queue->bytes + queue->first, queue->end);
        queue->first = 0;
    }
    if (!make_room(queue, queue->end + size))
        return false;
    memcpy(queue->bytes + queue->end, line, size);
    queue->end += size;
    return true;
}

const char *line_queue_first(const LineQueue *queue) {
    return line_queue_is_empty(queue) ? NULL : queue->bytes + queue->first;
}

char *line_queue_pop(LineQueue *queue) {
    if (line_queue_is_empty(queue))
        return NULL;
    char *line = queue->bytes + queue->first;
    queue->first += strlen(line) + 1;
    return line;
}
