/* Merging in several passes gives the same file as in one, with the first of each position. */
#include "unit/testing.h"

#include "train/data/merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SAMPLES = 300000, BOARDS = 100000 };

static char INPUT[] = "test_merge.in.tmp", OUTPUT[] = "test_merge.out.tmp";

/* One of BOARDS different positions: two kings, and knights elsewhere. */
static Sample make_sample(int board) {
    Position pos;
    position_clear(&pos, ruleset_find("losers"));
    position_put(&pos, 0, piece_make(WHITE, KING));
    position_put(&pos, 63, piece_make(BLACK, KING));
    for (int bit = 0; bit < 17; bit++)
        position_put(&pos, (Square)(20 + bit),
                     piece_make(board >> bit & 1 ? BLACK : WHITE, KNIGHT));
    return sample_pack(&pos, 0, 0);
}

/* Writes random positions, each with the number of its first occurrence as its ply and score. */
static int write_input(void) {
    static bool seen[BOARDS];
    SampleOrigin origin = {.ruleset = "losers", .games = 1};
    SampleFileHeader header = sample_file_header(SAMPLE_FILE_MAGIC, &origin, SAMPLES);
    FILE *file = fopen(INPUT, "wb");
    int distinct = 0;
    uint64_t rng = 5;
    assert_int_equal(fwrite(&header, sizeof header, 1, file), 1);
    for (int i = 0; i < SAMPLES; i++) {
        int board = (int)(random_next(&rng) % BOARDS);
        Sample sample = make_sample(board);
        sample.score = (int16_t)(i % 1000);
        sample.ply = seen[board] ? 1 : 0;
        distinct += !seen[board];
        seen[board] = true;
        assert_int_equal(fwrite(&sample, sizeof sample, 1, file), 1);
    }
    assert_int_equal(fclose(file), 0);
    return distinct;
}

static uint64_t merge(uint64_t memory, int passes, Dataset *merged) {
    static char *inputs[] = {INPUT, NULL}, *outputs[] = {OUTPUT, NULL};
    Dataset dataset;
    MergeCounts counts;
    Error error;
    assert_true(dataset_open(&dataset, inputs, &error));
    assert_true(merge_samples(&dataset, OUTPUT, memory, &counts, &error));
    assert_int_equal(counts.passes, passes);
    assert_int_equal(counts.read, SAMPLES);
    dataset_close(&dataset);
    assert_true(dataset_open(merged, outputs, &error));
    assert_int_equal(counts.written, merged->count);
    return merged->fingerprint;
}

static void test_passes(void **state) {
    (void)state;
    Dataset merged;
    Error error;
    int distinct = write_input();
    uint64_t fingerprint = merge(1 << 24, 1, &merged);
    assert_int_equal(merged.count, distinct);
    Sample *samples = malloc(merged.count * sizeof *samples);
    assert_true(dataset_read(&merged, 0, samples, merged.count, &error));
    for (uint64_t i = 0; i < merged.count; i++)
        assert_int_equal(samples[i].ply, 0);
    for (int i = 0; i < 10; i++) /* the first samples are no duplicates */
        assert_int_equal(samples[i].score, i);
    free(samples);
    dataset_close(&merged);
    assert_true(merge(1 << 20, 5, &merged) == fingerprint);
    dataset_close(&merged);
    remove(INPUT);
    remove(OUTPUT);
}

static void write_origin(const char *path, const SampleOrigin *origin, int board) {
    SampleFileHeader header = sample_file_header(SAMPLE_FILE_MAGIC, origin, 1);
    Sample sample = make_sample(board);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(&header, sizeof header, 1, file), 1);
    assert_int_equal(fwrite(&sample, sizeof sample, 1, file), 1);
    assert_int_equal(fclose(file), 0);
}

/* Of the two origins the merged file keeps what is the same in both. */
static void check_origin(const SampleOrigin *other, const SampleOrigin *expected) {
    static const SampleOrigin FIRST = {"losers", .games = 1, .nodes = 2, .seed = 3, .network = 4};
    char *inputs[] = {INPUT, OUTPUT, NULL}, *outputs[] = {OUTPUT, NULL};
    Dataset dataset;
    MergeCounts counts;
    Error error;
    write_origin(INPUT, &FIRST, 1);
    write_origin(OUTPUT, other, 2);
    assert_true(dataset_open(&dataset, inputs, &error));
    assert_true(merge_samples(&dataset, OUTPUT, 1 << 20, &counts, &error));
    dataset_close(&dataset);
    assert_true(dataset_open(&dataset, outputs, &error));
    assert_int_equal(dataset.count, 2);
    assert_memory_equal(&dataset.files[0].header.origin, expected, sizeof *expected);
    dataset_close(&dataset);
    remove(INPUT);
    remove(OUTPUT);
}

static void test_origins(void **state) {
    (void)state;
    check_origin(&(SampleOrigin){"losers", 5, 2, 3, 4}, &(SampleOrigin){"losers", 6, 2, 3, 4});
    check_origin(&(SampleOrigin){"losers", 5, 9, 9, 9}, &(SampleOrigin){"losers", 6, 0, 0, 0});
    check_origin(&(SampleOrigin){"suicide", 1, 2, 3, 4}, &(SampleOrigin){"", 2, 2, 3, 4});
}

/* If a file changes after it was opened, an older result is kept. */
static void test_positions_are_lost(void **state) {
    (void)state;
    static const SampleOrigin ORIGIN = {"losers", .games = 1};
    char *inputs[] = {INPUT, NULL};
    Dataset dataset;
    MergeCounts counts;
    Error error;
    write_input();
    write_origin(OUTPUT, &ORIGIN, 2);
    assert_true(dataset_open(&dataset, inputs, &error));
    assert_int_equal(truncate(INPUT, sizeof(SampleFileHeader)), 0);
    assert_false(merge_samples(&dataset, OUTPUT, 1 << 20, &counts, &error));
    assert_string_equal(error.text, "test_merge.in.tmp: positions 1 to 4096 cannot be read");
    dataset_close(&dataset);
    assert_true(dataset_open(&dataset, (char *[]){OUTPUT, NULL}, &error));
    assert_int_equal(dataset.count, 1);
    dataset_close(&dataset);
    remove(INPUT);
    remove(OUTPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_passes),
        cmocka_unit_test(test_origins),
        cmocka_unit_test(test_positions_are_lost),
    };
    return test_run("merge", tests);
}
