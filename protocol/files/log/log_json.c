#include "files/log/log_json.h"

#include "base/os/thread.h"

#include <stdlib.h>
#include <string.h>

/* Has jansson run out of memory in this thread? It may then call a line bad, or leave out part of a
 * long string. */
static _Thread_local bool is_exhausted;

static void *allocate(size_t size) {
    void *block = malloc(size);
    is_exhausted |= !block;
    return block;
}

static void install(void) {
    json_set_alloc_funcs(allocate, free);
}

/* From now on is_exhausted tells whether an allocation has failed. */
static void watch_allocations(void) {
    static Once installed = ONCE_INIT;
    once_run(&installed, install);
    is_exhausted = false;
}

json_t *log_json_parse(const char *line, size_t length, Error *error) {
    json_error_t why;
    /* jansson skips a NUL after a number, where other readers of the line stop. */
    if (memchr(line, '\0', length)) {
        error_set(error, "contains a NUL byte");
        return NULL;
    }
    watch_allocations();
    json_t *json = json_loadb(line, length, 0, &why);
    if (json && !is_exhausted)
        return json;
    error_set(error, "%s", is_exhausted ? "out of memory" : why.text);
    json_decref(json);
    return NULL;
}

char *log_json_text(const json_t *json) {
    watch_allocations();
    char *text = json_dumps(json, JSON_COMPACT | JSON_PRESERVE_ORDER);
    if (!is_exhausted)
        return text;
    free(text);
    return NULL;
}
