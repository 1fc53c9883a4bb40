/* floods: files of one part, repeated very often, which could keep a reader busy for very long. A
 * reader whose time grows faster than the file does would not end in reasonable time. With
 * BENCH_FLOODS in the environment, as `make bench-floods` sets it, a test also prints how much
 * processor time each flood takes, and how many times as much as a fourth of it. */
#ifndef MISERE_UNIT_FILES_FLOODS_H
#define MISERE_UNIT_FILES_FLOODS_H

#include "unit/testing.h"

#include <string.h>
#include <time.h>

typedef struct {
    const char *head, *part, *tail;
    const char *reason; /* why it is refused; NULL: it is read */
} Flood;

/* A text of `size` bytes: a head, a part repeated as often as it fits, and a tail. The caller frees
 * it. */
static inline char *repeat_to(size_t size, const char *head, const char *part, const char *tail) {
    char *text = malloc(size + 1), *at = text;
    size_t room = size - strlen(tail);
    assert_non_null(text);
    at = stpcpy(at, head);
    while ((size_t)(at - text) + strlen(part) <= room)
        at = stpcpy(at, part);
    stpcpy(at, tail);
    return text;
}

typedef void CheckFlood(const char *text, const char *reason);

/* Checks the flood of this size. Returns the processor time in seconds. */
static inline double check_flood(const Flood *flood, size_t size, CheckFlood *check) {
    char *text = repeat_to(size, flood->head, flood->part, flood->tail);
    clock_t start = clock();
    check(text, flood->reason);
    double took = (double)(clock() - start) / CLOCKS_PER_SEC;
    free(text);
    return took;
}

/* Checks each flood of `size` bytes, or of `bench_size` bytes and a fourth of that. */
static inline void check_floods(const Flood *floods, size_t count, size_t size, size_t bench_size,
                                CheckFlood *check) {
    for (size_t i = 0; i < count; i++) {
        if (!getenv("BENCH_FLOODS")) {
            check_flood(&floods[i], size, check);
            continue;
        }
        double fourth = check_flood(&floods[i], bench_size / 4, check);
        double whole = check_flood(&floods[i], bench_size, check);
        print_message("# %7.3f s, %6.1f times as much as a fourth: %s\n", whole, whole / fourth,
                      floods[i].part);
    }
}

#endif
