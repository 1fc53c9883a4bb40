#include "train/sampler.h"

#include "base/random.h"

#include <inttypes.h>
#include <stdlib.h>

static size_t block_size(const Sampler *sampler, uint64_t block) {
    uint64_t left = sampler->dataset->count - block * SAMPLER_BLOCK;
    return left < SAMPLER_BLOCK ? (size_t)left : SAMPLER_BLOCK;
}

/* Lists the blocks in the order of the dataset. */
static void list_blocks(Sampler *sampler) {
    for (uint64_t block = 0; block < sampler->block_count; block++)
        sampler->order[block] = (uint32_t)block;
}

bool sampler_init(Sampler *sampler, Dataset *dataset, uint64_t seed, uint64_t memory,
                  Error *error) {
    enum { BLOCK_BYTES = SAMPLER_BLOCK * sizeof(Sample) };
    *sampler = (Sampler){.dataset = dataset, .seed = seed};
    sampler->block_count = (dataset->count + SAMPLER_BLOCK - 1) / SAMPLER_BLOCK;
    sampler->training_count = dataset->count - dataset->validation_count;
    if (sampler->training_count == 0 || dataset->validation_count == 0)
        return error_set(error,
                         "%" PRIu64 " positions are too few to train a network: %" PRIu64
                         " are of games of the validation set",
                         dataset->count, dataset->validation_count);
    if (sampler->block_count > UINT32_MAX)
        return error_set(error, "%" PRIu64 " positions are too many", dataset->count);
    sampler->chunk_blocks = (size_t)(memory / BLOCK_BYTES);
    if (sampler->chunk_blocks > sampler->block_count)
        sampler->chunk_blocks = (size_t)sampler->block_count;
    sampler->chunk_count =
        ((size_t)sampler->block_count + sampler->chunk_blocks - 1) / sampler->chunk_blocks;
    sampler->order = malloc(sampler->block_count * sizeof *sampler->order);
    sampler->samples = malloc(sampler->chunk_blocks * BLOCK_BYTES);
    if (sampler->order && sampler->samples)
        return true;
    sampler_free(sampler);
    return error_set(error, "out of memory");
}

void sampler_free(Sampler *sampler) {
    free(sampler->order);
    free(sampler->samples);
    *sampler = (Sampler){0};
}

void sampler_begin_epoch(Sampler *sampler, int epoch) {
    uint64_t rng = random_seed(sampler->seed, (uint64_t)epoch + 1);
    list_blocks(sampler);
    for (size_t i = (size_t)sampler->block_count - 1; i > 0; i--) {
        size_t j = random_next(&rng) % (i + 1);
        uint32_t kept = sampler->order[i];
        sampler->order[i] = sampler->order[j];
        sampler->order[j] = kept;
    }
    sampler->epoch = epoch;
}

static void shuffle_samples(Sampler *sampler, uint64_t rng) {
    for (size_t i = sampler->count; i-- > 1;) {
        size_t j = random_next(&rng) % (i + 1);
        Sample kept = sampler->samples[i];
        sampler->samples[i] = sampler->samples[j];
        sampler->samples[j] = kept;
    }
}

/* Adds those samples of a block that are, or are not, of the validation set. */
static bool load_block(Sampler *sampler, uint64_t block, bool validation, Error *error) {
    size_t size = block_size(sampler, block), kept = 0;
    Sample *samples = sampler->samples + sampler->count;
    if (!dataset_read(sampler->dataset, block * SAMPLER_BLOCK, samples, size, error))
        return false;
    for (size_t i = 0; i < size; i++)
        if (samples[i].validation == validation)
            samples[kept++] = samples[i];
    sampler->count += kept;
    return true;
}

bool sampler_load_chunk(Sampler *sampler, size_t chunk, Error *error) {
    size_t first = chunk * sampler->chunk_blocks, last = first + sampler->chunk_blocks;
    uint64_t seed = random_seed(sampler->seed, (uint64_t)sampler->epoch + 1);
    sampler->count = 0;
    for (size_t i = first; i < last && i < sampler->block_count; i++)
        if (!load_block(sampler, sampler->order[i], false, error))
            return false;
    sampler->mirror_seed = random_seed(seed, 2 * (uint64_t)chunk);
    shuffle_samples(sampler, random_seed(seed, 2 * (uint64_t)chunk + 1));
    return true;
}

bool sampler_mirrors(const Sampler *sampler, size_t index) {
    return random_seed(sampler->mirror_seed, index) & 1;
}

bool sampler_load_validation(Sampler *sampler, uint64_t *block, Error *error) {
    size_t room = sampler->chunk_blocks * SAMPLER_BLOCK;
    sampler->count = 0;
    for (; *block < sampler->block_count && sampler->count + SAMPLER_BLOCK <= room; (*block)++)
        if (!load_block(sampler, *block, true, error))
            return false;
    return true;
}
