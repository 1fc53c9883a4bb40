#include "train/calibrate.h"

#include "base/minmax.h"
#include "base/os/atomic_file.h"
#include "cli/progress.h"
#include "train/wdl_model.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { BLOCK = 4096, READS = 2 };

typedef struct {
    Dataset *dataset;
    WdlCounts *counts; /* for each piece bucket */
    ScoreScale *found; /* for each piece bucket */
    AtomicFile out;
    int reads; /* how often the dataset has been read */
    Progress progress;
} Calibrator;

static int bucket_of(const Sample *sample) {
    return network_piece_bucket(sample->occupied);
}

static void count_samples(Calibrator *calibrator, const Sample *samples, size_t count) {
    for (size_t i = 0; i < count; i++)
        wdl_counts_add(&calibrator->counts[bucket_of(&samples[i])], &samples[i], 1);
}

/* atomic_file_commit reports errors. */
static void write_samples(Calibrator *calibrator, const Sample *samples, size_t count) {
    for (size_t i = 0; i < count; i++) {
        Sample sample = samples[i];
        double scale = calibrator->found[bucket_of(&sample)].scale;
        if (scale > 0 && !score_is_decisive(sample.score)) {
            int64_t score = llrint(sample.score * NETWORK_CENTIPAWN_SCALE / scale);
            sample.score = (int16_t)max64(min64(score, SCORE_EVAL_MAX), -SCORE_EVAL_MAX);
        }
        fwrite(&sample, sizeof sample, 1, calibrator->out.file);
    }
}

typedef void SampleVisit(Calibrator *calibrator, const Sample *samples, size_t count);

static bool visit_all(Calibrator *calibrator, SampleVisit *visit, Error *error) {
    Sample samples[BLOCK];
    uint64_t all = calibrator->dataset->count;
    for (uint64_t first = 0; first < all; first += BLOCK) {
        size_t count = all - first < BLOCK ? (size_t)(all - first) : BLOCK;
        if (!dataset_read(calibrator->dataset, first, samples, count, error))
            return false;
        visit(calibrator, samples, count);
        if (progress_is_due(&calibrator->progress))
            progress_show(&calibrator->progress,
                          (calibrator->reads + (double)first / (double)all) / READS,
                          "reading %d of %d, %" PRIu64 " of %" PRIu64 " positions",
                          calibrator->reads + 1, READS, first, all);
    }
    calibrator->reads++;
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
    if (visit_all(calibrator, write_samples, error))
        return atomic_file_commit(&calibrator->out, error);
    atomic_file_discard(&calibrator->out);
    return false;
}

bool calibrate_samples(Dataset *dataset, const char *path, ScoreScale found[NETWORK_PIECE_BUCKETS],
                       Error *error) {
    Calibrator calibrator = {.dataset = dataset, .found = found};
    calibrator.counts = calloc(NETWORK_PIECE_BUCKETS, sizeof *calibrator.counts);
    if (!calibrator.counts)
        return error_set(error, "out of memory");
    progress_start(&calibrator.progress);
    bool good = visit_all(&calibrator, count_samples, error);
    if (good) {
        find_scales(&calibrator);
        good = write_file(&calibrator, path, error);
    }
    progress_clear(&calibrator.progress);
    free(calibrator.counts);
    return good;
}
