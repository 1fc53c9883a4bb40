/* eval_sample: a random sample of the positions that a search evaluates, by reservoir sampling
 * (algorithm R in Vitter, "Random Sampling with a Reservoir", 1985). */
#ifndef MISERE_EVAL_EVAL_SAMPLE_H
#define MISERE_EVAL_EVAL_SAMPLE_H

#include "rules/position.h"

enum { EVAL_SAMPLE_SIZE = 8 };

typedef struct {
    Position positions[EVAL_SAMPLE_SIZE];
    int count;          /* of positions in the sample */
    uint64_t evaluated; /* evaluations recorded */
    uint64_t rng;       /* state of random_next */
} EvalSample;

/* Empties the sample, and keeps its random numbers. */
void eval_sample_begin(EvalSample *sample);

/* Records that the search evaluates a position. Every evaluation is equally likely to end up in the
 * sample. */
void eval_sample_add(EvalSample *sample, const Position *pos);

#endif
