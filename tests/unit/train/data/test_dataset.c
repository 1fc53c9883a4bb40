/* Files of samples as one sequence. */
#include "unit/testing.h"

#include "train/data/dataset.h"

#include <stdio.h>

static char FIRST[] = "test_dataset.1.tmp", SECOND[] = "test_dataset.2.tmp";

static void write_file(const char *path, const Sample *samples, uint64_t count) {
    SampleOrigin origin = {.ruleset = "losers", .games = 1};
    SampleFileHeader header = sample_file_header(SAMPLE_FILE_MAGIC, &origin, count);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(&header, sizeof header, 1, file), 1);
    assert_int_equal(fwrite(samples, sizeof *samples, count, file), count);
    assert_int_equal(fclose(file), 0);
}

/* Samples that differ in their scores: `first`, `first` + 1, ... */
static void make_samples(Sample *samples, int count, int first) {
    Position start;
    position_start(&start, ruleset_find("losers"));
    for (int i = 0; i < count; i++)
        samples[i] = sample_pack(&start, (Score)(first + i), 0);
}

static void test_dataset(void **state) {
    char *paths[] = {FIRST, SECOND, FIRST, NULL};
    Sample samples[10];
    Dataset dataset, reversed;
    Error error;
    make_samples(samples, 10, 0);
    write_file(FIRST, samples, 3);
    write_file(SECOND, samples + 3, 5);
    assert_true(dataset_open(&dataset, paths, &error));
    assert_int_equal(dataset.count, 11);
    assert_true(dataset_read(&dataset, 2, samples, 7, &error));
    for (int i = 0; i < 6; i++)
        assert_int_equal(samples[i].score, 2 + i);
    assert_int_equal(samples[6].score, 0);
    char *others[] = {SECOND, FIRST, FIRST, NULL};
    assert_true(dataset_open(&reversed, others, &error));
    assert_true(reversed.fingerprint != dataset.fingerprint);
    dataset_close(&dataset);
    dataset_close(&reversed);
    samples[1].points = SAMPLE_WIN + 1;
    write_file(SECOND, samples, 5);
    assert_false(dataset_open(&dataset, paths, &error));
    assert_string_equal(error.text, "test_dataset.2.tmp: position 2 is not valid");
    write_file(FIRST, samples, 0);
    assert_false(dataset_open(&dataset, (char *[]){FIRST, NULL}, &error));
    assert_string_equal(error.text, "the files hold no positions");
    remove(FIRST);
    remove(SECOND);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_dataset)};
    return test_run("dataset", tests);
}
