#include "search/team.h"

#include "base/os/thread.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKET_BITS = 12, SLOTS = 8 /* a bucket fills a cache line */ };

struct Team {
    _Alignas(64) _Atomic uint64_t names[1 << BUCKET_BITS][SLOTS]; /* 0: a free slot */
    int threads;
    History history;
    Mutex mutex; /* guards the line; the depth is read without it */
    atomic_int depth;
    Variation line;
};

Team *team_new(void) {
    Team *team = aligned_alloc(_Alignof(Team), sizeof *team);
    if (!team)
        return NULL;
    memset(team, 0, sizeof *team);
    team->threads = 1;
    mutex_init(&team->mutex);
    return team;
}

void team_free(Team *team) {
    if (!team)
        return;
    mutex_destroy(&team->mutex);
    free(team);
}

void team_grow(Team *team, int by) {
    team->threads += by;
}

int team_threads(const Team *team) {
    return team->threads;
}

History *team_history(Team *team) {
    return &team->history;
}

void team_clear(Team *team) {
    memset(&team->history, 0, sizeof team->history);
    memset(team->names, 0, sizeof team->names);
}

/* --- what is finished --- */

void team_begin(Team *team) {
    atomic_store(&team->depth, 0);
}

int team_depth(const Team *team) {
    return atomic_load_explicit(&team->depth, memory_order_relaxed);
}

void team_report(Team *team, int depth, const Variation *line) {
    mutex_lock(&team->mutex);
    if (depth > team_depth(team)) {
        team->line = *line;
        atomic_store(&team->depth, depth);
    }
    mutex_unlock(&team->mutex);
}

int team_line(Team *team, Variation *line) {
    mutex_lock(&team->mutex);
    int depth = team_depth(team);
    if (depth > 0)
        *line = team->line;
    mutex_unlock(&team->mutex);
    return depth;
}

void team_withdraw(Team *team, int depth) {
    mutex_lock(&team->mutex);
    if (depth == team_depth(team))
        atomic_store(&team->depth, 0);
    mutex_unlock(&team->mutex);
}

/* --- what is looked at --- */

uint64_t team_name(uint64_t key, Move move) {
    return (key ^ move) * 0x9e3779b97f4a7c15u | 1; /* by Fibonacci hashing (Knuth, volume 3) */
}

static uint64_t bucket_of(uint64_t name) {
    return name >> (64 - BUCKET_BITS);
}

/* Puts a value in the place of another in the name's bucket, once, if that is there. */
static void replace(Team *team, uint64_t name, uint64_t old, uint64_t new) {
    _Atomic uint64_t *bucket = team->names[bucket_of(name)];
    for (int i = 0; i < SLOTS; i++) {
        uint64_t expected = old;
        if (atomic_load_explicit(&bucket[i], memory_order_relaxed) == old &&
            atomic_compare_exchange_strong_explicit(&bucket[i], &expected, new,
                                                    memory_order_relaxed, memory_order_relaxed))
            return;
    }
}

bool team_looks_at(const Team *team, uint64_t name) {
    const _Atomic uint64_t *bucket = team->names[bucket_of(name)];
    for (int i = 0; i < SLOTS; i++)
        if (atomic_load_explicit(&bucket[i], memory_order_relaxed) == name)
            return true;
    return false;
}

void team_enter(Team *team, uint64_t name) {
    replace(team, name, 0, name);
}

void team_leave(Team *team, uint64_t name) {
    replace(team, name, name, 0);
}
