#include "prove/solver/proof_table.h"

#include "base/os/memory.h"
#include "base/random.h"

#include <stdatomic.h>
#include <stdlib.h>

/* `data`, from the lowest bit: kind 2 bits, has_disproofs_on_a_path 1, work 7; then for open
 * positions proof 27 and disproof 27, for proven ones move 16, height 12 and quiet 7. */
typedef struct {
    _Atomic uint64_t check; /* key xor data */
    _Atomic uint64_t data;  /* 0: empty */
} ProofSlot;

enum { SLOTS = 4 /* a bucket fills a cache line */ };

typedef struct {
    ProofSlot slots[SLOTS];
} ProofBucket;

struct ProofTable {
    ProofBucket *buckets;
    uint64_t count; /* of buckets, less than 2^32 */
    int megabytes;
};

enum { WORK_SHIFT = 3, WORK_CODE_MAX = 127, REST_SHIFT = 10, NUMBER_BITS = 27 };

static uint64_t load(const _Atomic uint64_t *word) {
    return atomic_load_explicit(word, memory_order_relaxed);
}
static void save(_Atomic uint64_t *word, uint64_t value) {
    atomic_store_explicit(word, value, memory_order_relaxed);
}

/* --- packing --- */

/* From 4 on, in quarters of the logarithm to base 2. */
static unsigned encode_work(uint64_t work) {
    if (work < 4)
        return (unsigned)work;
    int bits = 63 - __builtin_clzll(work);
    unsigned code = (unsigned)(4 * (bits - 1) + (int)(work >> (bits - 2) & 3));
    return code < WORK_CODE_MAX ? code : WORK_CODE_MAX;
}

static uint64_t decode_work(unsigned code) {
    return code < 4 ? code : (uint64_t)(4 + code % 4) << (code / 4 - 1);
}

/* Stochastic rounding: up or down at random, so that the expected value is exact. Otherwise small
 * increments would never change a large number (Morris, "Counting large numbers of events in small
 * registers", 1978). */
static unsigned round_work(uint64_t work, uint64_t noise) {
    unsigned code = encode_work(work);
    uint64_t below = decode_work(code), step = decode_work(code + 1) - below;
    return code < WORK_CODE_MAX && noise % step < work - below ? code + 1 : code;
}

static unsigned data_work(uint64_t data) {
    return (unsigned)(data >> WORK_SHIFT) & WORK_CODE_MAX;
}
static EntryKind data_kind(uint64_t data) {
    return (EntryKind)(data & 3);
}
static int data_height(uint64_t data) {
    return (int)(data >> (REST_SHIFT + 16)) & HEIGHT_MAX;
}

static uint64_t pack(const ProofEntry *entry) {
    uint64_t data = (uint64_t)entry->kind | (uint64_t)entry->has_disproofs_on_a_path << 2;
    if (entry->kind == ENTRY_OPEN)
        data |= (uint64_t)entry->proof << REST_SHIFT | (uint64_t)entry->disproof
                                                           << (REST_SHIFT + NUMBER_BITS);
    if (entry->kind == ENTRY_PROVEN)
        data |= (uint64_t)entry->move << REST_SHIFT | (uint64_t)entry->height << (REST_SHIFT + 16) |
                (uint64_t)entry->quiet << (REST_SHIFT + 28);
    return data;
}

static void unpack(uint64_t data, ProofEntry *entry) {
    *entry = (ProofEntry){.kind = data_kind(data), .work = decode_work(data_work(data))};
    if (entry->kind == ENTRY_OPEN) {
        entry->has_disproofs_on_a_path = data >> 2 & 1;
        entry->proof = (uint32_t)(data >> REST_SHIFT & NUMBER_INFINITY);
        entry->disproof = (uint32_t)(data >> (REST_SHIFT + NUMBER_BITS));
    } else if (entry->kind == ENTRY_PROVEN) {
        entry->move = (Move)(data >> REST_SHIFT);
        entry->height = data_height(data);
        entry->quiet = (int)(data >> (REST_SHIFT + 28)) & QUIET_MAX;
    }
}

/* --- the table --- */

static size_t size_of(const ProofTable *table) {
    return (size_t)table->count * sizeof(ProofBucket);
}

/* As in the engine's table: the upper half of the key, scaled to the number of buckets. */
static ProofBucket *bucket_of(const ProofTable *table, uint64_t key) {
    return &table->buckets[(key >> 32) * table->count >> 32];
}

ProofTable *proof_table_new(int megabytes) {
    ProofTable *table = malloc(sizeof *table);
    if (!table)
        return NULL;
    *table = (ProofTable){.count = ((uint64_t)megabytes << 20) / sizeof(ProofBucket),
                          .megabytes = megabytes};
    table->buckets = memory_reserve(size_of(table));
    if (!table->buckets) {
        free(table);
        return NULL;
    }
    return table;
}

