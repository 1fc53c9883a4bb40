#include "search/abdada.h"

#include <string.h>

void abdada_clear(BusyTable *busy) {
    memset(busy, 0, sizeof *busy);
}

uint64_t abdada_move_hash(uint64_t key, Move move) {
    return (key ^ move) * 0x9e3779b97f4a7c15u | 1; /* Fibonacci hashing (Knuth, volume 3) */
}

static uint64_t bucket_of(uint64_t move_hash) {
    return move_hash >> (64 - BUSY_BUCKET_BITS);
}

/* Replaces the first `old` in the bucket of `move_hash`, if there is one, by `new`. */
static void replace(BusyTable *busy, uint64_t move_hash, uint64_t old, uint64_t new) {
    _Atomic uint64_t *bucket = busy->buckets[bucket_of(move_hash)];
    for (int i = 0; i < BUSY_BUCKET_SIZE; i++) {
        uint64_t expected = old;
        if (atomic_load_explicit(&bucket[i], memory_order_relaxed) == old &&
            atomic_compare_exchange_strong_explicit(&bucket[i], &expected, new,
                                                    memory_order_relaxed, memory_order_relaxed))
            return;
    }
}

bool abdada_is_busy(const BusyTable *busy, uint64_t move_hash) {
    const _Atomic uint64_t *bucket = busy->buckets[bucket_of(move_hash)];
    for (int i = 0; i < BUSY_BUCKET_SIZE; i++)
        if (atomic_load_explicit(&bucket[i], memory_order_relaxed) == move_hash)
            return true;
    return false;
}

void abdada_start(BusyTable *busy, uint64_t move_hash) {
    replace(busy, move_hash, 0, move_hash);
}

void abdada_finish(BusyTable *busy, uint64_t move_hash) {
    replace(busy, move_hash, move_hash, 0);
}
