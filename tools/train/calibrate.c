#include "train/calibrate.h"

#include "base/minmax.h"
#include "base/os/atomic_file.h"
#include "train/wdl_model.h"

#include <math.h>
#include <stdlib.h>

typedef struct {
    Dataset *dataset;
    WdlCounts *counts; /* for each piece bucket */
    ScoreScale *found; /* for each piece bucket */
    DatasetReads reads;
    AtomicFile out;
} Calibrator;

static int bucket_of(const Sample *sample) {
    return network_piece_bucket(sample->occupied);
}

static bool count_samples(void *context, const DatasetBlock *block) {
    Calibrator *calibrator = context;
    for (size_t i = 0; i < block->count; i++)
        wdl_counts_add(&calibrator->counts[bucket_of(&block->samples[i])], &block->samples[i], 1);
    return true;
}

/* Errors of writing are reported by atomic_file_commit. */
static bool write_samples(void *context, const DatasetBlock *block) {
    Calibrator *calibrator = context;
    for (size_t i = 0; i < block->count; i++) {
        Sample sample = block->samples[i];
        double scale = calibrator->found[bucket_of(&sample)].scale;
        if (scale > 0 && !score_is_decisive(sample.score)) {
            int64_t score = llrint(sample.score * NETWORK_CENTIPAWN_SCALE / scale);
            sample.score = (int16_t)max64(min64(score, SCORE_EVAL_MAX), -SCORE_EVAL_MAX);
        }
        fwrite(&sample, sizeof sample, 1, calibrator->out.file);
    }
    return true;
}

static void find_scales(Calibrator *calibrator) {
    for (int i = 0; i < NETWORK_PIECE_BUCKETS; i++) {
        const WdlCounts *counts = &calibrator->counts[i];
        uint64_t results = wdl_counts_total(counts);
        calibrator->found[i] =
            (ScoreScale){results, results < WDL_SAMPLES_MIN ? 0 : wdl_scale_fit(counts)};
    }
}

static bool write_file(Calibrator *calibrator, const char *path, Error *error) {
    if (!atomic_file_open_sole_writer(&calibrator->out, path, error))
        return false;
    SampleOrigin origin = dataset_origin(calibrator->dataset);
    sample_file_write_header(calibrator->out.file, &origin, calibrator->dataset->count);
    if (dataset_visit(calibrator->dataset, &calibrator->reads, write_samples, calibrator, error))
        return atomic_file_commit(&calibrator->out, error);
    atomic_file_discard(&calibrator->out);
    return false;
}

bool calibrate_samples(Dataset *dataset, const char *path, ScoreScale found[NETWORK_PIECE_BUCKETS],
                       Error *error) {
    Calibrator calibrator = {.dataset = dataset, .found = found, .reads.all = 2};
    calibrator.counts = calloc(NETWORK_PIECE_BUCKETS, sizeof *calibrator.counts);
    if (!calibrator.counts)
        return error_set(error, "out of memory");
    progress_start(&calibrator.reads.progress);
    bool good = dataset_visit(dataset, &calibrator.reads, count_samples, &calibrator, error);
    if (good) {
        find_scales(&calibrator);
        good = write_file(&calibrator, path, error);
    }
    progress_clear(&calibrator.reads.progress);
    free(calibrator.counts);
    return good;
}
