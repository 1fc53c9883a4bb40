/* Checkpoints of misere-prove. Input: changes to a checkpoint, as support/changes.h has them.
 *
 * Changes are refused unless the checksum is made good, and the error names the file. What is
 * accepted is the same after it was written and read again. */
#include "fuzz/support/changes.h"
#include "fuzz/support/file.h"
#include "fuzz/support/fuzz.h"

#include "base/hash.h"
#include "base/random.h"
#include "prove/solver/solver_state.h"

#include <unistd.h>

enum { ENTRIES = 20, WORDS_SIZE = 16 /* of an entry */ };

typedef struct {
    char *bytes;
    size_t size;
    size_t head_size; /* of the lines */
} Checkpoint;

static Position pos;

static ProofTable *empty_table(void) {
    static ProofTable *table;
    if (!table)
        table = proof_table_new(1);
    FUZZ_CHECK(table, "out of memory");
    proof_table_clear(table);
    return table;
}

/* The checkpoint that the changes are made to. */
static const Checkpoint *original(const char *path) {
    static Checkpoint checkpoint;
    SolverState state = {.nodes = {12345, 678}, .step = 64000, .turn = true};
    ProofTable *table;
    Error error;
    uint64_t seed = 1;
    if (checkpoint.bytes)
        return &checkpoint;
    position_start(&pos, ruleset_find("losers"));
    table = empty_table();
    for (int i = 0; i < ENTRIES; i++) {
        ProofEntry entry = {
            .kind = (EntryKind)(ENTRY_OPEN + i % 3), .work = 1, .proof = 2, .disproof = 3};
        proof_table_store(table, random_next(&seed), &entry);
    }
    FUZZ_CHECK(solver_state_save(path, &pos, &state, table, &error), "%s", error.text);
    checkpoint.bytes = fuzz_read_file(path, &checkpoint.size);
    unlink(path);
    checkpoint.head_size = checkpoint.size - (ENTRIES + 1) * WORDS_SIZE;
    return &checkpoint;
}

/* The checksum, which is where an entry's key would be, covers all before it. */
static void make_good(char *bytes, const Checkpoint *checkpoint) {
    uint64_t sum = hash_bytes(HASH_OFFSET_BASIS, bytes, checkpoint->head_size), word;
    size_t end = checkpoint->size - WORDS_SIZE;
    for (size_t at = checkpoint->head_size; at < end; at += sizeof word) {
        memcpy(&word, bytes + at, sizeof word);
        sum = random_mix(sum ^ word);
    }
    memcpy(bytes + end, &sum, sizeof sum);
}

/* Loads a checkpoint that is good, and returns what is saved then, which the caller frees. */
static char *save_again(const char *path, const char *scratch, size_t *size) {
    SolverState state;
    ProofTable *table = empty_table();
    Error error;
    FUZZ_CHECK(solver_state_load(path, &pos, &state, table, &error), "%s", error.text);
    FUZZ_CHECK(solver_state_save(scratch, &pos, &state, table, &error), "%s", error.text);
    char *bytes = fuzz_read_file(scratch, size);
    unlink(scratch);
    return bytes;
}

static void check_accepted(const char *path, const char *scratch) {
    size_t size, size_again;
    char *bytes = save_again(path, scratch, &size);
    char *again = save_again(fuzz_file(bytes, size), scratch, &size_again);
    FUZZ_CHECK(size == size_again && memcmp(bytes, again, size) == 0,
               "what is written again differs");
    free(bytes);
    free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput input = {data, size};
    uint8_t bits = fuzz_byte(&input);
    char scratch[FUZZ_PATH_SIZE];
    SolverState state;
    Error error;
    fuzz_path(scratch, ".state");
    const Checkpoint *checkpoint = original(scratch);
    char *bytes = calloc(checkpoint->size + 1, 1);
    FUZZ_CHECK(bytes, "out of memory");
    memcpy(bytes, checkpoint->bytes, checkpoint->size);
    fuzz_change(bytes, checkpoint->size, bits, &input);
    if (bits & CHANGE_CHECKSUM)
        make_good(bytes, checkpoint);
    size_t file_size = fuzz_changed_size(checkpoint->size, bits);
    bool is_same =
        file_size == checkpoint->size && memcmp(bytes, checkpoint->bytes, checkpoint->size) == 0;
    const char *path = fuzz_file(bytes, file_size);
    if (solver_state_load(path, &pos, &state, empty_table(), &error)) {
        FUZZ_CHECK(is_same || (bits & CHANGE_CHECKSUM), "a damaged checkpoint is accepted");
        check_accepted(path, scratch);
    } else {
        FUZZ_CHECK(!is_same, "refused: %s", error.text);
        fuzz_check_error(&error, path);
    }
    free(bytes);
    return 0;
}
