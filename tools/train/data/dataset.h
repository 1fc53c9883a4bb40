/* dataset: the samples of one or more files as one sequence, which may be larger than memory. Only
 * one thread at a time may use a Dataset. The errors name the file, if a single one is wrong. */
#ifndef MISERE_TRAIN_DATA_DATASET_H
#define MISERE_TRAIN_DATA_DATASET_H

#include "cli/progress.h"
#include "files/samples/sample_file.h"

typedef struct {
    SampleFile *files;
    uint64_t *ends; /* for each file, the number of samples up to its end */
    int file_count;
    uint64_t count;            /* of all samples, at least 1 */
    uint64_t validation_count; /* of those of the validation set */
    Family family;             /* of all samples */
    uint64_t fingerprint;      /* a hash of all samples in their order */
} Dataset;

/* Opens the files and checks all their samples, which must belong to rulesets of one family. Shows
 * progress on standard error. `paths` ends with NULL and must outlive the dataset. */
bool dataset_open(Dataset *dataset, char **paths, Error *error);

/* Reads samples from index `first` on. */
bool dataset_read(Dataset *dataset, uint64_t first, Sample *samples, size_t count, Error *error);

/* Consecutive samples. */
typedef struct {
    const Sample *samples;
    size_t count;
    uint64_t first; /* index of the first one */
} DatasetBlock;

/* Returns false to stop reading. */
typedef bool DatasetVisit(void *context, const DatasetBlock *block);

/* The progress of reading a dataset several times. The caller starts and clears `progress`. */
typedef struct {
    int done, all; /* reads of the whole dataset */
    Progress progress;
} DatasetReads;

/* Calls `visit` for all samples, in order, block by block. Shows progress on standard error, unless
 * `reads` is NULL. Returns false if reading fails, which sets *error, or as soon as `visit` returns
 * false. */
bool dataset_visit(Dataset *dataset, DatasetReads *reads, DatasetVisit *visit, void *context,
                   Error *error);

/* The origin of the whole dataset: the total number of games; any other member is 0 unless it is
 * the same in all files. */
SampleOrigin dataset_origin(const Dataset *dataset);

void dataset_close(Dataset *dataset);

#endif
