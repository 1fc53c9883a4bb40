#include "train/data/dataset.h"

#include "base/hash.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 4096 };

static bool open_files(Dataset *dataset, char **paths, Error *error) {
    int count = 0;
    while (paths[count])
        count++;
    dataset->files = calloc((size_t)count + 1, sizeof *dataset->files);
    dataset->ends = calloc((size_t)count + 1, sizeof *dataset->ends);
    if (!dataset->files || !dataset->ends)
        return error_set(error, "out of memory");
    for (int i = 0; i < count; i++) {
        if (!sample_file_open(&dataset->files[i], paths[i], error))
            return false;
        dataset->file_count++;
        dataset->count += dataset->files[i].header.count;
        dataset->ends[i] = dataset->count;
    }
    return dataset->count > 0 || error_set(error, "the files hold no positions");
}

/* Adds samples to a hash; much faster than hash_bytes(). */
static uint64_t hash_samples(uint64_t hash, const Sample *samples, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint64_t words[sizeof *samples / sizeof(uint64_t)];
        memcpy(words, &samples[i], sizeof words);
        for (size_t j = 0; j < sizeof words / sizeof *words; j++) {
            hash = (hash ^ words[j]) * 0x9e3779b97f4a7c15ULL;
            hash ^= hash >> 32;
        }
    }
    return hash;
}

/* The index of the file that holds the sample. */
static int file_of(const Dataset *dataset, uint64_t sample) {
    int low = 0, high = dataset->file_count - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (sample < dataset->ends[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

bool dataset_read(Dataset *dataset, uint64_t first, Sample *samples, size_t count, Error *error) {
    while (count > 0) {
        int index = file_of(dataset, first);
        SampleFile *file = &dataset->files[index];
        uint64_t left = dataset->ends[index] - first;
        size_t part = count < left ? count : (size_t)left;
        if (!sample_file_read(file, file->header.count - left, samples, part, error))
            return false;
        samples += part;
        first += part;
        count -= part;
    }
    return true;
}

static void show_reads(DatasetReads *reads, uint64_t first, uint64_t all) {
    if (progress_is_due(&reads->progress))
        progress_show(&reads->progress, (reads->done + (double)first / (double)all) / reads->all,
                      "reading %d of %d, %" PRIu64 " of %" PRIu64 " positions", reads->done + 1,
                      reads->all, first, all);
}

bool dataset_visit(Dataset *dataset, DatasetReads *reads, DatasetVisit *visit, void *context,
                   Error *error) {
    Sample samples[BLOCK];
    DatasetBlock block = {.samples = samples};
    for (; block.first < dataset->count; block.first += block.count) {
        uint64_t left = dataset->count - block.first;
        block.count = left < BLOCK ? (size_t)left : BLOCK;
        if (!dataset_read(dataset, block.first, samples, block.count, error) ||
            !visit(context, &block))
            return false;
        if (reads)
            show_reads(reads, block.first, dataset->count);
    }
    if (reads)
        reads->done++;
    return true;
}

/* The state of scan(). */
typedef struct {
    Dataset *dataset;
    Progress progress;
    Error *error;
} DatasetScan;

/* Do all samples of the block belong to the dataset's family? */
static bool check_families(const DatasetScan *scan, const DatasetBlock *block) {
    const Dataset *dataset = scan->dataset;
    for (size_t i = 0; i < block->count; i++) {
        Family family = ruleset_at(block->samples[i].ruleset)->family;
        if (family != dataset->family) {
            error_set(scan->error,
                      "the positions belong to more than one family of rulesets: %s "
                      "and %s",
                      ruleset_family_name(dataset->family), ruleset_family_name(family));
            int index = file_of(dataset, block->first + i);
            return error_wrap(scan->error, "%s", dataset->files[index].path);
        }
    }
    return true;
}

static bool scan_block(void *context, const DatasetBlock *block) {
    DatasetScan *scan = context;
    Dataset *dataset = scan->dataset;
    if (block->first == 0)
        dataset->family = ruleset_at(block->samples[0].ruleset)->family;
    if (!check_families(scan, block))
        return false;
    for (size_t i = 0; i < block->count; i++)
        dataset->validation_count += block->samples[i].validation;
    dataset->fingerprint = hash_samples(dataset->fingerprint, block->samples, block->count);
    if (progress_is_due(&scan->progress))
        progress_show(&scan->progress, (double)block->first / (double)dataset->count,
                      "checked %" PRIu64 " of %" PRIu64 " positions", block->first, dataset->count);
    return true;
}

static bool scan(Dataset *dataset, Error *error) {
    DatasetScan state = {.dataset = dataset, .error = error};
    dataset->fingerprint = HASH_OFFSET_BASIS;
    progress_start(&state.progress);
    bool good = dataset_visit(dataset, NULL, scan_block, &state, error);
    progress_clear(&state.progress);
    return good;
}

bool dataset_open(Dataset *dataset, char **paths, Error *error) {
    *dataset = (Dataset){0};
    if (open_files(dataset, paths, error) && scan(dataset, error))
        return true;
    dataset_close(dataset);
    return false;
}

SampleOrigin dataset_origin(const Dataset *dataset) {
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

void dataset_close(Dataset *dataset) {
    for (int i = 0; i < dataset->file_count; i++)
        sample_file_close(&dataset->files[i]);
    free(dataset->files);
    free(dataset->ends);
    *dataset = (Dataset){0};
}
