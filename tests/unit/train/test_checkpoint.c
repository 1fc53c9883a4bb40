/* Checkpoints: what is read back, and which files are refused and kept. */
#include "unit/temporary_folder.h"

#include "train/checkpoint.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const TrainingSettings SETTINGS = {.data = 1,
                                          .seed = 2,
                                          .start = 3,
                                          .memory = 4,
                                          .width = 64,
                                          .lambda = 0.5,
                                          .epochs = 9,
                                          .rate = 0.25};
static const EpochErrors ERRORS[] = {{0.3, 0.4, 0.5}, {0.2, 0.3, 0.4}};

static const char path[] = "checkpoint";
static TrainingState state; /* large */

/* Sets the state, which is too large for a copy on the stack. */
static void set_state(const TrainingSettings *settings, int64_t epoch) {
    memset(&state, 0, sizeof state);
    state.settings = *settings;
    state.epoch = epoch;
}

static int set_up(void **unused) {
    Error error;
    if (enter_folder(unused))
        return -1;
    set_state(&SETTINGS, 2);
    state.chunk = 1;
    state.error_sum = 0.25;
    return checkpoint_write(path, &state, ERRORS, &error) ? 0 : -1;
}

static int tear_down(void **unused) {
    unlink(path);
    return leave_empty_folder(unused);
}

static bool read_with(const TrainingSettings *settings, EpochErrors *errors, Error *error) {
    set_state(settings, 0);
    return checkpoint_read(path, &state, errors, error);
}

static void test_read(void **unused) {
    EpochErrors errors[9];
    Error error;
    assert_true(read_with(&SETTINGS, errors, &error));
    assert_int_equal(state.epoch, 2);
    assert_int_equal(state.chunk, 1);
    assert_true(state.error_sum == 0.25);
    assert_memory_equal(errors, ERRORS, sizeof ERRORS);
    assert_int_equal(unlink(path), 0);
    assert_true(read_with(&SETTINGS, errors, &error)); /* begins anew */
    assert_int_equal(state.epoch, 0);
}

static void assert_refused(const TrainingSettings *settings, const char *reason) {
    EpochErrors errors[9];
    Error error;
    assert_false(read_with(settings, errors, &error));
    if (strncmp(error.text, path, strlen(path)) != 0 || !strstr(error.text, reason))
        fail_msg("'%s' is not about %s", error.text, reason);
    assert_int_equal(state.epoch, 0);
    assert_true(path_exists(path));
}

static void test_weights_are_not_finite(void **unused) {
    static const float BAD[] = {NAN, INFINITY};
    for (int i = 0; i < 3; i++) {
        Error error;
        set_state(&SETTINGS, 2);
        Weights *parts[] = {&state.weights, &state.first_moment, &state.second_moment};
        parts[i]->output_bias[1] = BAD[i % 2];
        assert_true(checkpoint_write(path, &state, ERRORS, &error));
        assert_refused(&SETTINGS, "its weights are not all finite numbers");
    }
}

static void test_other_settings(void **unused) {
    static const struct {
        TrainingSettings settings;
        const char *reason;
    } OTHERS[] = {
        {{9, 2, 3, 4, 64, 0.5, 9, 0.25}, "a training with other positions"},
        {{1, 9, 3, 4, 64, 0.5, 9, 0.25}, "a training with another --seed"},
        {{1, 2, 9, 4, 64, 0.5, 9, 0.25}, "a training with another --from"},
        {{1, 2, 3, 9, 64, 0.5, 9, 0.25}, "a training with another --memory"},
        {{1, 2, 3, 4, 128, 0.5, 9, 0.25}, "a training with another --width"},
        {{1, 2, 3, 4, 64, 0.4, 9, 0.25}, "a training with another --lambda"},
        {{1, 2, 3, 4, 64, 0.6, 9, 0.25}, "a training with another --lambda"},
        {{1, 2, 3, 4, 64, 0.5, 3, 0.25}, "a training with another --epochs"},
        {{1, 2, 3, 4, 64, 0.5, 9, 0.2}, "a training with another --rate"},
        {{1, 2, 3, 4, 64, 0.5, 9, 0.3}, "a training with another --rate"},
    };
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        assert_refused(&OTHERS[i].settings, OTHERS[i].reason);
}

/* Changes bytes of the checkpoint. */
static void change(long offset, const void *bytes, size_t size) {
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, offset, SEEK_SET), 0);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void test_damage(void **unused) {
    enum { HEADER = 24 };
    static const int64_t EPOCHS[] = {-1, 3, 10, INT64_MAX};
    static const char DAMAGED[] = "not a checkpoint of misere-train, or damaged";
    PathInfo info;
    Error error;
    assert_true(path_info(path, &info));
    assert_int_equal(info.size, HEADER + sizeof state + sizeof ERRORS);
    for (size_t i = 0; i < sizeof EPOCHS / sizeof *EPOCHS; i++) {
        change(HEADER + offsetof(TrainingState, epoch), &EPOCHS[i], sizeof *EPOCHS);
        assert_refused(&SETTINGS, DAMAGED);
    }
    set_state(&SETTINGS, 0);
    state.settings.epochs = EPOCHS_MAX + 1;
    assert_true(checkpoint_write(path, &state, ERRORS, &error));
    assert_refused(&SETTINGS, DAMAGED);
    set_state(&SETTINGS, 2);
    assert_true(checkpoint_write(path, &state, ERRORS, &error));
    change(0, "Misere net     3", 16);
    assert_refused(&SETTINGS, DAMAGED);
    change(0, "Misere fit     5", 16);
    change(HEADER + (long)sizeof state, "x", 1); /* changes a byte of the errors */
    assert_refused(&SETTINGS, DAMAGED);
    assert_int_equal(truncate(path, HEADER + (long)sizeof state), 0);
    assert_refused(&SETTINGS, DAMAGED);
    assert_int_equal(truncate(path, 100), 0);
    assert_refused(&SETTINGS, DAMAGED);
}

/* A checkpoint of an older version is called that, not damaged, whatever its size. */
static void test_other_versions(void **unused) {
    static const char OTHER[] = "made by another version of misere-train; remove it to begin anew";
    change(0, "Misere fit     3", 16);
    assert_refused(&SETTINGS, OTHER);
    assert_int_equal(truncate(path, 1000), 0);
    assert_refused(&SETTINGS, OTHER);
}

/* Threads that update neighbouring weights do not share a cache line. */
static void test_alignment(void **unused) {
    assert_int_equal(offsetof(TrainingState, weights) % 64, 0);
    assert_int_equal(offsetof(TrainingState, first_moment) % 64, 0);
    assert_int_equal(offsetof(TrainingState, second_moment) % 64, 0);
    assert_int_equal(_Alignof(TrainingState) % 64, 0);
}

static void test_not_a_file(void **unused) {
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink(test_folder, path), 0);
    assert_refused(&SETTINGS, "not a regular file");
    Error error;
    assert_false(checkpoint_write("/nowhere/checkpoint", &state, ERRORS, &error));
    assert_string_equal(error.text, "/nowhere/checkpoint: No such file or directory");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_weights_are_not_finite, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_other_settings, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_damage, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_other_versions, set_up, tear_down),
        cmocka_unit_test(test_alignment),
        cmocka_unit_test_setup_teardown(test_not_a_file, set_up, tear_down),
    };
    return test_run("checkpoint", tests);
}
