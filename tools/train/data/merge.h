/* merge: merges files of samples into one with a single sample of each position. */
#ifndef MISERE_TRAIN_DATA_MERGE_H
#define MISERE_TRAIN_DATA_MERGE_H

#include "train/data/dataset.h"

typedef struct {
    uint64_t read, written; /* samples */
    int passes;             /* how often the files were read to find the duplicates */
} MergeCounts;

/* Writes one sample of each position of the dataset to a file, with the means of the scores and of
 * the results of all samples that have the same ruleset, board, side and player, or the mirror
 * image of that board. Results count only without a later deviation; a decisive score is kept, and
 * no others count; the position belongs to the validation set if all of its samples do. (Positions
 * with the same 64-bit hash count as the same; of a hundred million positions that loses one in
 * thousands of merges.) The file is replaced when the new one is complete; the dataset may be read
 * from it. Needs a table of at most `memory` bytes, 1 MiB or more; with a smaller one the dataset
 * is read more often, and the order of the samples is another. Shows progress on standard error.
 * The error names the file. */
bool merge_samples(Dataset *dataset, const char *path, uint64_t memory, MergeCounts *counts,
                   Error *error);

#endif
