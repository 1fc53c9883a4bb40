#include "eval/eval_sample.h"

#include "base/random.h"

void eval_sample_begin(EvalSample *sample) {
    sample->count = 0;
    sample->evaluated = 0;
}

void eval_sample_add(EvalSample *sample, const Position *pos) {
    uint64_t place = sample->evaluated++;
    if (place < EVAL_SAMPLE_SIZE)
        sample->count++;
    else
        place = random_next(&sample->rng) % sample->evaluated;
    if (place < EVAL_SAMPLE_SIZE)
        sample->positions[place] = *pos;
}
