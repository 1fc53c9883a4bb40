/* Training that is interrupted, or cannot go on. */
#include "unit/testing.h"

#include "base/os/atomic_file.h"
#include "base/os/path.h"
#include "base/os/signals.h"
#include "train/trainer.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { BLOCKS = 22, SAMPLES = BLOCKS * 512 }; /* two of these blocks are for validation */

static struct {
    SampleFileHeader header;
    Sample samples[SAMPLES];
} content;

static char folder[128], samples_path[160], out[160], checkpoint[176], plot[168];
static Dataset dataset;

/* A random number of knights on each side, scored by their difference. */
static Sample make_sample(uint64_t *rng) {
    Position pos;
    int difference = 0;
    position_clear(&pos, ruleset_find("losers"));
    position_put(&pos, 0, piece_make(WHITE, KING));
    position_put(&pos, 63, piece_make(BLACK, KING));
    uint64_t bits = random_next(rng);
    for (int bit = 0; bit < 12; bit++) {
        bool is_black = bits >> bit & 1;
        difference += is_black ? 1 : -1;
        position_put(&pos, (Square)(20 + bit), piece_make(is_black ? BLACK : WHITE, KNIGHT));
    }
    return sample_pack(&pos, (Score)(100 * difference), 0);
}

static int set_up(void **state) {
    (void)state;
    char *paths[] = {samples_path, NULL};
    SampleOrigin origin = {.ruleset = "losers", .games = 1};
    uint64_t rng = 1;
    if (!path_make_temporary(folder, sizeof folder))
        return -1;
    snprintf(samples_path, sizeof samples_path, "%s/samples", folder);
    snprintf(out, sizeof out, "%s/out", folder);
    snprintf(checkpoint, sizeof checkpoint, "%s.checkpoint", out);
    snprintf(plot, sizeof plot, "%s.svg", out);
    content.header = sample_file_header(SAMPLE_FILE_MAGIC, &origin, SAMPLES);
    for (int i = 0; i < SAMPLES; i++)
        content.samples[i] = make_sample(&rng);
    return atomic_file_write(samples_path, (const char *)&content, sizeof content, NULL) &&
                   dataset_open(&dataset, paths, NULL)
               ? 0
               : -1;
}

static int tear_down(void **state) {
    (void)state;
    dataset_close(&dataset);
    unlink(samples_path);
    unlink(out);
    unlink(checkpoint);
    unlink(plot);
    return path_remove_folder(folder) ? 0 : -1;
}

static bool train(const char *path, bool *interrupted, Error *error) {
    TrainingConfig config = {.out = path,
                             .epochs = 2,
                             .lambda = 0,
                             .seed = 1,
                             .memory = 1 << 17, /* for 8 blocks, so there are several chunks */
                             .threads = 2};
    return train_network(&config, &dataset, interrupted, error);
}

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
    (void)state;
    bool interrupted;
    int interruptions = 0;
    Error error;
    assert_true(train(out, &interrupted, &error));
    assert_false(interrupted);
    assert_false(path_exists(checkpoint));
    Network *whole = read_network();
    assert_int_equal(unlink(out), 0);
    int held = signals_hold_termination();
    for (interrupted = true; interrupted; interruptions += interrupted) {
        if (interruptions < 5)
            raise(SIGTERM);
        assert_true(train(out, &interrupted, &error));
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

static void assert_fails(const char *path, const char *reason) {
    bool interrupted;
    Error error;
    assert_true(atomic_file_write(out, "old", 3, NULL));
    assert_false(train(path, &interrupted, &error));
    if (!strstr(error.text, reason))
        fail_msg("'%s' instead of '%s'", error.text, reason);
    PathInfo info;
    assert_true(path_info(out, &info));
    assert_int_equal(info.size, 3); /* the old network is kept */
}

/* The file of positions changes after it was opened. */
static void test_positions_are_lost(void **state) {
    (void)state;
    long size = (long)sizeof content.header + 400 * (long)sizeof(Sample);
    assert_int_equal(truncate(samples_path, size), 0);
    assert_fails(out, "samples: positions ");
}

/* The first block, which belongs to the validation set, is damaged. */
static void test_validation_positions_are_damaged(void **state) {
    (void)state;
    FILE *file = fopen(samples_path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, sizeof content.header, SEEK_SET), 0);
    for (size_t i = 0; i < sizeof(Sample); i++)
        fputc(0xff, file);
    assert_int_equal(fclose(file), 0);
    assert_fails(out, "samples: position 1 is not valid");
}

static void test_paths(void **state) {
    (void)state;
    char path[PATH_MAX];
    memset(path, 'x', sizeof path);
    path[sizeof path - strlen(".svg")] = '\0';
    assert_fails(path, "the path is too long");
    path[sizeof path - strlen(".checkpoint")] = '\0';
    assert_fails(path, "the path is too long");
    assert_fails("/nowhere/out", "/nowhere/out.checkpoint: No such file or directory");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_interruptions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_positions_are_lost, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_validation_positions_are_damaged, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_paths, set_up, tear_down),
    };
    return test_run("trainer", tests);
}
