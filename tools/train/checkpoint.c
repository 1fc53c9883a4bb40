#include "train/checkpoint.h"

#include "base/hash.h"
#include "base/os/atomic_file.h"
#include "base/os/path.h"
#include "base/os/regular_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The magic of a checkpoint; its last character is the version. */
#define CHECKPOINT_MAGIC "Misere fit     5"

#define NOT_A_CHECKPOINT "not a checkpoint of misere-train, or damaged; remove it to begin anew"

typedef struct {
    char magic[sizeof CHECKPOINT_MAGIC - 1];
    uint64_t checksum; /* FNV-1a of the rest of the file */
} CheckpointHeader;

static uint64_t checksum_of(const TrainingState *state, const EpochErrors *errors) {
    uint64_t hash = hash_bytes(HASH_OFFSET_BASIS, state, sizeof *state);
    return hash_bytes(hash, errors, (size_t)state->epoch * sizeof *errors);
}

bool checkpoint_write(const char *path, const TrainingState *state, const EpochErrors *errors,
                      Error *error) {
    AtomicFile file;
    CheckpointHeader header = {.checksum = checksum_of(state, errors)};
    memcpy(header.magic, CHECKPOINT_MAGIC, sizeof header.magic);
    if (!atomic_file_open_sole_writer(&file, path, error))
        return false;
    fwrite(&header, sizeof header, 1, file.file);
    fwrite(state, sizeof *state, 1, file.file);
    fwrite(errors, sizeof *errors, (size_t)state->epoch, file.file);
    return atomic_file_commit(&file, error);
}

/* The first setting in which the two differ; NULL if there is none. */
static const char *difference(const TrainingSettings *a, const TrainingSettings *b) {
    if (a->data != b->data)
        return "other positions";
    if (a->seed != b->seed)
        return "another --seed";
    if (a->start != b->start)
        return "another --from";
    if (a->width != b->width)
        return "another --width";
    if (a->memory != b->memory)
        return "another --memory";
    if (a->lambda < b->lambda || a->lambda > b->lambda)
        return "another --lambda";
    if (a->rate < b->rate || a->rate > b->rate)
        return "another --rate";
    return a->epochs != b->epochs ? "another --epochs" : NULL;
}

static bool read_header(FILE *file, CheckpointHeader *header, Error *error) {
    enum { VERSION_AT = sizeof header->magic - 1 };
    if (fread(header, sizeof *header, 1, file) != 1 ||
        memcmp(header->magic, CHECKPOINT_MAGIC, VERSION_AT) != 0)
        return error_set(error, NOT_A_CHECKPOINT);
    return header->magic[VERSION_AT] == CHECKPOINT_MAGIC[VERSION_AT] ||
           error_set(error, "made by another version of misere-train; remove it to begin anew");
}

/* Reads the file, of `size` bytes, into `read`, which is not yet trusted. */
static bool read_state(FILE *file, size_t size, TrainingState *read, EpochErrors *errors,
                       Error *error) {
    CheckpointHeader header;
    if (!read_header(file, &header, error))
        return false;
    return (size >= sizeof header + sizeof *read && fread(read, sizeof *read, 1, file) == 1 &&
            read->epoch >= 0 && read->epoch <= read->settings.epochs &&
            read->settings.epochs <= EPOCHS_MAX &&
            size == sizeof header + sizeof *read + (size_t)read->epoch * sizeof *errors &&
            fread(errors, sizeof *errors, (size_t)read->epoch, file) == (size_t)read->epoch &&
            header.checksum == checksum_of(read, errors)) ||
           error_set(error, NOT_A_CHECKPOINT);
}

bool checkpoint_read(const char *path, TrainingState *state, EpochErrors *errors, Error *error) {
    size_t size;
    if (!path_exists(path))
        return true;
    FILE *file = regular_file_open(path, &size, error);
    if (!file)
        return error_wrap(error, "%s", path);
    TrainingState *read = aligned_alloc(_Alignof(TrainingState), sizeof *read);
    EpochErrors *read_errors = calloc(EPOCHS_MAX, sizeof *read_errors);
    const char *other = NULL;
    bool good = (read && read_errors) || error_set(error, "out of memory");
    good = good && read_state(file, size, read, read_errors, error);
    if (good && (!weights_are_finite(&read->weights) || !weights_are_finite(&read->first_moment) ||
                 !weights_are_finite(&read->second_moment) || !isfinite(read->error_sum)))
        good = error_set(error, "its weights are not all finite numbers; remove it to begin anew");
    if (good)
        other = difference(&read->settings, &state->settings);
    if (other)
        good = error_set(error,
                         "belongs to a training with %s; continue that with the same "
                         "command, or remove this file to begin anew",
                         other);
    if (good) {
        *state = *read;
        memcpy(errors, read_errors, (size_t)read->epoch * sizeof *errors);
    }
    free(read);
    free(read_errors);
    fclose(file);
    return good || error_wrap(error, "%s", path);
}
