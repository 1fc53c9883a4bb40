#include "search/shared.h"

#include "base/os/thread.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct SharedState {
    BusyTable busy;
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

BusyTable *shared_busy(SharedState *shared) {
    return &shared->busy;
}

void shared_clear(SharedState *shared) {
    memset(&shared->history, 0, sizeof shared->history);
    abdada_clear(&shared->busy);
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
