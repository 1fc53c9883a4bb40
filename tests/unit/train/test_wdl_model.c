/* The WDL model that random results were made with is found again. */
#include "unit/testing.h"

#include "train/wdl_model.h"

#include <math.h>

static double random_uniform(uint64_t *seed) {
    return (double)(random_next(seed) >> 11) * 0x1p-53;
}

/* So many samples, with scores from -500 to 500, and what comes of them by the shape. */
static Samples samples_by(const WdlModel *shape, int count) {
    Samples samples = {0};
    uint64_t seed = 11;
    for (int i = 0; i < count; i++) {
        int score = (int)(random_next(&seed) % 1001) - 500;
        double uniform = random_uniform(&seed), win = wdl_win_probability(shape, score);
        bool lost = 1 - uniform < wdl_win_probability(shape, -score);
        Sample sample = {.score = (int16_t)score, .points = uniform < win ? 2 : lost ? 0 : 1};
        assert_true(samples_add(&samples, sample));
    }
    return samples;
}

static void test_known_shapes(void **state) {
    (void)state;
    static const WdlModel SHAPES[] = {{110, 60}, {150, 200}, {60, 150}, {300, 5}};
    for (size_t i = 0; i < sizeof SHAPES / sizeof *SHAPES; i++) {
        WdlModel found;
        Samples samples = samples_by(&SHAPES[i], 200000);
        assert_true(wdl_model_fit(&samples, &found));
        assert_true(fabs(found.scale - SHAPES[i].scale) < 0.03 * SHAPES[i].scale + 1);
        assert_true(fabs(found.margin - SHAPES[i].margin) < 5);
        samples_free(&samples);
    }
}

/* What is proven, or beyond all bounds, does no harm. */
static void test_odd_samples(void **state) {
    (void)state;
    static const WdlModel SHAPE = {100, 50};
    WdlModel found, again;
    Samples samples = samples_by(&SHAPE, 20000);
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
        cmocka_unit_test(test_known_shapes),
        cmocka_unit_test(test_odd_samples),
    };
    return test_run("chances", tests);
}
