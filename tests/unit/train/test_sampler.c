/* The sampler on a dataset that does not fit in its memory. */
#include "unit/testing.h"

#include "train/sampler.h"

#include <stdio.h>
#include <string.h>

enum { SAMPLES = 100123, MEMORY = 1 << 20, CHUNK = MEMORY / sizeof(Sample), EVERY = 7 };

static char INPUT[] = "test_sampler.tmp";

/* A sample's number, which is stored in its score and its ply. */
static int number_of(const Sample *sample) {
    return sample->score * 1000 + sample->ply;
}

/* Opens a file of `count` samples, of which every `every`-th one belongs to the validation set. */
static void open_dataset(Dataset *dataset, int count, int every) {
    static char *paths[] = {INPUT, NULL};
    SampleOrigin origin = {.ruleset = "losers", .games = 1};
    SampleFileHeader header = sample_file_header(SAMPLE_FILE_MAGIC, &origin, (uint64_t)count);
    FILE *file = fopen(INPUT, "wb");
    Position start;
    Error error;
    position_start(&start, ruleset_find("losers"));
    assert_int_equal(fwrite(&header, sizeof header, 1, file), 1);
    for (int i = 0; i < count; i++) {
        Sample sample = sample_pack(&start, i / 1000, i % 1000);
        sample.validation = i % every == 0;
        assert_int_equal(fwrite(&sample, sizeof sample, 1, file), 1);
    }
    assert_int_equal(fclose(file), 0);
    assert_true(dataset_open(dataset, paths, &error));
}

/* Counts how often each sample is visited in an epoch. Returns a hash of the order. */
static uint64_t run_epoch(Sampler *sampler, int epoch, int *visits) {
    uint64_t hash = 0;
    int mirrored = 0, count = 0;
    Error error;
    sampler_begin_epoch(sampler, epoch);
    for (size_t chunk = 0; chunk < sampler->chunk_count; chunk++) {
        assert_true(sampler_load_chunk(sampler, chunk, &error));
        assert_true(sampler->count <= CHUNK);
        for (size_t i = 0; i < sampler->count; i++, count++) {
            int number = number_of(&sampler->samples[i]);
            visits[number]++;
            mirrored += sampler_mirrors(sampler, i);
            hash = random_seed(hash, (uint64_t)number * 2 + sampler_mirrors(sampler, i));
        }
    }
    assert_int_equal(count, sampler->training_count);
    assert_true(mirrored > count * 0.48 && mirrored < count * 0.52);
    return hash;
}

static void test_epochs(void **state) {
    static int visits[SAMPLES];
    Dataset dataset;
    Sampler sampler, again;
    Error error;
    open_dataset(&dataset, SAMPLES, EVERY);
    assert_true(sampler_init(&sampler, &dataset, 1, MEMORY, &error));
    assert_true(sampler_init(&again, &dataset, 1, MEMORY, &error));
    assert_int_equal(sampler.chunk_count, 4);
    uint64_t first = run_epoch(&sampler, 0, visits);
    assert_true(run_epoch(&sampler, 1, visits) != first);
    /* The second epoch is the same although no first one came before it. */
    assert_true(run_epoch(&again, 1, visits) != first);
    assert_true(run_epoch(&again, 0, visits) == first);
    for (int i = 0; i < SAMPLES; i++)
        assert_int_equal(visits[i], i % EVERY == 0 ? 0 : 4);
    for (uint64_t block = 0;;) {
        assert_true(sampler_load_validation(&sampler, &block, &error));
        if (sampler.count == 0)
            break;
        for (size_t i = 0; i < sampler.count; i++)
            visits[number_of(&sampler.samples[i])] += 4;
    }
    for (int i = 0; i < SAMPLES; i++)
        assert_int_equal(visits[i], 4);
    sampler_free(&sampler);
    sampler_free(&again);
    dataset_close(&dataset);
    remove(INPUT);
}

/* Both sets must have samples. */
static void test_least_samples(void **state) {
    Dataset dataset;
    Sampler sampler;
    Error error;
    open_dataset(&dataset, 1, 1);
    assert_false(sampler_init(&sampler, &dataset, 1, MEMORY, &error));
    assert_string_equal(error.text, "1 positions are too few to train a network: 1 are of games of "
                                    "the validation set");
    dataset_close(&dataset);
    open_dataset(&dataset, 2, 2);
    assert_true(sampler_init(&sampler, &dataset, 1, MEMORY, &error));
    assert_int_equal(sampler.training_count, 1);
    sampler_free(&sampler);
    dataset_close(&dataset);
    remove(INPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_epochs),
                                       cmocka_unit_test(test_least_samples)};
    return test_run("sampler", tests);
}
