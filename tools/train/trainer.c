#include "train/trainer.h"

#include "base/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = NETWORK_WIDTH,
    INPUTS_MAX = SQUARES,
    BATCH = 1024,
    VALIDATION_BLOCK = 512, /* in samples; about ten games */
    VALIDATION_EVERY = 20,  /* one block in 20 belongs to the validation set */
};

/* Adam (Kingma and Ba, 2015) with decoupled weight decay (Loshchilov and Hutter, 2019) and cosine
 * annealing of the learning rate (Loshchilov and Hutter, 2017). */
static const float LEARNING_RATE = 0.0015f, FINAL_RATE_FACTOR = 0.02f, WEIGHT_DECAY = 0.005f;
static const float ADAM_BETA1 = 0.9f, ADAM_BETA2 = 0.999f, ADAM_EPSILON = 1e-8f;
static const float WEIGHT_MAX = (float)NETWORK_OUTPUT_MAX / NETWORK_OUTPUT_SCALE;
static const float INIT_INPUT_WEIGHT = 0.15f, INIT_INPUT_BIAS = 0.1f, INIT_OUTPUT_WEIGHT = 0.2f;

typedef struct {
    float input[NETWORK_INPUTS][WIDTH];
    float input_bias[WIDTH];
    float output[NETWORK_OUTPUT_BUCKETS][2][WIDTH];
    float output_bias[NETWORK_OUTPUT_BUCKETS];
    float feature[NETWORK_OUTPUT_BUCKETS][FEATURES];
} Weights;

enum { WEIGHT_COUNT = sizeof(Weights) / sizeof(float) };

/* A sample as input to the network, from the point of view of the player to move (in mind control:
 * the player whose turn it is). */
typedef struct {
    uint16_t inputs[INPUTS_MAX]; /* indexes of the active inputs */
    int count;                   /* number of active inputs */
    int output_bucket;
    float features[FEATURES];
    float target; /* points to predict, 0 to 1 */
    float result; /* points scored in the game: 0, 0.5 or 1 */
} TrainingExample;

/* The results of a forward pass. */
typedef struct {
    float accumulators[2][WIDTH]; /* the player's perspective, and the opponent's */
    float logit;                  /* the network's output */
} Activations;

typedef struct {
    const Samples *samples;
    const TrainingConfig *config;
    uint64_t rng;
    Weights weights, gradient;
    Weights first_moment, second_moment; /* Adam's running means */
    int steps;                           /* number of Adam steps so far */
} Trainer;

/* --- samples --- */

static float points_of_score(Score score) {
    return (float)(1 / (1 + exp(-score / NETWORK_CENTIPAWN_SCALE)));
}

static void unpack(const Trainer *trainer, size_t index, bool mirrored, TrainingExample *example) {
    const Sample *sample = &trainer->samples->samples[index];
    Position pos;
    int features[FEATURES];
    sample_unpack(sample, &pos);
    feature_count(&pos, features);
    for (int i = 0; i < FEATURES; i++)
        example->features[i] = (float)(pos.player == WHITE ? features[i] : -features[i]);
    example->count = 0;
    example->output_bucket = network_output_bucket(&pos);
    for (Bitboard set = position_occupied(&pos); set;) {
        Square square = pop_lsb(&set);
        uint8_t piece = pos.board[square];
        int input =
            network_input((Colour)pos.player, piece_colour(piece), piece_type(piece), square);
        example->inputs[example->count++] =
            (uint16_t)(mirrored ? network_input_mirrored(input) : input);
    }
    float lambda = (float)trainer->config->lambda;
    example->result = (float)sample->points / 2;
    example->target = lambda * example->result + (1 - lambda) * points_of_score(sample->score);
}

static bool is_validation(size_t index) {
    return index / VALIDATION_BLOCK % VALIDATION_EVERY == 0;
}

/* --- forward and backward pass --- */

static int input_of(const TrainingExample *example, int perspective, int index) {
    int input = example->inputs[index];
    return perspective == 0 ? input : network_input_flipped(input);
}

static float clip(float sum) {
    return sum < 0 ? 0 : sum > 1 ? 1 : sum;
}

