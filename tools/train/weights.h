/* weights: a network's weights as floating-point numbers, while they are trained. Thread-safe. */
#ifndef MISERE_TRAIN_WEIGHTS_H
#define MISERE_TRAIN_WEIGHTS_H

#include "eval/network.h"

/* The weights of a network, or a gradient: one number for each weight. */
typedef struct {
    float input[NETWORK_INPUTS][NETWORK_WIDTH];
    float input_bias[NETWORK_WIDTH];
    float output[NETWORK_OUTPUT_BUCKETS][2][NETWORK_WIDTH];
    float output_bias[NETWORK_OUTPUT_BUCKETS];
    float feature[NETWORK_OUTPUT_BUCKETS][FEATURES];
} Weights;

enum { WEIGHT_COUNT = sizeof(Weights) / sizeof(float) };

/* No weight may be larger, so that all can be quantised: the smallest limit, that of inputs. */
#define WEIGHT_MAX ((float)NETWORK_INPUT_MAX / NETWORK_INPUT_SCALE)

/* Random weights for the neurons from `begin` to `end` - 1 of the first layer, whose weights are 0
 * before. */
void weights_init(Weights *weights, int begin, int end, uint64_t seed);

/* The weights of a network. */
void weights_dequantise(Weights *weights, const Network *network);

/* The network for these weights. The weights of inputs that occur in no position of the family are
 * set to 0, because their random initial values would not compress. */
void weights_quantise(const Weights *weights, Family family, Network *network);

/* Is no weight infinite or not a number? */
bool weights_are_finite(const Weights *weights);

/* These two add `other` to *sum, and multiply all weights by a factor. */
void weights_add(Weights *sum, const Weights *other);
void weights_multiply(Weights *weights, float factor);

#endif
