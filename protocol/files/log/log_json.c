#include "files/log/log_json.h"

#include "base/os/thread.h"

#include <stdlib.h>
#include <string.h>

/* Has jansson run out of memory in this thread? It may then call a line bad, or leave out part of a
 * long string. */
static _Thread_local bool is_exhausted;

/* If the buffer in which jansson 2.14 collects a string cannot grow, it loses a character, maybe
 * the closing quote, and then reads and writes beyond its memory. So while a line is parsed the
 * first block that the system refuses comes from here, and then the line ends. */
static _Thread_local char *reserve;
static _Thread_local size_t reserve_size; /* 0 once the reserve has been used */

static void *allocate(size_t size) {
    void *block = malloc(size);
    is_exhausted |= !block;
    if (block || size > reserve_size)
        return block;
    reserve_size = 0;
    return reserve;
}

static void release(void *block) {
    if (block != reserve)
        free(block);
}

static void install(void) {
    json_set_alloc_funcs(allocate, release);
}

/* From now on is_exhausted tells whether an allocation has failed. */
static void watch_allocations(void) {
    static Once installed = ONCE_INIT;
    once_run(&installed, install);
    is_exhausted = false;
}

/* --- parsing --- */

typedef struct {
    const char *next, *end;
} LineSource;

/* Gives jansson one byte at a time, and nothing more once memory has run out. */
static size_t read_byte(void *buffer, size_t size, void *context) {
    LineSource *source = context;
    if (size == 0 || source->next == source->end || is_exhausted)
        return 0;
    *(char *)buffer = *source->next++;
    return 1;
}

/* Returns NULL with the reason in *why, or if memory has run out. */
static json_t *parse(const char *line, size_t length, json_error_t *why) {
    LineSource source = {line, line + length};
    watch_allocations();
    reserve_size = 2 * length + 64; /* the buffer doubles, from 16 bytes */
    reserve = malloc(reserve_size);
    is_exhausted = !reserve;
    json_t *json = reserve ? json_load_callback(read_byte, &source, 0, why) : NULL;
    if (is_exhausted) {
        json_decref(json);
        json = NULL;
    }
    free(reserve);
    reserve = NULL;
    reserve_size = 0;
    return json;
}

json_t *log_json_parse(const char *line, size_t length, Error *error) {
    json_error_t why;
    /* jansson skips a NUL after a number, where other readers of the line stop. */
    if (memchr(line, '\0', length)) {
        error_set(error, "contains a NUL byte");
        return NULL;
    }
    json_t *json = parse(line, length, &why);
    if (!json)
        error_set(error, "%s", is_exhausted ? "out of memory" : why.text);
    return json;
}

/* --- writing --- */

char *log_json_text(const json_t *json) {
    watch_allocations();
    char *text = json_dumps(json, JSON_COMPACT | JSON_PRESERVE_ORDER);
    if (!is_exhausted)
        return text;
    free(text);
    return NULL;
}