static void forward_pass(const Weights *weights, const TrainingExample *example,
                         Activations *activations) {
    activations->logit = weights->output_bias[example->output_bucket];
    for (int i = 0; i < FEATURES; i++)
        activations->logit += weights->feature[example->output_bucket][i] * example->features[i];
    for (int perspective = 0; perspective < 2; perspective++) {
        float *accumulators = activations->accumulators[perspective];
        memcpy(accumulators, weights->input_bias, sizeof weights->input_bias);
        for (int k = 0; k < example->count; k++) {
            const float *input = weights->input[input_of(example, perspective, k)];
            for (int i = 0; i < WIDTH; i++)
                accumulators[i] += input[i];
        }
        for (int i = 0; i < WIDTH; i++) {
            float value = clip(accumulators[i]);
            activations->logit +=
                value * value * weights->output[example->output_bucket][perspective][i];
        }
    }
}

static float points_of(const Activations *activations) {
    return 1 / (1 + expf(-activations->logit));
}

/* Adds the gradient of one example's loss with respect to all weights. `logit_gradient` is the
 * gradient with respect to the logit. */
static void backward_pass(const Weights *weights, const TrainingExample *example,
                          const Activations *activations, float logit_gradient, Weights *gradient) {
    gradient->output_bias[example->output_bucket] += logit_gradient;
    for (int i = 0; i < FEATURES; i++)
        gradient->feature[example->output_bucket][i] += logit_gradient * example->features[i];
    for (int perspective = 0; perspective < 2; perspective++) {
        float accumulator_gradient[WIDTH];
        for (int i = 0; i < WIDTH; i++) {
            float sum = activations->accumulators[perspective][i], value = clip(sum);
            float weight = weights->output[example->output_bucket][perspective][i];
            gradient->output[example->output_bucket][perspective][i] +=
                logit_gradient * value * value;
            accumulator_gradient[i] = sum > 0 && sum < 1 ? logit_gradient * weight * 2 * value : 0;
            gradient->input_bias[i] += accumulator_gradient[i];
        }
        for (int k = 0; k < example->count; k++) {
            float *input = gradient->input[input_of(example, perspective, k)];
            for (int i = 0; i < WIDTH; i++)
                input[i] += accumulator_gradient[i];
        }
    }
}

/* --- training --- */

/* Takes one Adam step, and resets the gradient to zero. */
static void adam_step(Trainer *trainer, float rate) {
    float *weights = (float *)&trainer->weights, *gradient = (float *)&trainer->gradient;
    float *first_moment = (float *)&trainer->first_moment;
    float *second_moment = (float *)&trainer->second_moment;
    trainer->steps++;
    float bias_correction1 = 1 - powf(ADAM_BETA1, (float)trainer->steps);
    float bias_correction2 = 1 - powf(ADAM_BETA2, (float)trainer->steps);
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        first_moment[i] += (1 - ADAM_BETA1) * (gradient[i] - first_moment[i]);
        second_moment[i] += (1 - ADAM_BETA2) * (gradient[i] * gradient[i] - second_moment[i]);
        float change = first_moment[i] / bias_correction1 /
                       (sqrtf(second_moment[i] / bias_correction2) + ADAM_EPSILON);
        float weight = weights[i] - rate * (change + WEIGHT_DECAY * weights[i]);
        weights[i] = weight > WEIGHT_MAX ? WEIGHT_MAX : weight < -WEIGHT_MAX ? -WEIGHT_MAX : weight;
        gradient[i] = 0;
    }
}

/* A random number from -1 to 1. */
static float random_uniform(uint64_t *rng) {
    return (float)(random_next(rng) >> 40) / (1 << 23) - 1;
}

static void init_weights(Trainer *trainer) {
    Weights *weights = &trainer->weights;
    for (int i = 0; i < NETWORK_INPUTS; i++)
        for (int j = 0; j < WIDTH; j++)
            weights->input[i][j] = INIT_INPUT_WEIGHT * random_uniform(&trainer->rng);
    for (int j = 0; j < WIDTH; j++)
        weights->input_bias[j] = INIT_INPUT_BIAS;
    for (int perspective = 0; perspective < 2; perspective++)
        for (int j = 0; j < WIDTH; j++) {
            float weight = INIT_OUTPUT_WEIGHT * random_uniform(&trainer->rng);
            for (int output = 0; output < NETWORK_OUTPUT_BUCKETS; output++)
                weights->output[output][perspective][j] = weight;
        }
}

