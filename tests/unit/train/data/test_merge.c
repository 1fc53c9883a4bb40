/* Merging: means of the scores and results of each position, in one pass or in several. */
#include "unit/testing.h"

#include "train/data/merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SAMPLES = 300000, BOARDS = 50000 };

static char INPUT[] = "test_merge.in.tmp", OUTPUT[] = "test_merge.out.tmp";

/* One of BOARDS different positions, or its mirror image: two kings, and knights elsewhere. */
static Sample make_sample(int board, bool mirrored) {
    Position pos;
    Square flip = mirrored ? 7 : 0;
    position_clear(&pos, ruleset_find("losers"));
    position_put(&pos, 0 ^ flip, piece_make(WHITE, KING));
    position_put(&pos, 63 ^ flip, piece_make(BLACK, KING));
    for (int i = 0; i < 17; i++)
        position_put(&pos, (Square)(20 + i) ^ flip,
                     piece_make(board >> i & 1 ? BLACK : WHITE, KNIGHT));
    return sample_pack(&pos, 0, 0);
}

/* The sums over the samples of a board. */
typedef struct {
    int count, scores;
    int results, points;
    bool validation;
} BoardSums;

/* Writes random positions, with the board's number as the ply. Returns how many boards occur. */
static int write_input(BoardSums boards[BOARDS]) {
    SampleOrigin origin = {.ruleset = "losers", .games = 1};
    SampleFileHeader header = sample_file_header(SAMPLE_FILE_MAGIC, &origin, SAMPLES);
    FILE *file = fopen(INPUT, "wb");
    int distinct = 0;
    uint64_t rng = 5;
    memset(boards, 0, BOARDS * sizeof *boards);
    assert_int_equal(fwrite(&header, sizeof header, 1, file), 1);
    for (int i = 0; i < SAMPLES; i++) {
        int board = (int)(random_next(&rng) % BOARDS);
        BoardSums *sums = &boards[board];
        Sample sample = make_sample(board, random_next(&rng) % 2);
        sample.ply = (uint16_t)board;
        sample.score = (int16_t)(i % 1000 - 300);
        sample.points = random_next(&rng) % 3 * SAMPLE_DRAW & 15;
        sample.deviates = random_next(&rng) % 3 == 0;
        sample.validation = random_next(&rng) % 2;
        distinct += sums->count == 0;
        sums->validation = (sums->count++ == 0 || sums->validation) && sample.validation;
        sums->scores += sample.score;
        sums->results += !sample.deviates;
        sums->points += sample.deviates ? 0 : sample.points;
        assert_int_equal(fwrite(&sample, sizeof sample, 1, file), 1);
    }
    assert_int_equal(fclose(file), 0);
    return distinct;
}

static void merge(uint64_t memory, int passes, Dataset *merged) {
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
}

static void check_sums(const Sample *sample, BoardSums *sums) {
    assert_true(sums->count > 0);
    assert_true(abs(2 * (sample->score * sums->count - sums->scores)) <= sums->count);
    assert_int_equal(sample->deviates, sums->results == 0);
    assert_true(abs(2 * (sample->points * sums->results - sums->points)) <= sums->results);
    assert_int_equal(sample->validation, sums->validation);
    sums->count = 0; /* so that it may not come again */
}

static void check_merge(uint64_t memory, int passes) {
    static BoardSums boards[BOARDS];
    Dataset merged;
    Error error;
    int distinct = write_input(boards);
    merge(memory, passes, &merged);
    assert_int_equal(merged.count, distinct);
    Sample *samples = malloc(merged.count * sizeof *samples);
    assert_true(dataset_read(&merged, 0, samples, merged.count, &error));
    for (uint64_t i = 0; i < merged.count; i++)
        check_sums(&samples[i], &boards[samples[i].ply]);
    free(samples);
    dataset_close(&merged);
    remove(INPUT);
    remove(OUTPUT);
}

static void test_passes(void **state) {
    check_merge(1 << 26, 1);
    check_merge(1 << 22, 10);
}

/* A decisive score is kept, whatever the others say. */
static void test_proven(void **state) {
    char *inputs[] = {INPUT, NULL}, *outputs[] = {OUTPUT, NULL};
    SampleOrigin origin = {.ruleset = "losers", .games = 1};
    SampleFileHeader header = sample_file_header(SAMPLE_FILE_MAGIC, &origin, 3);
    FILE *file = fopen(INPUT, "wb");
    Dataset dataset;
    MergeCounts counts;
    Error error;
    Sample sample;
    assert_int_equal(fwrite(&header, sizeof header, 1, file), 1);
    for (int i = 0; i < 3; i++) {
        sample = make_sample(9, false);
        sample.score = (int16_t)(i == 1 ? score_mate_in(9) : -400);
        assert_int_equal(fwrite(&sample, sizeof sample, 1, file), 1);
    }
    assert_int_equal(fclose(file), 0);
    assert_true(dataset_open(&dataset, inputs, &error));
    assert_true(merge_samples(&dataset, OUTPUT, 1 << 20, &counts, &error));
    dataset_close(&dataset);
    assert_true(dataset_open(&dataset, outputs, &error));
    assert_int_equal(dataset.count, 1);
    assert_true(dataset_read(&dataset, 0, &sample, 1, &error));
    assert_int_equal(sample.score, score_mate_in(9));
    dataset_close(&dataset);
    remove(INPUT);
    remove(OUTPUT);
}

static void write_origin(const char *path, const SampleOrigin *origin, int board) {
    SampleFileHeader header = sample_file_header(SAMPLE_FILE_MAGIC, origin, 1);
    Sample sample = make_sample(board, false);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(&header, sizeof header, 1, file), 1);
    assert_int_equal(fwrite(&sample, sizeof sample, 1, file), 1);
    assert_int_equal(fclose(file), 0);
}

/* Of the two origins the merged file keeps what is the same in both. */
static void check_origin(const SampleOrigin *other, const SampleOrigin *expected) {
    static const SampleOrigin FIRST = {"losers", 1, 2, 3, 4, 5};
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
    check_origin(&(SampleOrigin){"losers", 5, 2, 3, 4, 5},
                 &(SampleOrigin){"losers", 6, 2, 3, 4, 5});
    check_origin(&(SampleOrigin){"losers", 5, 9, 9, 9, 9},
                 &(SampleOrigin){"losers", 6, 0, 0, 0, 0});
    check_origin(&(SampleOrigin){"suicide", 1, 2, 3, 4, 5}, &(SampleOrigin){"", 2, 2, 3, 4, 5});
}

/* If a file changes after it was opened, an older result is kept. */
static void test_positions_are_lost(void **state) {
    static const SampleOrigin ORIGIN = {"losers", .games = 1};
    char *inputs[] = {INPUT, NULL};
    Dataset dataset;
    static BoardSums boards[BOARDS];
    MergeCounts counts;
    Error error;
    write_input(boards);
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
        cmocka_unit_test(test_proven),
        cmocka_unit_test(test_origins),
        cmocka_unit_test(test_positions_are_lost),
    };
    return test_run("merge", tests);
}
