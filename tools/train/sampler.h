/* sampler: the order in which a network is trained on a dataset, which may be larger than memory.
 *
 * The dataset is divided into blocks of consecutive samples. In each epoch the blocks are shuffled
 * and divided into chunks that fit in memory, and the samples of each chunk that do not belong to
 * the validation set are shuffled. Only one thread at a time may use a Sampler. */
#ifndef MISERE_TRAIN_SAMPLER_H
#define MISERE_TRAIN_SAMPLER_H

#include "train/data/dataset.h"

enum { SAMPLER_BLOCK = 512 /* samples in a block; about ten games */ };

typedef struct {
    Dataset *dataset;
    uint64_t seed;
    uint64_t block_count;    /* of the dataset; the last block may be shorter */
    uint32_t *order;         /* the blocks in this epoch's order */
    uint64_t training_count; /* of samples that are not of the validation set */
    size_t chunk_blocks;     /* blocks in a chunk; the last chunk may have fewer */
    size_t chunk_count;      /* chunks of an epoch */
    Sample *samples;         /* the samples of the current chunk */
    size_t count;            /* number of samples in the current chunk */
    uint64_t mirror_seed;    /* decides which samples of the current chunk are mirrored */
    int epoch;
} Sampler;

/* `memory` is the size of a chunk in bytes. The dataset must outlive the sampler. Fails if out of
 * memory, or if there are no samples to train on, or none of the validation set. */
bool sampler_init(Sampler *sampler, Dataset *dataset, uint64_t seed, uint64_t memory, Error *error);

void sampler_free(Sampler *sampler);

/* Shuffles the blocks for an epoch. The order depends only on the seed and the epoch. */
void sampler_begin_epoch(Sampler *sampler, int epoch);

/* Loads chunk `chunk` of the epoch, from 0, in random order. The order depends only on the seed,
 * the epoch, and the number of the chunk. The error names the file. */
bool sampler_load_chunk(Sampler *sampler, size_t chunk, Error *error);

/* Is a sample of the current chunk to be mirrored? This is random, and repeatable. */
bool sampler_mirrors(const Sampler *sampler, size_t index);

/* Loads the samples of the validation set, as many as surely fit, from block *block on; advances
 * *block, which is 0 for the first call. sampler->count is 0 after the last block. */
bool sampler_load_validation(Sampler *sampler, uint64_t *block, Error *error);

#endif
