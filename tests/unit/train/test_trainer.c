/* Training on positions of random games: its errors, and runs that are interrupted or cannot go on.
 */
#include "unit/errors.h"
#include "unit/positions.h"
#include "unit/temporary_folder.h"

#include "base/os/signals.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "train/checkpoint.h"
#include "train/trainer.h"

#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    BLOCKS = 14, /* two of them are for validation */
    SAMPLES = BLOCKS * 512,
    EPOCHS = 3
};

static struct {
    SampleFileHeader header;
    Sample samples[SAMPLES];
} content;

static char samples_path[] = "samples";
static const char out[] = "out", checkpoint[] = "out.checkpoint", messages[] = "out.messages";
static Dataset dataset;

/* The player's material, compared with the opponent's, in pieces. */
static int balance(const Position *pos) {
    return popcount(pos->by_colour[pos->player]) - popcount(pos->by_colour[other(pos->player)]);
}

/* Positions of random games. The player with fewer pieces has the better score, and wins. */
static void make_samples(void) {
    uint64_t random = 1;
    Position pos;
    MoveList list;
    for (int count = 0, ply = 0; count < SAMPLES; ply++) {
        if (ply == 0)
            position_start(&pos, ruleset_find("losers"));
        if (outcome_is_over(outcome_find(&pos, &list)) || ply == 80) {
            ply = -1;
            continue;
        }
        if (movelist_is_quiet(&pos, &list)) {
            Sample sample = sample_pack(&pos, -50 * balance(&pos), ply);
            sample.points = balance(&pos) < 0 ? SAMPLE_WIN : balance(&pos) > 0 ? 0 : SAMPLE_DRAW;
            sample.validation = count % 10 == 0;
            content.samples[count++] = sample;
        }
        pos = random_successor(&pos, &list, &random);
    }
}

static int set_up(void **state) {
    char *paths[] = {samples_path, NULL};
    SampleOrigin origin = {.ruleset = "losers", .games = 1};
    if (enter_folder(state))
        return -1;
    content.header = sample_file_header(SAMPLE_FILE_MAGIC, &origin, SAMPLES);
    make_samples();
    return atomic_file_write(samples_path, (const char *)&content, sizeof content, NULL) &&
                   dataset_open(&dataset, paths, NULL)
               ? 0
               : -1;
}

static int tear_down(void **state) {
    dataset_close(&dataset);
    unlink(samples_path);
    unlink(out);
    unlink(checkpoint);
    unlink("out.svg");
    unlink("out.fit");
    unlink(messages);
    return leave_empty_folder(state);
}

