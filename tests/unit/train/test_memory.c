/* Self-play, merging and training while each allocation in turn fails: the file is the usual one,
 * or there is an error and an older file is kept. */
#include "unit/failing_allocations.h"
#include "unit/temporary_folder.h"

#include "eval/evaluate.h"
#include "train/data/merge.h"
#include "train/selfplay.h"
#include "train/trainer.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SAMPLES = 600, GAMES = 1 };

static char samples_path[] = "samples";
static const char file_path[] = "result";

/* --- what was written: helpers that allocate nothing, as allocations would be counted --- */

static uint64_t usual; /* a hash of the file if nothing fails; 0: not known yet */

static uint64_t hash_of_file(void) {
    static char bytes[1 << 20];
    uint64_t hash = HASH_OFFSET_BASIS;
    int fd = open(file_path, O_RDONLY);
    for (ssize_t size; (size = read(fd, bytes, sizeof bytes)) > 0;)
        hash = hash_bytes(hash, bytes, (size_t)size);
    close(fd);
    return hash;
}

static void remove_files(void) {
    unlink(file_path);
    unlink("result.part");
    unlink("result.checkpoint");
    unlink("result.svg");
}

/* The file is complete, or there is none. */
static bool check_written(bool done, ScenarioResult *result) {
    struct stat status;
    bool exists = stat(file_path, &status) == 0;
    if (exists && usual == 0)
        usual = hash_of_file();
    if (exists)
        assert_true(hash_of_file() == usual);
    assert_true(exists || !done);
    scenario_note(result, "hash %016" PRIx64, usual);
    remove_files();
    return done;
}

/* --- self-play --- */

static bool play(ScenarioResult *result, Error *error) {
    SelfplayConfig config = {.rules = ruleset_find("losers"),
                             .network = evaluate_builtin_network(FAMILY_LOSERS),
                             .games = GAMES,
                             .nodes = 5,
                             .threads = 1,
                             .seed = 1};
    SampleOrigin origin;
    Shard shard;
    if (!selfplay_origin(&config, &origin, error) || !shard_open(&shard, file_path, &origin, error))
        return check_written(false, result);
    bool done = selfplay_run(&config, &shard, error) && shard_complete(&shard, error);
    shard_close(&shard);
    return check_written(done, result);
}

/* --- merging and training --- */

static bool merge(ScenarioResult *result, Error *error) {
    char *paths[] = {samples_path, samples_path, NULL};
    Dataset dataset;
    MergeCounts counts;
    if (!dataset_open(&dataset, paths, error))
        return check_written(false, result);
    bool done = merge_samples(&dataset, file_path, 1 << 20, &counts, error);
    if (done)
        assert_int_equal(counts.written, SAMPLES);
    dataset_close(&dataset);
    return check_written(done, result);
}

static bool train(ScenarioResult *result, Error *error) {
    char *paths[] = {samples_path, NULL};
    TrainingConfig config = {.out = file_path,
                             .epochs = 1,
                             .lambda = 0.5,
                             .rate = 0.001,
                             .seed = 1,
                             .memory = 1 << 20,
                             .threads = 2,
                             .width = NETWORK_SLICE};
    Dataset dataset;
    bool interrupted;
    if (!dataset_open(&dataset, paths, error))
        return check_written(false, result);
    int kept = dup(STDERR_FILENO), null = open("/dev/null", O_WRONLY);
    dup2(null, STDERR_FILENO); /* train_network reports each epoch there */
    bool done = train_network(&config, &dataset, &interrupted, error);
    dup2(kept, STDERR_FILENO);
    close(kept);
    close(null);
    dataset_close(&dataset);
    return check_written(done, result);
}

/* --- tests --- */

static void check(Scenario *scenario) {
    usual = 0;
    each_allocation_fails(scenario, NULL);
}

static void test_selfplay(void **state) {
    check(play);
}

static void test_merging(void **state) {
    check(merge);
}

static void test_training(void **state) {
    check(train);
}

/* Different positions: two kings, and knights elsewhere. */
static Sample make_sample(int number) {
    Position pos;
    position_clear(&pos, ruleset_find("losers"));
    position_put(&pos, 0, piece_make(WHITE, KING));
    position_put(&pos, 63, piece_make(BLACK, KING));
    for (int bit = 0; bit < 10; bit++)
        position_put(&pos, (Square)(20 + bit),
                     piece_make(number >> bit & 1 ? BLACK : WHITE, KNIGHT));
    return sample_pack(&pos, (Score)number, 0);
}

static bool write_samples(void) {
    static struct {
        SampleFileHeader header;
        Sample samples[SAMPLES];
    } file;
    SampleOrigin origin = {.ruleset = "losers", .games = 1};
    file.header = sample_file_header(SAMPLE_FILE_MAGIC, &origin, SAMPLES);
    for (int i = 0; i < SAMPLES; i++) {
        file.samples[i] = make_sample(i);
        file.samples[i].validation = i % 8 == 0;
    }
    return atomic_file_write(samples_path, (const char *)&file, sizeof file, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_selfplay),
        cmocka_unit_test(test_merging),
        cmocka_unit_test(test_training),
    };
    if (enter_folder(NULL) || !write_samples())
        return 1;
    int failed = test_run("memory of training", tests);
    leave_folder(NULL);
    return failed;
}
