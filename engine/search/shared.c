#include "search/shared.h"

#include "base/os/thread.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKET_BITS = 12, SLOTS = 8 /* a bucket fills a cache line */ };

struct SharedState {
    _Alignas(64) _Atomic uint64_t busy[1 << BUCKET_BITS][SLOTS]; /* 0: a free slot */
    int threads;
    History history;
    Mutex mutex; /* guards the line; the depth is read without it */
    atomic_int depth;
    Pv line;
};

SharedState *shared_new(void) {
    SharedState *shared = aligned_alloc(_Alignof(SharedState), sizeof *shared);
    if (!shared)
        return NULL;
    memset(shared, 0, sizeof *shared);
    shared->threads = 1;
    mutex_init(&shared->mutex);
    return shared;
}

void shared_free(SharedState *shared) {
    if (!shared)
        return;
    mutex_destroy(&shared->mutex);
    free(shared);
}

void shared_add_threads(SharedState *shared, int by) {
    shared->threads += by;
}

int shared_threads(const SharedState *shared) {
    return shared->threads;
}

History *shared_history(SharedState *shared) {
    return &shared->history;
}

void shared_clear(SharedState *shared) {
    memset(&shared->history, 0, sizeof shared->history);
    memset(shared->busy, 0, sizeof shared->busy);
}

/* --- what is finished --- */

void shared_begin_search(SharedState *shared) {
    atomic_store(&shared->depth, 0);
}

int shared_depth(const SharedState *shared) {
    return atomic_load_explicit(&shared->depth, memory_order_relaxed);
}

void shared_report_iteration(SharedState *shared, int depth, const Pv *line) {
    mutex_lock(&shared->mutex);
    if (depth > shared_depth(shared)) {
        shared->line = *line;
        atomic_store(&shared->depth, depth);
    }
    mutex_unlock(&shared->mutex);
}

int shared_iteration(SharedState *shared, Pv *line) {
    mutex_lock(&shared->mutex);
    int depth = shared_depth(shared);
    if (depth > 0)
        *line = shared->line;
    mutex_unlock(&shared->mutex);
    return depth;
}

void shared_withdraw_iteration(SharedState *shared, int depth) {
    mutex_lock(&shared->mutex);
    if (depth == shared_depth(shared))
        atomic_store(&shared->depth, 0);
    mutex_unlock(&shared->mutex);
}

/* --- what is looked at --- */

uint64_t abdada_move_hash(uint64_t key, Move move) {
    return (key ^ move) * 0x9e3779b97f4a7c15u | 1; /* by Fibonacci hashing (Knuth, volume 3) */
}

static uint64_t bucket_of(uint64_t move_hash) {
    return move_hash >> (64 - BUCKET_BITS);
}

/* Puts a value in the place of another in the move_hash's bucket, once, if that is there. */
static void replace(SharedState *shared, uint64_t move_hash, uint64_t old, uint64_t new) {
    _Atomic uint64_t *bucket = shared->busy[bucket_of(move_hash)];
    for (int i = 0; i < SLOTS; i++) {
        uint64_t expected = old;
        if (atomic_load_explicit(&bucket[i], memory_order_relaxed) == old &&
            atomic_compare_exchange_strong_explicit(&bucket[i], &expected, new,
                                                    memory_order_relaxed, memory_order_relaxed))
            return;
    }
}

bool abdada_is_busy(const SharedState *shared, uint64_t move_hash) {
    const _Atomic uint64_t *bucket = shared->busy[bucket_of(move_hash)];
    for (int i = 0; i < SLOTS; i++)
        if (atomic_load_explicit(&bucket[i], memory_order_relaxed) == move_hash)
            return true;
    return false;
}

void abdada_start(SharedState *shared, uint64_t move_hash) {
    replace(shared, move_hash, 0, move_hash);
}

void abdada_finish(SharedState *shared, uint64_t move_hash) {
    replace(shared, move_hash, move_hash, 0);
}
