/* Fitting recovers the WDL model from which random results were drawn. */
#include "unit/testing.h"

#include "train/wdl_model.h"

#include <math.h>

static double random_uniform(uint64_t *seed) {
    return (double)(random_next(seed) >> 11) * 0x1p-53;
}

/* Counts samples with random scores from -500 to 500, and random results according to the model. */
static void count_random_samples(WdlCounts *counts, const WdlModel *model, int count) {
    uint64_t seed = 11;
    for (int i = 0; i < count; i++) {
        int score = (int)(random_next(&seed) % 1001) - 500;
        double uniform = random_uniform(&seed), win = wdl_win_probability(model, score);
        bool lost = 1 - uniform < wdl_win_probability(model, -score);
        Sample sample = {.score = (int16_t)score,
                         .points = uniform < win ? SAMPLE_WIN
                                   : lost        ? 0
                                                 : SAMPLE_DRAW};
        wdl_counts_add(counts, &sample, 1);
    }
}

static void test_known_models(void **state) {
    static const WdlModel MODELS[] = {{110, 60}, {150, 200}, {60, 150}, {300, 5}};
    for (size_t i = 0; i < sizeof MODELS / sizeof *MODELS; i++) {
        WdlCounts counts = {0};
        count_random_samples(&counts, &MODELS[i], 200000);
        WdlModel found = wdl_model_fit(&counts);
        assert_true(fabs(found.scale - MODELS[i].scale) < 0.03 * MODELS[i].scale + 1);
        assert_true(fabs(found.margin - MODELS[i].margin) < 5);
    }
}

/* Decisive scores are ignored, and other very large scores are accepted. */
static void test_extreme_scores(void **state) {
    static const WdlModel MODEL = {100, 50};
    WdlCounts counts = {0}, large = {0};
    count_random_samples(&counts, &MODEL, 20000);
    WdlModel found = wdl_model_fit(&counts);
    Sample mated = {.score = (int16_t)score_mated_in(5), .points = SAMPLE_WIN};
    for (int i = 0; i < 10000; i++)
        wdl_counts_add(&counts, &mated, 1);
    WdlModel again = wdl_model_fit(&counts);
    assert_true(again.scale == found.scale && again.margin == found.margin);
    for (int i = 0; i < 100; i++) {
        Sample sample = {.score = 3000,
                         .points = i % 3 == 0   ? 0
                                   : i % 3 == 1 ? SAMPLE_DRAW
                                                : SAMPLE_WIN};
        wdl_counts_add(&large, &sample, 1);
    }
    found = wdl_model_fit(&large);
    assert_true(found.scale >= 1 && found.margin >= 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_models),
        cmocka_unit_test(test_extreme_scores),
    };
    return test_run("wdl_model", tests);
}
