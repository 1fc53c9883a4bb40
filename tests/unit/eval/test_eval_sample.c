/* The sample of the positions that a search evaluates. */
#include "unit/testing.h"

#include "eval/eval_sample.h"

enum { POSITIONS = 40, SAMPLES = 10000 };

/* Each of a search's positions is in a fifth of the samples, give or take five standard deviations
 * of 40, and none is in one sample twice. */
static void test_likelihood(void **state) {
    EvalSample sample = {.rng = 1};
    int times[POSITIONS] = {0};
    for (int i = 0; i < SAMPLES; i++) {
        bool is_in[POSITIONS] = {false};
        eval_sample_begin(&sample);
        for (int key = 0; key < POSITIONS; key++)
            eval_sample_add(&sample, &(Position){.key = (uint64_t)key});
        assert_int_equal(sample.count, EVAL_SAMPLE_SIZE);
        for (int place = 0; place < sample.count; place++) {
            uint64_t key = sample.positions[place].key;
            assert_false(is_in[key]);
            is_in[key] = true;
            times[key]++;
        }
    }
    for (int key = 0; key < POSITIONS; key++)
        assert_in_range(times[key], 1800, 2200);
}

/* A short search's positions are all in the sample. */
static void test_few(void **state) {
    EvalSample sample = {.rng = 1};
    eval_sample_begin(&sample);
    for (int key = 0; key < EVAL_SAMPLE_SIZE - 1; key++)
        eval_sample_add(&sample, &(Position){.key = (uint64_t)key});
    assert_int_equal(sample.count, EVAL_SAMPLE_SIZE - 1);
    for (int place = 0; place < sample.count; place++)
        assert_int_equal(sample.positions[place].key, place);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_likelihood),
        cmocka_unit_test(test_few),
    };
    return test_run("eval sample", tests);
}
