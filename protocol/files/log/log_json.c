#include "files/log/log_json.h"

#include "base/os/thread.h"

#include <stdlib.h>

/* Has jansson run out of memory in this thread? It may then call a line bad, or read part of a long
 * string as the whole. */
static _Thread_local bool is_exhausted;

static void *allocate(size_t size) {
    void *block = malloc(size);
    is_exhausted |= !block;
    return block;
}

static void watch_allocations(void) {
    json_set_alloc_funcs(allocate, free);
}

json_t *log_json_parse(const char *line, size_t length, Error *error) {
    static Once watched = ONCE_INIT;
    json_error_t why;
    once_run(&watched, watch_allocations);
    is_exhausted = false;
    json_t *json = json_loadb(line, length, 0, &why);
    if (json && !is_exhausted)
        return json;
    error_set(error, "%s", is_exhausted ? "out of memory" : why.text);
    json_decref(json);
    return NULL;
}
