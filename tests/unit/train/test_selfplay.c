/* Self-play: what the samples of a game have in common. */
#include "unit/temporary_folder.h"

#include "eval/evaluate.h"
#include "train/selfplay.h"

#include <stdio.h>
#include <stdlib.h>

enum { SEEDS = 40 };

static const char path[] = "shard";

/* Plays one game. Returns its samples, which the caller frees, and sets *count. */
static Sample *play_game(uint64_t seed, size_t *count) {
    SelfplayConfig config = {.rules = ruleset_find("losers"),
                             .network = evaluate_builtin_network(FAMILY_LOSERS),
                             .games = 1,
                             .nodes = 100,
                             .threads = 1,
                             .seed = seed};
    SampleOrigin origin;
    Shard shard;
    SampleFile file;
    Error error;
    assert_true(selfplay_origin(&config, &origin, &error));
    assert_true(shard_open(&shard, path, &origin, &error));
    assert_true(selfplay_run(&config, &shard, &error));
    assert_true(shard_complete(&shard, &error));
    shard_close(&shard);
    assert_true(sample_file_open(&file, path, &error));
    *count = (size_t)file.header.count;
    Sample *samples = calloc(*count, sizeof *samples);
    assert_non_null(samples);
    assert_true(sample_file_read(&file, 0, samples, *count, &error));
    sample_file_close(&file);
    assert_int_equal(remove(path), 0);
    return samples;
}

/* One player's win is the other's loss; a game that ends with a proven win is won; only a game's
 * first samples may precede a deviation. Positions outside the game have no result. */
static void test_results(void **state) {
    int decided = 0, proven = 0, deviating = 0;
    for (uint64_t seed = 1; seed <= (is_sanitized() ? SEEDS / 4 : SEEDS); seed++) {
        size_t count;
        Sample *samples = play_game(seed, &count);
        const Sample *last = NULL; /* of the game */
        assert_true(count > 0);
        for (size_t i = 0; i < count; i++) {
            const Sample *sample = &samples[i];
            bool is_first = sample->player == samples[0].player;
            assert_int_equal(sample->points,
                             is_first ? samples[0].points : SAMPLE_WIN - samples[0].points);
            assert_true(sample->validation); /* it is the first game */
            if (sample->ply == SAMPLE_PLY_UNKNOWN) {
                assert_true(sample->deviates);
                continue;
            }
            assert_true(!last || sample->ply > last->ply);
            assert_true(!last || sample->deviates <= last->deviates);
            assert_true(!last || !score_is_decisive(last->score));
            deviating += sample->deviates;
            last = sample;
        }
        if (last && score_is_decisive(last->score)) {
            assert_int_equal(last->points, last->score > 0 ? SAMPLE_WIN : 0);
            proven++;
        }
        decided += samples[0].points != SAMPLE_DRAW;
        free(samples);
    }
    assert_true(decided > 0 && proven > 0 && deviating > 0);
}

/* Most samples are positions that the searches evaluated, not positions of the game. */
static void test_evaluated_positions(void **state) {
    size_t count, evaluated = 0;
    Sample *samples = play_game(1, &count);
    for (size_t i = 0; i < count; i++)
        evaluated += samples[i].ply == SAMPLE_PLY_UNKNOWN;
    assert_true(evaluated > count / 2);
    free(samples);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_results, enter_folder, leave_empty_folder),
        cmocka_unit_test_setup_teardown(test_evaluated_positions, enter_folder, leave_empty_folder),
    };
    return test_run("selfplay", tests);
}
