/* failing_allocations: runs a scenario once for each of its allocations, which fails. The scenario
 * must then either fail because memory has run out, or do without it: with the result that it has
 * when nothing fails, or with a result that the test expects to be worse. For one source file of a
 * test program: it defines malloc() and its kin. Under sanitizers, which have their own, the
 * scenario runs once, without failures. */
#ifndef MISERE_UNIT_FAILING_ALLOCATIONS_H
#define MISERE_UNIT_FAILING_ALLOCATIONS_H

#include "unit/testing.h"

#include "base/error.h"
#include "base/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The visible effects of a scenario, in lines of text. */
typedef struct {
    char text[1 << 14];
    size_t length;
} ScenarioResult;

/* Adds its visible effects to *result. Returns false with *error if something failed. Frees all
 * that it allocates. */
typedef bool Scenario(ScenarioResult *result, Error *error);

/* Adds a line to the result. */
static inline void __attribute__((format(printf, 2, 3)))
scenario_note(ScenarioResult *result, const char *format, ...) {
    va_list arguments;
    size_t room = sizeof result->text - result->length;
    va_start(arguments, format);
    int length = vsnprintf(result->text + result->length, room, format, arguments);
    va_end(arguments);
    assert_true(length >= 0 && (size_t)length + 1 < room);
    result->length += (size_t)length;
    strcpy(result->text + result->length++, "\n");
}

/* Adds a line with the size and the hash of bytes that are too many to be shown. */
static inline void scenario_note_bytes(ScenarioResult *result, const char *name, const void *bytes,
                                       size_t size) {
    assert_true(size > 0);
    scenario_note(result, "%s: %zu bytes, hash %016" PRIx64, name, size,
                  hash_bytes(HASH_OFFSET_BASIS, bytes, size));
}

/* Adds a line about a file's content. */
static inline void scenario_note_file(ScenarioResult *result, const char *path) {
    static char bytes[1 << 22];
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = read(file, bytes, sizeof bytes);
    close(file);
    assert_in_range(size, 1, sizeof bytes - 1);
    scenario_note_bytes(result, path, bytes, (size_t)size);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)

static inline void each_allocation_fails(Scenario *scenario, const char *const may_lack[]) {
    static ScenarioResult result;
    Error error;
    result.length = 0;
    if (!scenario(&result, &error))
        fail_msg("%s", error.text);
}

#else

/* glibc's own functions under their internal names. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

static atomic_long allocations_left =
    -1; /* how many allocations succeed before one fails; -1: none fails */
static atomic_bool allocations_go_on_failing;
static atomic_long blocks; /* in use */

static bool allocation_fails(void) {
    long left = atomic_load(&allocations_left);
    bool fails = left == 0;
    if (left > 0 || (left == 0 && !atomic_load(&allocations_go_on_failing)))
        atomic_fetch_sub(&allocations_left, 1);
    if (fails)
        errno = ENOMEM;
    return fails;
}

static void *count_block(void *block) {
    atomic_fetch_add(&blocks, block != NULL);
    return block;
}

void *malloc(size_t size) {
    return allocation_fails() ? NULL : count_block(__libc_malloc(size));
}

void *calloc(size_t count, size_t size) {
    return allocation_fails() ? NULL : count_block(__libc_calloc(count, size));
}

void *realloc(void *block, size_t size) {
    if (allocation_fails())
        return NULL;
    void *moved = __libc_realloc(block, size);
    return block ? moved : count_block(moved);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return allocation_fails() ? NULL : count_block(__libc_memalign(alignment, size));
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    void *made = aligned_alloc(alignment, size);
    if (made)
        *block = made;
    return made ? 0 : ENOMEM;
}

void free(void *block) {
    atomic_fetch_sub(&blocks, block != NULL);
    __libc_free(block);
}

/* In a child none fails: with --coverage it writes its counts before it runs another program. */
static void spare_allocations(void) {
    atomic_store(&allocations_left, -1);
}

typedef struct {
    Scenario *run;
    const char *const *may_lack; /* beginnings of lines; ends with NULL. NULL: none */
    ScenarioResult complete;     /* when nothing fails */
} FailingScenario;

static bool may_lack_line(const FailingScenario *scenario, const char *line) {
    for (const char *const *lacked = scenario->may_lack; lacked && *lacked; lacked++)
        if (strncmp(line, *lacked, strlen(*lacked)) == 0)
            return true;
    return false;
}

static const char *after_line(const char *line) {
    return line + strcspn(line, "\n") + 1;
}

/* Fails unless the result is the complete one, or lacks only lines that may be missing. */
static void check_result(const FailingScenario *scenario, const ScenarioResult *result, long n) {
    const char *line = result->text;
    for (const char *wanted = scenario->complete.text; *wanted; wanted = after_line(wanted)) {
        size_t length = (size_t)(after_line(wanted) - wanted);
        if (strncmp(line, wanted, length) == 0)
            line += length;
        else if (!may_lack_line(scenario, wanted))
            fail_msg("allocation %ld fails, and instead of\n%.*sthere is\n%s", n, (int)length,
                     wanted, line);
    }
    if (*line)
        fail_msg("allocation %ld fails, and there is besides\n%s", n, line);
}

/* The n-th allocation fails, and all later ones, too, if `lasting`. Returns whether there was one.
 */
static bool one_allocation_fails(const FailingScenario *scenario, long n, bool lasting) {
    static ScenarioResult result;
    Error error = {.text = ""};
    result.length = 0;
    result.text[0] = '\0';
    atomic_store(&allocations_go_on_failing, lasting);
    atomic_store(&allocations_left, n);
    bool done = scenario->run(&result, &error);
    bool was_reached = atomic_exchange(&allocations_left, -1) < (lasting ? 1 : 0);
    if (done)
        check_result(scenario, &result, n);
    else if (!strstr(error.text, "memory"))
        fail_msg("allocation %ld fails, and the error is '%s'", n, error.text);
    if (!done && !was_reached)
        fail_msg("nothing fails, and the error is '%s'", error.text);
    return was_reached;
}

/* A library may keep something, such as its last error, but nothing new the second time. Returns
 * whether there was an n-th allocation. */
static bool fails_without_leak(const FailingScenario *scenario, long n, bool lasting) {
    long before = atomic_load(&blocks);
    bool was_reached = one_allocation_fails(scenario, n, lasting);
    long first = atomic_load(&blocks);
    if (first <= before)
        return was_reached;
    one_allocation_fails(scenario, n, lasting);
    if (atomic_load(&blocks) > first)
        fail_msg("allocation %ld fails, and %ld blocks leak", n, first - before);
    return was_reached;
}

/* In each run one allocation fails, or this one and all later ones. The scenario then reports that
 * memory has run out, or has its complete result, which may only lack lines with these beginnings
 * (NULL ends them; NULL: none). It leaks nothing. */
static inline void each_allocation_fails(Scenario *scenario, const char *const may_lack[]) {
    static FailingScenario failing;
    Error error;
    pthread_atfork(NULL, NULL, spare_allocations);
    failing = (FailingScenario){.run = scenario, .may_lack = may_lack};
    /* What is allocated once for all is allocated here. */
    assert_true(scenario(&failing.complete, &error));
    assert_true(failing.complete.length > 0);
    for (long n = 0; fails_without_leak(&failing, n, false); n++)
        fails_without_leak(&failing, n, true);
}

#endif
#endif
