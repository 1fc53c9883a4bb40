/* Files of training positions. Input: a byte, and the file. Bits of the byte: the file gets a good
 * header; it is read twice, as two files; the files are merged.
 *
 * A file that is accepted has the header that its samples and origin give, and its samples are what
 * packing their positions gives; a merged file is a good one without duplicates, and merging it
 * changes nothing. A refusal names the file, unless no file has positions. */
#include "fuzz/support/file.h"
#include "fuzz/support/fuzz.h"

#include "eval/evaluate.h"
#include "train/data/merge.h"

#include <unistd.h>

enum { CHOICE_GOOD = 1, CHOICE_TWICE = 2, CHOICE_MERGE = 4, MEMORY = 1 << 20 };

static void make_good(char *bytes, size_t size) {
    SampleFileHeader header;
    if (size < sizeof header)
        return;
    memcpy(&header, bytes, sizeof header);
    header = sample_file_header(SAMPLE_FILE_MAGIC, &header.origin,
                                (size - sizeof header) / sizeof(Sample));
    memcpy(bytes, &header, sizeof header);
}

static void check_sample(const Sample *sample) {
    Position pos;
    Accumulator accumulator = {0};
    sample_unpack(sample, &pos);
    Sample again = sample_pack(&pos, sample->score, sample->ply);
    again.points = sample->points;
    again.deviates = sample->deviates;
    again.validation = sample->validation;
    FUZZ_CHECK(memcmp(&again, sample, sizeof again) == 0, "packed again, a sample differs");
    Score score = evaluate(evaluate_builtin_network(pos.rules->family), &accumulator, &pos);
    FUZZ_CHECK(score >= -SCORE_EVAL_MAX && score <= SCORE_EVAL_MAX, "score %d", score);
}

static void check_samples(Dataset *dataset) {
    Error error;
    for (uint64_t i = 0; i < dataset->count; i++) {
        Sample sample;
        FUZZ_CHECK(dataset_read(dataset, i, &sample, 1, &error), "%s", error.text);
        FUZZ_CHECK(ruleset_at(sample.ruleset)->family == dataset->family, "another family");
        check_sample(&sample);
    }
}

/* Merges the dataset into a file and returns its content, which the caller frees. */
static char *merge(Dataset *dataset, const char *path, MergeCounts *counts, size_t *size) {
    Error error;
    FUZZ_CHECK(merge_samples(dataset, path, MEMORY, counts, &error), "%s", error.text);
    FUZZ_CHECK(counts->read == dataset->count && counts->written >= 1 &&
                   counts->written <= counts->read,
               "the counts are wrong");
    char *bytes = fuzz_read_file(path, size);
    FUZZ_CHECK(bytes, "no merged file");
    return bytes;
}

static void check_merging(Dataset *dataset, bool is_twice) {
    char path[FUZZ_PATH_SIZE], *paths[] = {path, NULL};
    size_t size, size_again;
    MergeCounts counts, again;
    Dataset merged;
    Error error;
    fuzz_path(path, ".merged");
    char *bytes = merge(dataset, path, &counts, &size);
    FUZZ_CHECK(!is_twice || 2 * counts.written <= counts.read, "duplicates were kept");
    FUZZ_CHECK(dataset_open(&merged, paths, &error), "%s", error.text);
    FUZZ_CHECK(merged.count == counts.written, "the number of positions is wrong");
    check_samples(&merged);
    char *bytes_again = merge(&merged, path, &again, &size_again);
    FUZZ_CHECK(again.written == counts.written && size_again == size &&
                   memcmp(bytes, bytes_again, size) == 0,
               "merging a merged file changes it");
    dataset_close(&merged);
    unlink(path);
    free(bytes);
    free(bytes_again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput input = {data, size};
    uint8_t choice = fuzz_byte(&input);
    char *bytes = fuzz_rest(&input, &size), path[FUZZ_PATH_SIZE];
    char *paths[] = {path, choice & CHOICE_TWICE ? path : NULL, NULL};
    Dataset dataset;
    Error error;
    if (choice & CHOICE_GOOD)
        make_good(bytes, size);
    snprintf(path, sizeof path, "%s", fuzz_file(bytes, size));
    if (dataset_open(&dataset, paths, &error)) {
        const SampleFileHeader *header = &dataset.files[0].header;
        SampleFileHeader again =
            sample_file_header(SAMPLE_FILE_MAGIC, &header->origin, header->count);
        FUZZ_CHECK(memcmp(&again, bytes, sizeof again) == 0, "made again, the header differs");
        check_samples(&dataset);
        if (choice & CHOICE_MERGE)
            check_merging(&dataset, choice & CHOICE_TWICE);
        dataset_close(&dataset);
    } else {
        bool is_empty = strcmp(error.text, "the files hold no positions") == 0;
        fuzz_check_error(&error, is_empty ? "" : path);
        FUZZ_CHECK(!is_empty || size == sizeof(SampleFileHeader), "there are positions");
    }
    free(bytes);
    return 0;
}