void proof_table_free(ProofTable *table) {
    if (table)
        memory_release(table->buckets, size_of(table));
    free(table);
}

void proof_table_clear(ProofTable *table) {
    memory_discard(table->buckets, size_of(table));
}

int proof_table_megabytes(const ProofTable *table) {
    return table->megabytes;
}

void proof_table_prefetch(const ProofTable *table, uint64_t key) {
    __builtin_prefetch(bucket_of(table, key));
}

bool proof_table_probe(const ProofTable *table, uint64_t key, ProofEntry *entry) {
    const ProofBucket *bucket = bucket_of(table, key);
    for (int i = 0; i < SLOTS; i++) {
        uint64_t data = load(&bucket->slots[i].data);
        if (data != 0 && (load(&bucket->slots[i].check) ^ data) == key) {
            unpack(data, entry);
            return true;
        }
    }
    return false;
}

/* The key's slot; else the first empty one; else the one with the least work. */
static ProofSlot *choose_slot(ProofBucket *bucket, uint64_t key) {
    ProofSlot *least = NULL;
    for (int i = 0; i < SLOTS; i++) {
        ProofSlot *slot = &bucket->slots[i];
        uint64_t data = load(&slot->data);
        if (data == 0 || (load(&slot->check) ^ data) == key)
            return slot;
        if (!least || data_work(data) < data_work(load(&least->data)))
            least = slot;
    }
    return least;
}

/* Is the known result to be kept? */
static bool keeps(uint64_t old, const ProofEntry *entry) {
    switch (data_kind(old)) {
    case ENTRY_PROVEN:
        return entry->kind != ENTRY_PROVEN || entry->height >= data_height(old);
    case ENTRY_DISPROVEN:
        return entry->kind == ENTRY_OPEN;
    case ENTRY_NONE:
    case ENTRY_OPEN:
        break;
    }
    return false;
}

void proof_table_store(ProofTable *table, uint64_t key, const ProofEntry *entry) {
    ProofSlot *slot = choose_slot(bucket_of(table, key), key);
    uint64_t old = load(&slot->data), work = entry->work;
    if (old != 0 && (load(&slot->check) ^ old) == key) {
        if (keeps(old, entry))
            return;
        work += decode_work(data_work(old));
    } else if (work == 0 && data_work(old) > 0) {
        return;
    }
    uint64_t data = pack(entry);
    data |= (uint64_t)round_work(work, random_mix(key ^ data ^ work)) << WORK_SHIFT;
    save(&slot->data, data);
    save(&slot->check, key ^ data);
}

double proof_table_fill(const ProofTable *table) {
    enum { SAMPLE = 1000 };
    int used = 0;
    for (uint64_t i = 0; i < SAMPLE; i++)
        for (int j = 0; j < SLOTS; j++)
            used += load(&table->buckets[i * table->count / SAMPLE].slots[j].data) != 0;
    return (double)used / (SAMPLE * SLOTS);
}

/* --- files: two words for each entry, its key and data, and at the end the checksum and 0 --- */

static uint64_t add_to_sum(uint64_t sum, const uint64_t words[2]) {
    return random_mix(random_mix(sum ^ words[0]) ^ words[1]);
}

void proof_table_write(const ProofTable *table, uint64_t sum, FILE *out) {
    for (uint64_t i = 0; i < table->count; i++)
        for (int j = 0; j < SLOTS; j++) {
            const ProofSlot *slot = &table->buckets[i].slots[j];
            uint64_t data = load(&slot->data), words[2] = {load(&slot->check) ^ data, data};
            if (data == 0)
                continue;
            sum = add_to_sum(sum, words);
            fwrite(words, sizeof words, 1, out);
        }
    uint64_t end[2] = {sum, 0};
    fwrite(end, sizeof end, 1, out);
}

/* Might the solver have stored this? */
static bool is_valid(uint64_t data) {
    ProofEntry entry;
    unpack(data, &entry);
    return entry.kind != ENTRY_NONE &&
           (entry.kind != ENTRY_OPEN || (entry.proof >= 1 && entry.proof <= NUMBER_MAX &&
                                         entry.disproof >= 1 && entry.disproof <= NUMBER_MAX));
}

bool proof_table_read(ProofTable *table, uint64_t sum, FILE *in) {
    uint64_t words[2];
    while (fread(words, sizeof words, 1, in) == 1) {
        if (words[1] == 0)
            return words[0] == sum && fgetc(in) == EOF;
        sum = add_to_sum(sum, words);
        ProofBucket *bucket = bucket_of(table, words[0]);
        int i = 0;
        while (i < SLOTS && load(&bucket->slots[i].data) != 0)
            i++;
        if (i == SLOTS || !is_valid(words[1]))
            return false;
        save(&bucket->slots[i].data, words[1]);
        save(&bucket->slots[i].check, words[0] ^ words[1]);
    }
    return false;
}
