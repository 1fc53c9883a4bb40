#include "train/weights.h"

#include "base/random.h"

#include <math.h>

enum { WIDTH = NETWORK_WIDTH };

static const float INIT_INPUT_WEIGHT = 0.1f, INIT_INPUT_BIAS = 0.1f, INIT_OUTPUT_WEIGHT = 0.2f;

/* A random number from -1 to 1. */
static float random_uniform(uint64_t *rng) {
    return (float)(random_next(rng) >> 40) / (1 << 23) - 1;
}

void weights_init(Weights *weights, int begin, int end, uint64_t seed) {
    uint64_t rng = random_seed(seed, 0);
    for (int i = 0; i < NETWORK_INPUTS; i++)
        for (int j = begin; j < end; j++)
            weights->input[i][j] = INIT_INPUT_WEIGHT * random_uniform(&rng);
    for (int j = begin; j < end; j++)
        weights->input_bias[j] = INIT_INPUT_BIAS;
    for (int perspective = 0; perspective < 2; perspective++)
        for (int j = begin; j < end; j++) {
            float weight = INIT_OUTPUT_WEIGHT * random_uniform(&rng);
            for (int output = 0; output < NETWORK_OUTPUT_BUCKETS; output++)
                weights->output[output][perspective][j] = weight;
        }
}

void weights_dequantise(Weights *weights, const Network *network) {
    static const float INPUT = 1.0f / NETWORK_INPUT_SCALE, OUTPUT = 1.0f / NETWORK_OUTPUT_SCALE;
    static const float FEATURE = (float)(1 / (NETWORK_FEATURE_SCALE * NETWORK_CENTIPAWN_SCALE));
    for (int i = 0; i < NETWORK_INPUTS; i++)
        for (int j = 0; j < WIDTH; j++)
            weights->input[i][j] = network->input[i][j] * INPUT;
    for (int j = 0; j < WIDTH; j++)
        weights->input_bias[j] = network->input_bias[j] * INPUT;
    for (int output = 0; output < NETWORK_OUTPUT_BUCKETS; output++) {
        for (int perspective = 0; perspective < 2; perspective++)
            for (int j = 0; j < WIDTH; j++)
                weights->output[output][perspective][j] =
                    network->output[output][perspective][j] * OUTPUT;
        weights->output_bias[output] = (float)network->output_bias[output] * INPUT * OUTPUT;
        for (int i = 0; i < FEATURES; i++)
            weights->feature[output][i] = network->feature[output][i] * FEATURE;
    }
}

static int16_t quantise_weight(double value, int limit) {
    return (int16_t)lrint(fmin(fmax(value, -limit), limit));
}

/* Can the input be active? Pawns never stand on the first or last rank, and only one family has
 * anti-kings. */
static bool input_is_possible(Family family, int input) {
    Square square = input % SQUARES;
    uint8_t piece = (uint8_t)(input / SQUARES % NETWORK_CONTENTS);
    if (piece == NO_PIECE)
        return true;
    switch (piece_type(piece)) {
    case PAWN:
        return !(bit(square) & (RANK_1 | RANK_8));
    case ANTIKING:
        return family == FAMILY_ANTIKING;
    default:
        return piece_type(piece) < PIECE_TYPES;
    }
}

void weights_quantise(const Weights *weights, Family family, Network *network) {
    for (int i = 0; i < NETWORK_INPUTS; i++) {
        float scale = input_is_possible(family, i) ? NETWORK_INPUT_SCALE : 0;
        for (int j = 0; j < WIDTH; j++)
            network->input[i][j] = quantise_weight(weights->input[i][j] * scale, NETWORK_INPUT_MAX);
    }
    for (int j = 0; j < WIDTH; j++)
        network->input_bias[j] =
            quantise_weight(weights->input_bias[j] * NETWORK_INPUT_SCALE, NETWORK_INPUT_MAX);
    for (int output = 0; output < NETWORK_OUTPUT_BUCKETS; output++) {
        for (int perspective = 0; perspective < 2; perspective++)
            for (int j = 0; j < WIDTH; j++)
                network->output[output][perspective][j] =
                    quantise_weight(weights->output[output][perspective][j] * NETWORK_OUTPUT_SCALE,
                                    NETWORK_OUTPUT_MAX);
        network->output_bias[output] = (int32_t)lrintf(
            weights->output_bias[output] * (NETWORK_OUTPUT_SCALE * NETWORK_INPUT_SCALE));
        for (int i = 0; i < FEATURES; i++)
            network->feature[output][i] = quantise_weight(
                weights->feature[output][i] * NETWORK_CENTIPAWN_SCALE * NETWORK_FEATURE_SCALE,
                NETWORK_FEATURE_MAX);
    }
    network->family = family;
    network_set_header(network);
}

/* The members are arrays of floats without gaps between them. */
static float *flat(Weights *weights) {
    return (float *)(void *)weights;
}

void weights_add(Weights *sum, const Weights *other) {
    const float *numbers = (const float *)(const void *)other;
    for (int i = 0; i < WEIGHT_COUNT; i++)
        flat(sum)[i] += numbers[i];
}

void weights_multiply(Weights *weights, float factor) {
    for (int i = 0; i < WEIGHT_COUNT; i++)
        flat(weights)[i] *= factor;
}

bool weights_are_finite(const Weights *weights) {
    const float *numbers = (const float *)(const void *)weights;
    for (int i = 0; i < WEIGHT_COUNT; i++)
        if (!isfinite(numbers[i]))
            return false;
    return true;
}
