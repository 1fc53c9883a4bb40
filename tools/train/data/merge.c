#include "train/data/merge.h"

#include "base/os/atomic_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What is known of a position from all samples of it. */
typedef struct {
    uint64_t hash;      /* 0: an empty entry */
    uint64_t first;     /* index of its first sample */
    int64_t score_sum;  /* of the scores */
    uint32_t count;     /* of these */
    uint32_t point_sum; /* of the results of games without a later deviation */
    uint32_t results;   /* number of these */
    int16_t proven;     /* the first decisive score; 0: none */
    bool is_validation; /* are all samples of it? */
} Entry;

/* A hash table with linear probing, at most about half full. It holds one part of the positions at
 * a time, so that any number of positions can be merged. */
typedef struct {
    Entry *entries;
    uint64_t mask; /* number of entries - 1, a power of two - 1 */
} EntryTable;

typedef struct {
    Dataset *dataset;
    EntryTable table;
    int passes, pass;
    DatasetReads reads;
    AtomicFile out;
    uint64_t written;
} Merge;

/* The entry of the hash, or the empty one where it belongs. */
static Entry *find_entry(EntryTable *table, uint64_t hash) {
    uint64_t slot = hash & table->mask;
    while (table->entries[slot].hash && table->entries[slot].hash != hash)
        slot = (slot + 1) & table->mask;
    return &table->entries[slot];
}

/* The entry of the sample; NULL if it belongs to another pass. */
static Entry *entry_of(Merge *merge, const Sample *sample) {
    uint64_t hash = sample_hash(sample);
    hash += hash == 0;
    if ((int)((hash >> 32) * (uint64_t)merge->passes >> 32) != merge->pass)
        return NULL;
    Entry *entry = find_entry(&merge->table, hash);
    if (!entry->hash)
        *entry = (Entry){.hash = hash, .first = UINT64_MAX, .is_validation = true};
    return entry;
}

/* Adds the samples of this pass to their entries. */
static bool collect_samples(void *context, const DatasetBlock *block) {
    Merge *merge = context;
    for (size_t i = 0; i < block->count; i++) {
        const Sample *sample = &block->samples[i];
        Entry *entry = entry_of(merge, sample);
        if (!entry)
            continue;
        if (entry->first == UINT64_MAX)
            entry->first = block->first + i;
        entry->is_validation = entry->is_validation && sample->validation;
        if (!sample->deviates) {
            entry->point_sum += sample->points;
            entry->results++;
        }
        if (!score_is_decisive(sample->score)) {
            entry->score_sum += sample->score;
            entry->count++;
        } else if (entry->proven == 0) {
            entry->proven = sample->score;
        }
    }
    return true;
}

/* A sum divided by its number of terms, rounded. */
static int64_t mean(int64_t sum, int64_t count) {
    return (2 * sum + (sum < 0 ? -count : count)) / (2 * count);
}

/* Writes the first sample of each position of this pass, with the means of all.
 * atomic_file_commit reports errors. */
static bool write_samples(void *context, const DatasetBlock *block) {
    Merge *merge = context;
    for (size_t i = 0; i < block->count; i++) {
        Sample sample = block->samples[i];
        const Entry *entry = entry_of(merge, &sample);
        if (!entry || entry->first != block->first + i)
            continue;
        sample.score =
            entry->proven ? entry->proven : (int16_t)mean(entry->score_sum, entry->count);
        sample.deviates = entry->results == 0;
        if (entry->results > 0)
            sample.points = (unsigned)mean(entry->point_sum, entry->results) & 15U;
        sample.validation = entry->is_validation;
        fwrite(&sample, sizeof sample, 1, merge->out.file);
        merge->written++;
    }
    return true;
}

/* The number of entries is a power of two, so that up to half of `memory` may not be used. */
static bool allocate(Merge *merge, uint64_t memory, Error *error) {
    uint64_t entries = 1, count = merge->dataset->count;
    while (2 * entries * sizeof(Entry) <= memory && entries < 2 * count)
        entries *= 2;
    merge->passes = (int)((2 * count + entries - 1) / entries);
    merge->reads.all = 2 * merge->passes;
    merge->table.mask = entries - 1;
    merge->table.entries = malloc(entries * sizeof(Entry));
    return merge->table.entries ||
           error_set(error, "out of memory: %" PRIu64 " positions need %" PRIu64 " MiB", count,
                     entries * sizeof(Entry) >> 20);
}

static bool write_passes(Merge *merge, Error *error) {
    for (merge->pass = 0; merge->pass < merge->passes; merge->pass++) {
        memset(merge->table.entries, 0, (merge->table.mask + 1) * sizeof(Entry));
        if (!dataset_visit(merge->dataset, &merge->reads, collect_samples, merge, error) ||
            !dataset_visit(merge->dataset, &merge->reads, write_samples, merge, error))
            return false;
    }
    return true;
}

static bool write_file(Merge *merge, const char *path, Error *error) {
    if (!atomic_file_open_sole_writer(&merge->out, path, error))
        return false;
    SampleOrigin origin = dataset_origin(merge->dataset);
    sample_file_write_header(merge->out.file, &origin, 0);
    if (write_passes(merge, error)) {
        sample_file_write_header(merge->out.file, &origin, merge->written);
        return atomic_file_commit(&merge->out, error);
    }
    atomic_file_discard(&merge->out);
    return false;
}

bool merge_samples(Dataset *dataset, const char *path, uint64_t memory, MergeCounts *counts,
                   Error *error) {
    Merge merge = {.dataset = dataset};
    progress_start(&merge.reads.progress);
    bool good = allocate(&merge, memory, error) && write_file(&merge, path, error);
    progress_clear(&merge.reads.progress);
    *counts = (MergeCounts){dataset->count, merge.written, merge.passes};
    free(merge.table.entries);
    return good;
}
