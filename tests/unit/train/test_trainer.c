/* Training on made-up samples: the errors are those that the method gives. */
#include "unit/testing.h"

#include "rules/movegen.h"
#include "rules/outcome.h"
#include "train/checkpoint.h"
#include "train/trainer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SAMPLES = 6000, EPOCHS = 3 };

static char DATA[] = "test_trainer.tmp", NETWORK[] = "test_trainer.net",
            PLOT[] = "test_trainer.net.svg", MESSAGES[] = "test_trainer.txt";

/* The player's material, compared with the opponent's, in pieces. */
static int balance(const Position *pos) {
    return popcount(pos->by_colour[pos->player]) - popcount(pos->by_colour[other(pos->player)]);
}

/* Positions of random games. The player with fewer pieces has the better score, and wins. */
static void write_samples(void) {
    SampleOrigin origin = {.ruleset = "losers", .games = 1};
    SampleFileHeader header = sample_file_header(SAMPLE_FILE_MAGIC, &origin, SAMPLES);
    uint64_t random = 1;
    Position pos, after;
    MoveList list;
    FILE *file = fopen(DATA, "wb");
    assert_int_equal(fwrite(&header, sizeof header, 1, file), 1);
    for (int count = 0, ply = 0; count < SAMPLES; ply++) {
        if (ply == 0)
            position_start(&pos, ruleset_find("losers"));
        if (outcome_is_over(outcome_find(&pos, &list)) || ply == 80) {
            ply = -1;
            continue;
        }
        if (movelist_is_quiet(&pos, &list)) {
            Sample sample = sample_pack(&pos, -50 * balance(&pos), ply);
            sample.points = balance(&pos) < 0 ? 2 : balance(&pos) > 0 ? 0 : 1;
            assert_int_equal(fwrite(&sample, sizeof sample, 1, file), 1);
            count++;
        }
        position_apply(&after, &pos, list.moves[random_next(&random) % (uint64_t)list.count]);
        pos = after;
    }
    assert_int_equal(fclose(file), 0);
}

/* Trains, and reads the errors of each epoch from standard error. */
static void train(int threads, EpochErrors errors[EPOCHS]) {
    static char *paths[] = {DATA, NULL};
    TrainingConfig config = {.out = NETWORK,
                             .epochs = EPOCHS,
                             .lambda = 0.3,
                             .seed = 5,
                             .memory = 1 << 20,
                             .threads = threads};
    Dataset dataset;
    Error error;
    bool interrupted;
    int before = dup(STDERR_FILENO);
    if (!dataset_open(&dataset, paths, &error))
        fail_msg("%s", error.text);
    assert_non_null(freopen(MESSAGES, "w", stderr));
    bool is_trained = train_network(&config, &dataset, &interrupted, &error);
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    dataset_close(&dataset);
    assert_true(is_trained && !interrupted);
    FILE *file = fopen(MESSAGES, "r");
    for (int i = 0; i < EPOCHS; i++) {
        int number;
        assert_int_equal(fscanf(file,
                                " epoch %d of 3: training error %lf, validation error %lf (against "
                                "results alone %lf)",
                                &number, &errors[i].training, &errors[i].validation,
                                &errors[i].results),
                         4);
        assert_int_equal(number, i + 1);
    }
    fclose(file);
    remove(MESSAGES);
    assert_int_equal(remove(NETWORK), 0);
    assert_int_equal(remove(PLOT), 0);
}

static void assert_near(double actual, double expected) {
    if (fabs(actual - expected) > 0.00003)
        fail_msg("%.5f is not %.5f", actual, expected);
}

/* The order in which the threads' gradients are added changes only the last digits. */
static void test_errors(void **state) {
    (void)state;
    static const EpochErrors EXPECTED[EPOCHS] = {
        {0.04405, 0.03903, 0.17068}, {0.03380, 0.03400, 0.16245}, {0.02981, 0.03313, 0.16090}};
    EpochErrors errors[EPOCHS];
    write_samples();
    for (int threads = 1; threads <= 3; threads += 2) {
        train(threads, errors);
        for (int i = 0; i < EPOCHS; i++) {
            assert_near(errors[i].training, EXPECTED[i].training);
            assert_near(errors[i].validation, EXPECTED[i].validation);
            assert_near(errors[i].results, EXPECTED[i].results);
        }
    }
    remove(DATA);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_errors)};
    return test_run("trainer", tests);
}
