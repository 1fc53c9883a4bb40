/* After calibration the scores match the results, for each number of pieces. */
#include "unit/testing.h"

#include "train/calibrate.h"
#include "train/wdl_model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MANY = 60000, FEW = WDL_SAMPLES_MIN - 2 };

static char SAMPLES[] = "test_calibrate.tmp";

/* A position with two kings; its other pieces are knights. */
static Position make_position(int pieces) {
    Position pos;
    position_clear(&pos, ruleset_find("losers"));
    position_put(&pos, 0, piece_make(WHITE, KING));
    position_put(&pos, 63, piece_make(BLACK, KING));
    for (int i = 2; i < pieces; i++)
        position_put(&pos, (Square)(8 + i), piece_make(WHITE, KNIGHT));
    return pos;
}

/* Writes positions with random scores from -400 to 400. Each is won with the probability that its
 * score means at this scale, and lost otherwise. */
static void write_games(FILE *file, int pieces, int count, double scale, uint64_t *rng) {
    Position pos = make_position(pieces);
    for (int i = 0; i < count; i++) {
        Score score = (Score)(random_next(rng) % 801) - 400;
        Sample sample = sample_pack(&pos, score, i);
        double uniform = (double)(random_next(rng) >> 11) * 0x1p-53;
        sample.points = uniform < 1 / (1 + exp(-score / scale)) ? SAMPLE_WIN : 0;
        assert_int_equal(fwrite(&sample, sizeof sample, 1, file), 1);
    }
}

static void write_sample(FILE *file, int pieces, Score score) {
    Position pos = make_position(pieces);
    Sample sample = sample_pack(&pos, score, 0);
    assert_int_equal(fwrite(&sample, sizeof sample, 1, file), 1);
}

/* The scores are too small with 6 pieces and too large with 14. With 22 pieces there are too few
 * samples to calibrate. The last three samples are exceptions: calibration leaves their scores as
 * they are. */
static void write_input(void) {
    SampleOrigin origin = {.ruleset = "losers", .games = 1};
    SampleFileHeader header = sample_file_header(SAMPLE_FILE_MAGIC, &origin, 2 * MANY + FEW + 3);
    FILE *file = fopen(SAMPLES, "wb");
    uint64_t rng = 3;
    assert_int_equal(fwrite(&header, sizeof header, 1, file), 1);
    write_games(file, 6, MANY, 90, &rng);
    write_games(file, 14, MANY, 350, &rng);
    write_games(file, 22, FEW, 350, &rng);
    write_sample(file, 6, score_mate_in(9));
    write_sample(file, 6, -SCORE_EVAL_MAX);
    write_sample(file, 22, 123);
    assert_int_equal(fclose(file), 0);
}

static void calibrate(ScoreScale found[NETWORK_PIECE_BUCKETS]) {
    char *paths[] = {SAMPLES, NULL};
    Dataset dataset;
    Error error;
    assert_true(dataset_open(&dataset, paths, &error));
    assert_true(calibrate_samples(&dataset, SAMPLES, found, &error));
    dataset_close(&dataset);
}

static void check_special_scores(void) {
    char *paths[] = {SAMPLES, NULL};
    Dataset dataset;
    Sample last[3];
    Error error;
    assert_true(dataset_open(&dataset, paths, &error));
    assert_int_equal(dataset.count, 2 * MANY + FEW + 3);
    assert_true(dataset_read(&dataset, 2 * MANY + FEW, last, 3, &error));
    dataset_close(&dataset);
    assert_int_equal(last[0].score, score_mate_in(9));
    assert_int_equal(last[1].score, -SCORE_EVAL_MAX);
    assert_int_equal(last[2].score, 123);
}

static void check_scale(ScoreScale found, double expected) {
    assert_in_range(found.results, MANY, MANY + 1);
    assert_true(fabs(found.scale / expected - 1) < 0.03);
}

static void test_scales(void **state) {
    ScoreScale found[NETWORK_PIECE_BUCKETS];
    write_input();
    calibrate(found);
    check_scale(found[1], 90);
    check_scale(found[3], 350);
    assert_int_equal(found[5].results, FEW + 1);
    check_special_scores();
    calibrate(found);
    check_scale(found[1], NETWORK_CENTIPAWN_SCALE);
    check_scale(found[3], NETWORK_CENTIPAWN_SCALE);
    assert_int_equal(found[0].results, 0);
    assert_true(found[0].scale == 0);
    remove(SAMPLES);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_scales)};
    return test_run("calibrate", tests);
}
