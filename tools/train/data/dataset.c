#include "train/data/dataset.h"

#include "base/hash.h"
#include "cli/progress.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SCAN_BLOCK = 4096 };

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

/* Checks `count` samples; `first` is the index of the first one in the dataset. */
static bool check_families(const Dataset *dataset, uint64_t first, const Sample *samples,
                           size_t count, Error *error) {
    for (size_t i = 0; i < count; i++) {
        Family family = ruleset_at(samples[i].ruleset)->family;
        if (family != dataset->family) {
            error_set(error,
                      "the positions belong to more than one family of rulesets: %s "
                      "and %s",
                      ruleset_family_name(dataset->family), ruleset_family_name(family));
            return error_wrap(error, "%s", dataset->files[file_of(dataset, first + i)].path);
        }
    }
    return true;
}

static bool scan(Dataset *dataset, Error *error) {
    Sample samples[SCAN_BLOCK];
    Progress progress;
    progress_start(&progress);
    dataset->fingerprint = HASH_OFFSET_BASIS;
    bool good = true;
    for (uint64_t first = 0; good && first < dataset->count; first += SCAN_BLOCK) {
        uint64_t left = dataset->count - first;
        size_t count = left < SCAN_BLOCK ? (size_t)left : SCAN_BLOCK;
        good = dataset_read(dataset, first, samples, count, error);
        if (good && first == 0)
            dataset->family = ruleset_at(samples[0].ruleset)->family;
        good = good && check_families(dataset, first, samples, count, error);
        for (size_t i = 0; good && i < count; i++)
            dataset->validation_count += samples[i].validation;
        dataset->fingerprint = hash_samples(dataset->fingerprint, samples, count);
        if (progress_is_due(&progress))
            progress_show(&progress, (double)first / (double)dataset->count,
                          "checked %" PRIu64 " of %" PRIu64 " positions", first, dataset->count);
    }
    progress_clear(&progress);
    return good;
}

bool dataset_open(Dataset *dataset, char **paths, Error *error) {
    *dataset = (Dataset){0};
    if (open_files(dataset, paths, error) && scan(dataset, error))
        return true;
    dataset_close(dataset);
    return false;
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
