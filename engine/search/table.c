#include "search/table.h"

#include "base/minmax.h"
#include "base/os/memory.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* `data`, from the lowest bit: move 16 bits, score 16, depth - TABLE_DEPTH_MIN 8, bound 2,
 * generation 6. */
typedef struct {
    _Atomic uint64_t check; /* key xor data */
    _Atomic uint64_t data;
} Slot;

enum { SLOTS = 4, GENERATIONS = 64 }; /* a bucket fills a cache line */
enum { RESIDENT_MAX_BYTES = 1 << 30 };

typedef struct {
    Slot slots[SLOTS];
} Bucket;

struct Table {
    Bucket *buckets;
    uint64_t count; /* of buckets, less than 2^32 */
    unsigned generation;
    bool resident;         /* its pages are in memory from the start */
    _Atomic bool is_empty; /* nothing has been stored since it was cleared */
};

static uint64_t load(const _Atomic uint64_t *word) {
    return atomic_load_explicit(word, memory_order_relaxed);
}
static void save(_Atomic uint64_t *word, uint64_t value) {
    atomic_store_explicit(word, value, memory_order_relaxed);
}

static int data_depth(uint64_t data) {
    return (int)(data >> 32 & 255) + TABLE_DEPTH_MIN;
}
static unsigned data_generation(uint64_t data) {
    return (unsigned)(data >> 42 & (GENERATIONS - 1));
}

static size_t table_bytes(const Table *table) {
    return (size_t)table->count * sizeof(Bucket);
}

/* The bucket of a key: its upper half, scaled to the number of buckets (Lemire, "Fast random
 * integer generation in an interval", 2019), so that the number need not be a power of two. */
static Bucket *bucket_of(const Table *table, uint64_t key) {
    return &table->buckets[(key >> 32) * table->count >> 32];
}

/* The first access to a page is slow, so all pages are touched beforehand, unless the table is
 * large or would take up much of the free memory. */
static void make_resident(Table *table) {
    int64_t max_bytes = min64(memory_available() / 2, RESIDENT_MAX_BYTES);
    table->resident = (int64_t)table_bytes(table) < max_bytes;
    if (table->resident)
        memset(table->buckets, 0, table_bytes(table));
}

Table *table_new(int megabytes) {
    Table *table = malloc(sizeof *table);
    if (!table)
        return NULL;
    *table = (Table){.count = ((uint64_t)megabytes << 20) / sizeof(Bucket), .is_empty = true};
    table->buckets = memory_reserve(table_bytes(table));
    if (!table->buckets) {
        free(table);
        return NULL;
    }
    make_resident(table);
    return table;
}

void table_free(Table *table) {
    if (table)
        memory_release(table->buckets, table_bytes(table));
    free(table);
}

void table_clear(Table *table) {
    table->generation = 0;
    if (atomic_exchange(&table->is_empty, true))
        return; /* an unused page takes no memory until it is written */
    if (table->resident)
        memset(table->buckets, 0, table_bytes(table));
    else
        memory_discard(table->buckets, table_bytes(table));
}

void table_next_search(Table *table) {
    table->generation = (table->generation + 1) % GENERATIONS;
}

/* Distances to a win count from the root in the search, and from the position in the table. */
static Score score_to_table(Score score, int ply) {
    return score >= SCORE_MATE_IN_MAX_PLY    ? score + ply
           : score <= -SCORE_MATE_IN_MAX_PLY ? score - ply
                                             : score;
}
static Score score_from_table(Score score, int ply) {
    return score >= SCORE_MATE_IN_MAX_PLY    ? score - ply
           : score <= -SCORE_MATE_IN_MAX_PLY ? score + ply
                                             : score;
}

bool table_probe(const Table *table, uint64_t key, int ply, TableEntry *entry) {
    const Bucket *bucket = bucket_of(table, key);
    for (int i = 0; i < SLOTS; i++) {
        uint64_t data = load(&bucket->slots[i].data);
        if ((load(&bucket->slots[i].check) ^ data) != key || data == 0)
            continue;
        entry->move = (Move)data;
        entry->score = score_from_table((int16_t)(data >> 16), ply);
        entry->depth = data_depth(data);
        entry->bound = (Bound)(data >> 40 & 3);
        return true;
    }
    return false;
}

/* The position's slot; else an empty one; else the least valuable slot (old and shallow). */
static Slot *choose_slot(const Table *table, Bucket *bucket, uint64_t key) {
    Slot *worst = &bucket->slots[0];
    int worst_value = 1 << 16;
    for (int i = 0; i < SLOTS; i++) {
        Slot *slot = &bucket->slots[i];
        uint64_t data = load(&slot->data);
        if ((load(&slot->check) ^ data) == key)
            return slot;
        unsigned age = (table->generation + GENERATIONS - data_generation(data)) % GENERATIONS;
        int value = data == 0 ? -(1 << 16) : data_depth(data) - 8 * (int)age;
        if (value < worst_value) {
            worst_value = value;
            worst = slot;
        }
    }
    return worst;
}

void table_prefetch(const Table *table, uint64_t key) {
    __builtin_prefetch(bucket_of(table, key));
}

void table_store(Table *table, uint64_t key, int ply, const TableEntry *entry) {
    Slot *slot = choose_slot(table, bucket_of(table, key), key);
    Move move = entry->move;
    uint64_t old = load(&slot->data);
    bool same = (load(&slot->check) ^ old) == key && old != 0;
    if (same && data_depth(old) == TABLE_DEPTH_MAX && entry->depth < TABLE_DEPTH_MAX)
        return; /* a thread that does not know the proof must not overwrite it */
    if (same && move == MOVE_NONE)
        move = (Move)old;
    if (same && entry->bound != BOUND_EXACT && data_generation(old) == table->generation &&
        data_depth(old) > entry->depth + 3)
        return;
    if (atomic_load_explicit(&table->is_empty, memory_order_relaxed))
        atomic_store_explicit(&table->is_empty, false, memory_order_relaxed);
    uint64_t depth = (uint64_t)(entry->depth - TABLE_DEPTH_MIN);
    uint64_t data = move | (uint64_t)(uint16_t)score_to_table(entry->score, ply) << 16 |
                    depth << 32 | (uint64_t)entry->bound << 40 | (uint64_t)table->generation << 42;
    save(&slot->data, data);
    save(&slot->check, key ^ data);
}

int table_hashfull(const Table *table) {
    int used = 0;
    enum { SAMPLE = 250 };
    for (int i = 0; i < SAMPLE; i++)
        for (int j = 0; j < SLOTS; j++) {
            uint64_t data = load(&table->buckets[i].slots[j].data);
            used += data != 0 && data_generation(data) == table->generation;
        }
    return used * 1000 / (SAMPLE * SLOTS);
}
