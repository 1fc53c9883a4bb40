#include "train/data/merge.h"

#include "base/os/atomic_file.h"
#include "cli/progress.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 4096 };

/* A hash table with linear probing, at most about half full. It holds the hashes of one part of the
 * positions at a time, so that any number of positions can be merged. */
typedef struct {
    uint64_t *hashes; /* 0: empty */
    uint64_t mask;    /* number of slots - 1, a power of two - 1 */
} HashSet;

typedef struct {
    Dataset *dataset;
    HashSet set;
    uint8_t *duplicates; /* a bit for each sample of the dataset */
    int passes, pass;
    AtomicFile out;
    uint64_t written;
    Progress progress;
} Merge;

/* Adds a hash. Returns false if it was there already. */
static bool add_hash(HashSet *set, uint64_t hash) {
    uint64_t slot = hash & set->mask;
    while (set->hashes[slot]) {
        if (set->hashes[slot] == hash)
            return false;
        slot = (slot + 1) & set->mask;
    }
    set->hashes[slot] = hash;
    return true;
}

static bool is_duplicate(const Merge *merge, uint64_t index) {
    return merge->duplicates[index / 8] >> index % 8 & 1;
}

/* Marks the duplicates among the samples whose hashes belong to this pass. */
static void find_duplicates(Merge *merge, const Sample *samples, size_t count, uint64_t first) {
    for (size_t i = 0; i < count; i++) {
        uint64_t hash = sample_hash(&samples[i]), index = first + i;
        hash += hash == 0;
        if ((int)((hash >> 32) * (uint64_t)merge->passes >> 32) == merge->pass &&
            !add_hash(&merge->set, hash))
            merge->duplicates[index / 8] |= (uint8_t)(1 << index % 8);
    }
}

/* Writes the samples that are no duplicates. atomic_file_commit reports errors. */
static void write_samples(Merge *merge, const Sample *samples, size_t count, uint64_t first) {
    for (size_t i = 0; i < count; i++) {
        if (is_duplicate(merge, first + i))
            continue;
        fwrite(&samples[i], sizeof *samples, 1, merge->out.file);
        merge->written++;
    }
}

typedef void Visit(Merge *merge, const Sample *samples, size_t count, uint64_t first);

static bool visit_all(Merge *merge, Visit *visit, Error *error) {
    Sample samples[BLOCK];
    uint64_t all = merge->dataset->count;
    for (uint64_t first = 0; first < all; first += BLOCK) {
        size_t count = all - first < BLOCK ? (size_t)(all - first) : BLOCK;
        if (!dataset_read(merge->dataset, first, samples, count, error))
            return false;
        visit(merge, samples, count, first);
        if (progress_is_due(&merge->progress)) {
            double done = merge->pass + (double)first / (double)all;
            progress_show(&merge->progress, done / (merge->passes + 1),
                          "pass %d of %d, %" PRIu64 " of %" PRIu64 " positions", merge->pass + 1,
                          merge->passes + 1, first, all);
        }
    }
    return true;
}

/* The origin of all files together. */
static SampleOrigin common_origin(const Dataset *dataset) {
    SampleOrigin common = dataset->files[0].header.origin;
    for (int i = 1; i < dataset->file_count; i++) {
        const SampleOrigin *origin = &dataset->files[i].header.origin;
        if (memcmp(origin->ruleset, common.ruleset, sizeof common.ruleset) != 0)
            memset(common.ruleset, 0, sizeof common.ruleset);
        common.games += origin->games;
        common.nodes = origin->nodes == common.nodes ? common.nodes : 0;
        common.seed = origin->seed == common.seed ? common.seed : 0;
        common.network = origin->network == common.network ? common.network : 0;
        common.engine = origin->engine == common.engine ? common.engine : 0;
    }
    return common;
}

/* The number of slots is a power of two, so that up to half of `memory` may not be used. */
static bool allocate(Merge *merge, uint64_t memory, Error *error) {
    uint64_t slots = 1, count = merge->dataset->count;
    while (2 * slots * sizeof *merge->set.hashes <= memory && slots < 2 * count)
        slots *= 2;
    merge->passes = (int)((2 * count + slots - 1) / slots);
    merge->set.mask = slots - 1;
    merge->set.hashes = malloc(slots * sizeof *merge->set.hashes);
    merge->duplicates = calloc(count / 8 + 1, 1);
    return (merge->set.hashes && merge->duplicates) ||
           error_set(error, "out of memory: %" PRIu64 " positions need %" PRIu64 " MiB", count,
                     (slots * sizeof *merge->set.hashes + count / 8) >> 20);
}

static bool find_all_duplicates(Merge *merge, Error *error) {
    for (merge->pass = 0; merge->pass < merge->passes; merge->pass++) {
        memset(merge->set.hashes, 0, (merge->set.mask + 1) * sizeof *merge->set.hashes);
        if (!visit_all(merge, find_duplicates, error))
            return false;
    }
    return true;
}

static bool write_file(Merge *merge, const char *path, Error *error) {
    SampleOrigin origin = common_origin(merge->dataset);
    uint64_t count = merge->dataset->count;
    for (uint64_t i = 0; i < merge->dataset->count; i++)
        count -= is_duplicate(merge, i);
    SampleFileHeader header = sample_file_header(SAMPLE_FILE_MAGIC, &origin, count);
    if (!atomic_file_open_sole_writer(&merge->out, path, error))
        return false;
    fwrite(&header, sizeof header, 1, merge->out.file);
    bool good = visit_all(merge, write_samples, error);
    progress_clear(&merge->progress);
    if (good)
        return atomic_file_commit(&merge->out, error);
    atomic_file_discard(&merge->out);
    return false;
}

bool merge_samples(Dataset *dataset, const char *path, uint64_t memory, MergeCounts *counts,
                   Error *error) {
    Merge merge = {.dataset = dataset};
    progress_start(&merge.progress);
    bool good = allocate(&merge, memory, error) && find_all_duplicates(&merge, error) &&
                write_file(&merge, path, error);
    progress_clear(&merge.progress);
    *counts = (MergeCounts){dataset->count, merge.written, merge.passes};
    free(merge.set.hashes);
    free(merge.duplicates);
    return good;
}
