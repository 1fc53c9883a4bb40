/* dataset: the samples of one or more files as one sequence, which may be larger than memory. Only
 * one thread at a time may use a Dataset. The errors name the file, if a single one is wrong. */
#ifndef MISERE_TRAIN_DATA_DATASET_H
#define MISERE_TRAIN_DATA_DATASET_H

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

/* The origin of all files together. */
SampleOrigin dataset_origin(const Dataset *dataset);

void dataset_close(Dataset *dataset);

#endif
