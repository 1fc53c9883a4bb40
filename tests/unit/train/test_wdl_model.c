/* Chances: the shape that results were drawn by lot with is found again. */
#include "unit/testing.h"

#include "train/wdl_model.h"

#include <math.h>

static double draw_lot(uint64_t *seed) {
    return (double)(splitmix_next(seed) >> 11) * 0x1p-53;
}

/* So many samples, with scores from -500 to 500, and what comes of them by the shape. */
static Samples samples_by(const WdlShape *shape, int count) {
    Samples samples = {0};
    uint64_t seed = 11;
    for (int i = 0; i < count; i++) {
        int score = (int)(splitmix_next(&seed) % 1001) - 500;
        double lot = draw_lot(&seed), win = wdl_chance(shape, score);
        bool lost = 1 - lot < wdl_chance(shape, -score);
        Sample sample = {.score = (int16_t)score, .points = lot < win ? 2 : lost ? 0 : 1};
        assert_true(samples_add(&samples, sample));
    }
    return samples;
}

static void test_known_shapes(void **state) {
    (void)state;
    static const WdlShape SHAPES[] = {{110, 60}, {150, 200}, {60, 150}, {300, 5}};
    for (size_t i = 0; i < sizeof SHAPES / sizeof *SHAPES; i++) {
        WdlShape found;
        Samples samples = samples_by(&SHAPES[i], 200000);
        assert_true(chances_fit(&samples, &found));
        assert_true(fabs(found.scale - SHAPES[i].scale) < 0.03 * SHAPES[i].scale + 1);
        assert_true(fabs(found.margin - SHAPES[i].margin) < 5);
        samples_free(&samples);
    }
}

/* What is proven, or beyond all bounds, does no harm. */
static void test_odd_samples(void **state) {
    (void)state;
    static const WdlShape SHAPE = {100, 50};
    WdlShape found, again;
    Samples samples = samples_by(&SHAPE, 20000);
    assert_true(chances_fit(&samples, &found));
    for (int i = 0; i < 10000; i++)
        assert_true(
            samples_add(&samples, (Sample){.score = (int16_t)score_loss_in(5), .points = 2}));
    assert_true(chances_fit(&samples, &again));
    assert_true(again.scale == found.scale && again.margin == found.margin);
    samples_free(&samples);
    samples = (Samples){0};
    for (int i = 0; i < 100; i++)
        assert_true(samples_add(&samples, (Sample){.score = 3000, .points = (uint8_t)(i % 3)}));
    assert_true(chances_fit(&samples, &found));
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
