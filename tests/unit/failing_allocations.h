/* failing_allocations: runs a scenario once for each of its allocations, which fails. For one
 * source file of a test program: it defines malloc() and its kin. Under sanitizers, which have
 * their own, the scenario runs once, without failures. */
#ifndef MISERE_UNIT_FAILING_ALLOCATIONS_H
#define MISERE_UNIT_FAILING_ALLOCATIONS_H

#include "unit/testing.h"

#include "base/error.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

/* Returns false with *error if something failed. Frees all that it allocates. */
typedef bool Scenario(Error *error);

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)

static inline void each_allocation_fails(Scenario *scenario) {
    Error error;
    if (!scenario(&error))
        fail_msg("%s", error.text);
}

#else

/* glibc's own functions under their internal names. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void __libc_free(void *block);

static atomic_long allocations_left = -1; /* until one fails; -1: none */
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

void free(void *block) {
    atomic_fetch_sub(&blocks, block != NULL);
    __libc_free(block);
}

/* In a child none fails: with --coverage it writes its counts before it runs another program. */
static void spare_allocations(void) {
    atomic_store(&allocations_left, -1);
}

/* The n-th allocation fails, and all later ones, too, if `lasting`. Returns whether there was one.
 */
static bool one_allocation_fails(Scenario *scenario, long n, bool lasting) {
    Error error = {.text = ""};
    atomic_store(&allocations_go_on_failing, lasting);
    atomic_store(&allocations_left, n);
    bool done = scenario(&error);
    bool was_reached = atomic_exchange(&allocations_left, -1) < (lasting ? 1 : 0);
    if (!done && !strstr(error.text, "memory"))
        fail_msg("allocation %ld fails, and the error is '%s'", n, error.text);
    if (!done && !was_reached)
        fail_msg("nothing fails, and the error is '%s'", error.text);
    return was_reached;
}

/* A library may keep something, such as its last error, but nothing new the second time. */
static void check_leaks(Scenario *scenario, long n, bool lasting) {
    long before = atomic_load(&blocks);
    one_allocation_fails(scenario, n, lasting);
    long first = atomic_load(&blocks);
    if (first <= before)
        return;
    one_allocation_fails(scenario, n, lasting);
    if (atomic_load(&blocks) > first)
        fail_msg("allocation %ld fails, and %ld blocks leak", n, first - before);
}

/* In each run one allocation fails, or this one and all later ones. The scenario then either
 * reports that memory has run out or does without; it leaks nothing. */
static inline void each_allocation_fails(Scenario *scenario) {
    Error error;
    pthread_atfork(NULL, NULL, spare_allocations);
    assert_true(scenario(&error)); /* what is allocated once for all is allocated here */
    for (long n = 0; one_allocation_fails(scenario, n, false); n++) {
        check_leaks(scenario, n, false);
        check_leaks(scenario, n, true);
    }
}

#endif
#endif
