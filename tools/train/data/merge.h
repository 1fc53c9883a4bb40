/* merge: merges files of samples, without duplicate positions. */
#ifndef MISERE_TRAIN_DATA_MERGE_H
#define MISERE_TRAIN_DATA_MERGE_H

#include "train/data/dataset.h"

typedef struct {
    uint64_t read, written; /* samples */
    int passes;             /* how often the files were read to find the duplicates */
} MergeCounts;

/* Writes the samples of the dataset to a file, in their order, without those whose ruleset, board,
 * side and player are the same as in an earlier one. (Positions with the same 64-bit hash count as
 * the same; of a hundred million positions that loses one in thousands of merges.) The file is
 * replaced when the new one is complete; the dataset may be read from it. Needs memory for one bit
 * per sample and for a table of at most `memory` bytes, 1 MiB or more, rounded down to a power of
 * two; a smaller table needs more passes. Shows progress on standard error. The error names the
 * file. */
bool merge_samples(Dataset *dataset, const char *path, uint64_t memory, MergeCounts *counts,
                   Error *error);

#endif
