/* Checkpoints of misere-train. Input: changes to a checkpoint, as support/changes.h has them.
 *
 * A checkpoint that is accepted is the same when it is written again; one that is refused leaves
 * state and errors as they were, and the error names the file. */
#include "fuzz/support/changes.h"
#include "fuzz/support/file.h"
#include "fuzz/support/fuzz.h"

#include "base/hash.h"
#include "train/checkpoint.h"

#include <unistd.h>

enum {
    EPOCHS = 3,
    HEADER_SIZE = 24, /* magic and checksum */
    SUM_AT = 16,
    SIZE = HEADER_SIZE + sizeof(TrainingState) + EPOCHS * sizeof(EpochErrors),
};

static const TrainingSettings SETTINGS = {.data = 1,
                                          .seed = 2,
                                          .start = 3,
                                          .memory = 4,
                                          .width = 64,
                                          .lambda = 0.5,
                                          .epochs = EPOCHS + 2,
                                          .rate = 0.25};

/* Writes a checkpoint, and returns its content, which the caller frees. */
static char *write_checkpoint(const TrainingState *state, const EpochErrors *errors,
                              const char *path) {
    Error error;
    size_t size;
    FUZZ_CHECK(checkpoint_write(path, state, errors, &error), "%s", error.text);
    char *bytes = fuzz_read_file(path, &size);
    FUZZ_CHECK(bytes && size == HEADER_SIZE + sizeof *state + (size_t)state->epoch * sizeof *errors,
               "a checkpoint of %zu bytes", size);
    unlink(path);
    return bytes;
}

/* The bytes of the checkpoint that the changes are made to. */
static const char *original(const char *path) {
    static char *bytes;
    static TrainingState state;
    EpochErrors errors[EPOCHS] = {{0.5, 0.25, 0.125}, {0.1, 0.2, 0.3}};
    if (!bytes) {
        state.settings = SETTINGS;
        state.epoch = EPOCHS;
        state.steps = 9;
        state.error_sum = 1;
        weights_init(&state.weights, 0, NETWORK_WIDTH, 1);
        bytes = write_checkpoint(&state, errors, path);
    }
    return bytes;
}

static void make_good(char *bytes) {
    uint64_t sum = hash_bytes(HASH_OFFSET_BASIS, bytes + HEADER_SIZE, SIZE - HEADER_SIZE);
    memcpy(bytes + SUM_AT, &sum, sizeof sum);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char bytes[SIZE + 1];
    static TrainingState state;
    static EpochErrors errors[EPOCHS_MAX];
    FuzzInput input = {data, size};
    uint8_t bits = fuzz_byte(&input);
    char scratch[FUZZ_PATH_SIZE];
    Error error;
    fuzz_path(scratch, ".checkpoint");
    memcpy(bytes, original(scratch), SIZE);
    fuzz_change(bytes, SIZE, bits, &input);
    if (bits & CHANGE_CHECKSUM)
        make_good(bytes);
    size_t file_size = fuzz_changed_size(SIZE, bits);
    const char *path = fuzz_file(bytes, file_size);
    state.settings = SETTINGS;
    state.epoch = -1;
    errors[0].training = -1;
    if (checkpoint_read(path, &state, errors, &error)) {
        char *again = write_checkpoint(&state, errors, scratch);
        FUZZ_CHECK(file_size == SIZE && memcmp(again, bytes, SIZE) == 0,
                   "what is written again differs");
        free(again);
    } else {
        fuzz_check_error(&error, path);
        FUZZ_CHECK(memcmp(&state.settings, &SETTINGS, sizeof SETTINGS) == 0 && state.epoch == -1 &&
                       errors[0].training < 0,
                   "a refused checkpoint changed something");
    }
    return 0;
}
