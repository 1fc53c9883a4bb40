#include "search/shared.h"

#include "base/os/memory.h"

#include <string.h>

/* Keeps what a proof search has proven in the table, where alpha-beta finds it. Worth 10 to 20 Elo
 * in losers. */
static void store_proven(void *context, const ProvenPosition *proven) {
    SearchShared *shared = context;
    Score score = proven->wins ? score_mate_in(proven->distance) : score_mated_in(proven->distance);
    table_store(shared->table, proven->pos->key, 0,
                &(TableEntry){.move = proven->move,
                              .score = score,
                              .depth = TABLE_DEPTH_MAX,
                              .bound = proven->wins ? BOUND_LOWER : BOUND_UPPER});
}

SearchShared *shared_new(int megabytes) {
    SearchShared *shared = memory_reserve(sizeof *shared); /* BusyTable needs this alignment */
    if (!shared)
        return NULL;
    mutex_init(&shared->mutex);
    shared->table = table_new(megabytes);
    shared->prover = prover_new(PROVER_CAPACITY_DEFAULT);
    if (shared->table && shared->prover) {
        prover_set_listener(shared->prover, store_proven, shared);
        return shared;
    }
    shared_free(shared);
    return NULL;
}

void shared_free(SearchShared *shared) {
    if (!shared)
        return;
    prover_free(shared->prover);
    table_free(shared->table);
    mutex_destroy(&shared->mutex);
    memory_release(shared, sizeof *shared);
}

bool shared_set_table_size(SearchShared *shared, int megabytes) {
    Table *table = table_new(megabytes);
    if (!table)
        return false;
    table_free(shared->table);
    shared->table = table;
    return true;
}

void shared_clear(SearchShared *shared) {
    table_clear(shared->table);
    abdada_clear(&shared->busy);
    memset(&shared->history, 0, sizeof shared->history);
    memset(&shared->correction, 0, sizeof shared->correction);
}

void shared_begin_search(SearchShared *shared, bool full_width) {
    if (full_width && !shared->table_is_full_width)
        table_clear(shared->table);
    shared->table_is_full_width = full_width;
    table_next_search(shared->table);
    atomic_store(&shared->depth, 0);
}

/* --- iteration sharing --- */

void shared_report_iteration(SearchShared *shared, int depth, const Pv *line) {
    mutex_lock(&shared->mutex);
    if (depth > atomic_load(&shared->depth)) {
        shared->line = *line;
        atomic_store(&shared->depth, depth);
    }
    mutex_unlock(&shared->mutex);
}

int shared_iteration(SearchShared *shared, Pv *line) {
    mutex_lock(&shared->mutex);
    int depth = atomic_load(&shared->depth);
    if (depth > 0)
        *line = shared->line;
    mutex_unlock(&shared->mutex);
    return depth;
}

void shared_withdraw_iteration(SearchShared *shared, int depth) {
    mutex_lock(&shared->mutex);
    if (depth == atomic_load(&shared->depth))
        atomic_store(&shared->depth, 0);
    mutex_unlock(&shared->mutex);
}
