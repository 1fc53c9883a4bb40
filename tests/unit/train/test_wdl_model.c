/* Fitting recovers the WDL model from which random results were drawn. */
#include "unit/testing.h"

#include "train/wdl_model.h"

#include <math.h>

static double random_uniform(uint64_t *seed) {
    return (double)(random_next(seed) >> 11) * 0x1p-53;
}

/* Samples with random scores from -500 to 500, and random results according to the model. */
static Samples random_samples(const WdlModel *model, int count) {
    Samples samples = {0};
    uint64_t seed = 11;
    for (int i = 0; i < count; i++) {
        int score = (int)(random_next(&seed) % 1001) - 500;
        double uniform = random_uniform(&seed), win = wdl_win_probability(model, score);
        bool lost = 1 - uniform < wdl_win_probability(model, -score);
        Sample sample = {.score = (int16_t)score, .points = uniform < win ? 2 : lost ? 0 : 1};
        assert_true(samples_add(&samples, sample));
    }
    return samples;
}

static void test_known_models(void **state) {
    (void)state;
    static const WdlModel MODELS[] = {{110, 60}, {150, 200}, {60, 150}, {300, 5}};
    for (size_t i = 0; i < sizeof MODELS / sizeof *MODELS; i++) {
        WdlModel found;
        Samples samples = random_samples(&MODELS[i], 200000);
        assert_true(wdl_model_fit(&samples, &found));
        assert_true(fabs(found.scale - MODELS[i].scale) < 0.03 * MODELS[i].scale + 1);
        assert_true(fabs(found.margin - MODELS[i].margin) < 5);
        samples_free(&samples);
    }
}

/* Decisive scores are ignored, and other very large scores are accepted. */
static void test_extreme_scores(void **state) {
    (void)state;
    static const WdlModel MODEL = {100, 50};
    WdlModel found, again;
    Samples samples = random_samples(&MODEL, 20000);
    assert_true(wdl_model_fit(&samples, &found));
    for (int i = 0; i < 10000; i++)
        assert_true(
            samples_add(&samples, (Sample){.score = (int16_t)score_mated_in(5), .points = 2}));
    assert_true(wdl_model_fit(&samples, &again));
    assert_true(again.scale == found.scale && again.margin == found.margin);
    samples_free(&samples);
    samples = (Samples){0};
    for (int i = 0; i < 100; i++)
        assert_true(samples_add(&samples, (Sample){.score = 3000, .points = (uint8_t)(i % 3)}));
    assert_true(wdl_model_fit(&samples, &found));
    assert_true(found.scale >= 1 && found.margin >= 0);
    samples_free(&samples);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_models),
        cmocka_unit_test(test_extreme_scores),
    };
    return test_run("wdl_model", tests);
}