static void dequantise(Weights *weights, const Network *network) {
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

static void quantise(const Weights *weights, Network *network) {
    for (int i = 0; i < NETWORK_INPUTS; i++)
        for (int j = 0; j < WIDTH; j++)
            network->input[i][j] =
                quantise_weight(weights->input[i][j] * NETWORK_INPUT_SCALE, NETWORK_INPUT_MAX);
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
}

/* Computes the mean squared errors on the validation set: against the targets, and against the
 * results. */
static void validate(const Trainer *trainer, double *target_error, double *result_error) {
    size_t count = 0;
    *target_error = *result_error = 0;
    for (size_t i = 0; i < trainer->samples->count; i++) {
        if (!is_validation(i))
            continue;
        TrainingExample example;
        Activations activations;
        unpack(trainer, i, false, &example);
        forward_pass(&trainer->weights, &example, &activations);
        float points = points_of(&activations);
        *target_error += (points - example.target) * (points - example.target);
        *result_error += (points - example.result) * (points - example.result);
        count++;
    }
    *target_error /= (double)count;
    *result_error /= (double)count;
}

static void shuffle(size_t *order, size_t count, uint64_t *rng) {
    for (size_t i = count - 1; i > 0; i--) {
        size_t j = random_next(rng) % (i + 1), kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
}

/* Trains on all samples once, in the given order. */
static void run_epoch(Trainer *trainer, int epoch, const size_t *order, size_t count) {
    for (size_t first = 0; first < count; first += BATCH) {
        size_t last = first + BATCH < count ? first + BATCH : count;
        double done = (epoch + (double)first / (double)count) / trainer->config->epochs;
        float annealing = FINAL_RATE_FACTOR +
                          (1 - FINAL_RATE_FACTOR) * 0.5f * (1 + cosf((float)(3.14159265 * done)));
        for (size_t i = first; i < last; i++) {
            TrainingExample example;
            Activations activations;
            unpack(trainer, order[i], random_next(&trainer->rng) & 1, &example);
            forward_pass(&trainer->weights, &example, &activations);
            float logit_gradient =
                (points_of(&activations) - example.target) / (float)(last - first);
            backward_pass(&trainer->weights, &example, &activations, logit_gradient,
                          &trainer->gradient);
        }
        adam_step(trainer, LEARNING_RATE * annealing);
    }
}

bool train_network(Network *network, const Samples *samples, const TrainingConfig *config,
                   Error *error) {
    if (samples->count <= VALIDATION_BLOCK)
        return error_set(error, "%zu positions are too few to train a network", samples->count);
    Trainer *trainer = calloc(1, sizeof *trainer);
    size_t *order = malloc(samples->count * sizeof *order), count = 0;
    if (!trainer || !order) {
        free(trainer);
        free(order);
        return error_set(error, "out of memory");
    }
    *trainer = (Trainer){.samples = samples, .config = config, .rng = random_seed(config->seed, 0)};
    if (config->start)
        dequantise(&trainer->weights, config->start);
    else
        init_weights(trainer);
    for (size_t i = 0; i < samples->count; i++)
        if (!is_validation(i))
            order[count++] = i;
    for (int epoch = 0; epoch < config->epochs; epoch++) {
        shuffle(order, count, &trainer->rng);
        run_epoch(trainer, epoch, order, count);
        double target_error, result_error;
        validate(trainer, &target_error, &result_error);
        fprintf(stderr, "epoch %2d of %d: validation error %.5f (against results alone %.5f)\n",
                epoch + 1, config->epochs, target_error, result_error);
    }
    quantise(&trainer->weights, network);
    network->family = ruleset_at(samples->samples[0].ruleset)->family;
    network_set_header(network);
    free(order);
    free(trainer);
    return true;
}
