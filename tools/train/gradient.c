#include "train/gradient.h"

#include <math.h>
#include <string.h>

enum {
    WIDTH = NETWORK_WIDTH,
    LANES = 8,     /* floats in a vector */
    REGISTERS = 4, /* vectors that are summed at the same time */
    SLICE = LANES * REGISTERS,
};

_Static_assert(WIDTH % SLICE == 0, "the neurons can be divided into slices");
_Static_assert((WIDTH & (WIDTH - 1)) == 0, "the neurons can be halved repeatedly");

/* Several floats, on which arithmetic works element by element: a vector extension of gcc and
 * clang. The order of additions does not depend on the processor. */
typedef float Lanes __attribute__((vector_size(LANES * sizeof(float)), aligned(4), may_alias));

/* --- samples --- */

static float points_of_score(Score score) {
    return (float)(1 / (1 + exp(-score / NETWORK_CENTIPAWN_SCALE)));
}

void example_unpack(TrainingExample *example, const Sample *sample, bool mirrored, double lambda) {
    Position pos;
    int features[FEATURES];
    Bitboard attacked[COLOURS];
    sample_unpack(sample, &pos);
    feature_count(&pos, features, attacked);
    for (int i = 0; i < FEATURES; i++)
        example->features[i] = (float)(pos.player == WHITE ? features[i] : -features[i]);
    example->output_bucket = network_output_bucket(&pos);
    for (int perspective = 0; perspective < 2; perspective++)
        for (Square square = 0; square < SQUARES; square++) {
            Colour colour = (Colour)(pos.player ^ perspective);
            int input = network_input(colour, pos.board[square], attacked, square);
            example->inputs[perspective][square] =
                (uint16_t)(mirrored ? network_input_mirrored(input) : input);
        }
    example->result = (float)sample->points / SAMPLE_WIN;
    float weight = sample->deviates ? 0 : (float)lambda;
    example->target = weight * example->result + (1 - weight) * points_of_score(sample->score);
}

/* --- forward --- */

/* Sums the weights of the active inputs, one slice of the neurons after the other, so that the sums
 * stay in registers. */
static void sum_inputs(const Weights *weights, const uint16_t inputs[SQUARES],
                       float *accumulators) {
    for (int slice = 0; slice < WIDTH; slice += SLICE) {
        const Lanes *bias = (const Lanes *)(weights->input_bias + slice);
        Lanes *sums = (Lanes *)(accumulators + slice);
        Lanes sum0 = bias[0], sum1 = bias[1], sum2 = bias[2], sum3 = bias[3];
        for (int k = 0; k < SQUARES; k++) {
            const Lanes *row = (const Lanes *)(weights->input[inputs[k]] + slice);
            sum0 += row[0];
            sum1 += row[1];
            sum2 += row[2];
            sum3 += row[3];
        }
        sums[0] = sum0;
        sums[1] = sum1;
        sums[2] = sum2;
        sums[3] = sum3;
    }
}

static float clip(float sum) {
    float value = sum > 0 ? sum : 0;
    return value < 1 ? value : 1;
}

/* The sum over all neurons of the squared value times the output weight: pairwise, so that it is
 * done in vectors. */
static float sum_outputs(const float *accumulators, const float *output) {
    float sums[WIDTH];
    for (int i = 0; i < WIDTH; i++) {
        float value = clip(accumulators[i]);
        sums[i] = value * value * output[i];
    }
    for (int count = WIDTH / 2; count > 0; count /= 2)
        for (int i = 0; i < count; i++)
            sums[i] += sums[count + i];
    return sums[0];
}

void forward_pass(const Weights *weights, const TrainingExample *example,
                  Activations *activations) {
    int bucket = example->output_bucket;
    float logit = weights->output_bias[bucket];
    for (int i = 0; i < FEATURES; i++)
        logit += weights->feature[bucket][i] * example->features[i];
    for (int perspective = 0; perspective < 2; perspective++) {
        float *accumulators = activations->accumulators[perspective];
        sum_inputs(weights, example->inputs[perspective], accumulators);
        logit += sum_outputs(accumulators, weights->output[bucket][perspective]);
    }
    activations->points = 1 / (1 + expf(-logit));
}

/* --- backward --- */

void backward_pass(const Weights *weights, const TrainingExample *example,
                   const Activations *activations, Weights *gradient) {
    int bucket = example->output_bucket;
    float logit_gradient = activations->points - example->target;
    gradient->output_bias[bucket] += logit_gradient;
    for (int i = 0; i < FEATURES; i++)
        gradient->feature[bucket][i] += logit_gradient * example->features[i];
    for (int perspective = 0; perspective < 2; perspective++) {
        const float *sums = activations->accumulators[perspective];
        const float *output = weights->output[bucket][perspective];
        float *output_gradient = gradient->output[bucket][perspective];
        float sum_gradient[WIDTH];
        for (int i = 0; i < WIDTH; i++) {
            float value = clip(sums[i]), slope = value < 1 ? 2 * value : 0;
            output_gradient[i] += logit_gradient * value * value;
            sum_gradient[i] = logit_gradient * output[i] * slope;
            gradient->input_bias[i] += sum_gradient[i];
        }
        for (int k = 0; k < SQUARES; k++) {
            float *input = gradient->input[example->inputs[perspective][k]];
            for (int i = 0; i < WIDTH; i++)
                input[i] += sum_gradient[i];
        }
    }
}