/* Trains with standard error, where each epoch is reported, in the file `messages`. */
static bool train(const char *path, int threads, bool *interrupted, Error *error) {
    TrainingConfig config = {
        .out = path,
        .epochs = EPOCHS,
        .lambda = 0.3,
        .rate = 0.0015,
        .seed = 5,
        .memory = 5 << 14, /* memory for 5 blocks, so that there are several chunks */
        .threads = threads,
        .width = NETWORK_SLICE};
    int before = dup(STDERR_FILENO), file = open(messages, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    dup2(file, STDERR_FILENO);
    bool is_trained = train_network(&config, &dataset, interrupted, error);
    dup2(before, STDERR_FILENO);
    close(before);
    close(file);
    return is_trained;
}

/* --- errors --- */

/* Reads what is reported at the end of each epoch, between lines about the progress. */
static void read_errors(EpochErrors errors[EPOCHS]) {
    char line[256];
    int epoch, epochs = 0;
    FILE *file = fopen(messages, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        EpochErrors found;
        if (sscanf(line,
                   "epoch %d of 3: training error %lf, validation error %lf (against results alone "
                   "%lf)",
                   &epoch, &found.training, &found.validation, &found.results) != 4)
            continue;
        assert_true(epoch == epochs + 1 && epoch <= EPOCHS);
        errors[epochs++] = found;
    }
    fclose(file);
    assert_int_equal(epochs, EPOCHS);
}

static void assert_near(double actual, double expected) {
    if (fabs(actual - expected) > 0.00003)
        fail_msg("%.5f is not %.5f", actual, expected);
}

/* The order in which the threads' gradients are added changes only the last digits. */
static void test_errors(void **state) {
    static const EpochErrors EXPECTED[EPOCHS] = {
        {0.03943, 0.02637, 0.13112}, {0.02179, 0.02064, 0.11382}, {0.01824, 0.01992, 0.11166}};
    for (int threads = 1; threads <= 3; threads += 2) {
        EpochErrors errors[EPOCHS];
        bool interrupted;
        Error error;
        assert_true(train(out, threads, &interrupted, &error));
        assert_false(interrupted);
        read_errors(errors);
        assert_int_equal(unlink(out), 0); /* or it would be complete already */
        for (int i = 0; i < EPOCHS; i++) {
            assert_near(errors[i].training, EXPECTED[i].training);
            assert_near(errors[i].validation, EXPECTED[i].validation);
            assert_near(errors[i].results, EXPECTED[i].results);
        }
    }
}

/* --- interruptions --- */

static Network *read_network(void) {
    Network *network = malloc(sizeof *network);
    FILE *file = fopen(out, "rb");
    assert_non_null(network);
    assert_non_null(file);
    assert_int_equal(fread(network, sizeof *network, 1, file), 1);
    fclose(file);
    return network;
}

/* Training that is interrupted again and again ends with the same network. */
static void test_interruptions(void **state) {
    bool interrupted;
    int interruptions = 0;
    Error error;
    assert_true(train(out, 2, &interrupted, &error));
    assert_false(interrupted);
    assert_false(path_exists(checkpoint));
    Network *whole = read_network();
    assert_int_equal(unlink(out), 0);
    int held = signals_hold_termination();
    for (interrupted = true; interrupted; interruptions += interrupted) {
        if (interruptions < 5)
            raise(SIGTERM);
        assert_true(train(out, 2, &interrupted, &error));
        assert_int_equal(path_exists(out), !interrupted);
        assert_int_equal(path_exists(checkpoint), interrupted);
        assert_int_equal(signals_await_termination(0), interrupted);
    }
    signals_release_termination(held);
    assert_int_equal(interruptions, 5);
    Network *resumed = read_network();
    assert_memory_equal(whole, resumed, sizeof *whole);
    free(whole);
    free(resumed);
}

/* A network that is there already, from the same training, is not made again; another one is. */
static void test_complete(void **state) {
    char line[256];
    bool interrupted;
    Error error;
    assert_true(train(out, 2, &interrupted, &error));
    for (int again = 0; again < 2; again++) {
        assert_true(train(out, 2, &interrupted, &error));
        FILE *file = fopen(messages, "r");
        assert_non_null(file);
        assert_non_null(fgets(line, sizeof line, file));
        fclose(file);
        assert_int_equal(strstr(line, "out is complete already") != NULL, again == 0);
        assert_true(atomic_file_write(out, "old", 3, NULL));
    }
}

/* --- failures --- */

static void assert_fails(const char *path, const char *reason) {
    bool interrupted;
    Error error;
    assert_true(atomic_file_write(out, "old", 3, NULL));
    assert_false(train(path, 2, &interrupted, &error));
    assert_says(&error, reason);
    PathInfo info;
    assert_true(path_info(out, &info));
    assert_int_equal(info.size, 3); /* the old network is kept */
}

/* The file of positions changes after it was opened. */
static void test_positions_are_lost(void **state) {
    long size = (long)sizeof content.header + 400 * (long)sizeof(Sample);
    assert_int_equal(truncate(samples_path, size), 0);
    assert_fails(out, "samples: positions ");
}

static void test_positions_are_damaged(void **state) {
    FILE *file = fopen(samples_path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, sizeof content.header, SEEK_SET), 0);
    for (size_t i = 0; i < sizeof(Sample); i++)
        fputc(0xff, file);
    assert_int_equal(fclose(file), 0);
    assert_fails(out, "samples: position 1 is not valid");
}

static void test_paths(void **state) {
    char path[PATH_MAX];
    memset(path, 'x', sizeof path);
    path[sizeof path - strlen(".svg")] = '\0';
    assert_fails(path, "x: the path is too long");
    path[sizeof path - strlen(".checkpoint")] = '\0';
    assert_fails(path, "x: the path is too long");
    assert_fails("/nowhere/out", "/nowhere/out.checkpoint: No such file or directory");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_errors, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_interruptions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_complete, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_positions_are_lost, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_positions_are_damaged, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_paths, set_up, tear_down),
    };
    return test_run("trainer", tests);
}
