#include "train/fit.h"

#include "base/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = NETWORK_WIDTH,
    INPUTS_MAX = SQUARES,
    BATCH = 1024,
    HELD_BLOCK = 512, /* samples, of some ten games; */
    HELD_EVERY = 20,  /* one block of so many is held back */
};

/* Adam (Kingma and Ba, 2015) with decoupled decay of weights (Loshchilov and Hutter, 2019); the
 * rate falls along half a cosine. */
static const float RATE = 0.0015f, LAST_RATE = 0.02f, DECAY = 0.005f;
static const float MOMENTUM = 0.9f, SCALE_MOMENTUM = 0.999f, EPSILON = 1e-8f;
static const float WEIGHT_MAX = (float)NETWORK_OUTPUT_MAX / NETWORK_OUTPUT_UNIT;
static const float FIRST_INPUT = 0.15f, FIRST_BIAS = 0.1f, FIRST_OUTPUT = 0.2f;

typedef struct {
    float input[NETWORK_INPUTS][WIDTH];
    float input_bias[WIDTH];
    float output[NETWORK_OUTPUTS][2][WIDTH];
    float output_bias[NETWORK_OUTPUTS];
    float feature[NETWORK_OUTPUTS][FEATURES];
} Weights;

enum { WEIGHTS = sizeof(Weights) / sizeof(float) };

/* A sample as the network sees it. */
typedef struct {
    uint16_t inputs[INPUTS_MAX]; /* in the player's view */
    int count;
    int output;
    float features[FEATURES];
    float aim;    /* points */
    float result; /* points */
} Row;

/* What a row makes of the neurons. */
typedef struct {
    float sums[2][WIDTH]; /* of the player's view, of the other's */
    float worth;          /* in units of the output */
} Look;

typedef struct {
    const Samples *samples;
    const FitPlan *plan;
    uint64_t lot;
    Weights weights, gradient, mean, square; /* the last two are Adam's */
    int steps;
} Fit;

/* --- samples --- */

static float points_of_score(Score score) {
    return (float)(1 / (1 + exp(-score / NETWORK_CENTIPAWNS)));
}

static void unpack(const Fit *fit, size_t index, bool mirrored, Row *row) {
    const Sample *sample = &fit->samples->samples[index];
    Position pos;
    int features[FEATURES];
    sample_unpack(sample, &pos);
    feature_count(&pos, features);
    for (int i = 0; i < FEATURES; i++)
        row->features[i] = (float)(pos.player == WHITE ? features[i] : -features[i]);
    row->count = 0;
    row->output = network_output(&pos);
    for (Bitboard set = position_occupied(&pos); set;) {
        Square square = pop_lowest(&set);
        uint8_t piece = pos.board[square];
        int input =
            network_input((Colour)pos.player, piece_colour(piece), piece_type(piece), square);
        row->inputs[row->count++] = (uint16_t)(mirrored ? network_input_mirrored(input) : input);
    }
    float lambda = (float)fit->plan->lambda;
    row->result = (float)sample->points / 2;
    row->aim = lambda * row->result + (1 - lambda) * points_of_score(sample->score);
}

static bool is_held_back(size_t index) {
    return index / HELD_BLOCK % HELD_EVERY == 0;
}

/* --- forwards and back --- */

static int input_of(const Row *row, int view, int index) {
    int input = row->inputs[index];
    return view == 0 ? input : network_input_turned(input);
}

static float clip(float sum) {
    return sum < 0 ? 0 : sum > 1 ? 1 : sum;
}

static void look(const Weights *weights, const Row *row, Look *look) {
    look->worth = weights->output_bias[row->output];
    for (int i = 0; i < FEATURES; i++)
        look->worth += weights->feature[row->output][i] * row->features[i];
    for (int view = 0; view < 2; view++) {
        float *sums = look->sums[view];
        memcpy(sums, weights->input_bias, sizeof weights->input_bias);
        for (int k = 0; k < row->count; k++) {
            const float *input = weights->input[input_of(row, view, k)];
            for (int i = 0; i < WIDTH; i++)
                sums[i] += input[i];
        }
        for (int i = 0; i < WIDTH; i++) {
            float value = clip(sums[i]);
            look->worth += value * value * weights->output[row->output][view][i];
        }
    }
}

static float points_of(const Look *look) {
    return 1 / (1 + expf(-look->worth));
}

/* Adds what the row says of each weight; `error` is the worth's part of the loss's gradient. */
static void learn(const Weights *weights, const Row *row, const Look *look, float error,
                  Weights *gradient) {
    gradient->output_bias[row->output] += error;
    for (int i = 0; i < FEATURES; i++)
        gradient->feature[row->output][i] += error * row->features[i];
    for (int view = 0; view < 2; view++) {
        float of_sums[WIDTH];
        for (int i = 0; i < WIDTH; i++) {
            float sum = look->sums[view][i], value = clip(sum);
            float weight = weights->output[row->output][view][i];
            gradient->output[row->output][view][i] += error * value * value;
            of_sums[i] = sum > 0 && sum < 1 ? error * weight * 2 * value : 0;
            gradient->input_bias[i] += of_sums[i];
        }
        for (int k = 0; k < row->count; k++) {
            float *input = gradient->input[input_of(row, view, k)];
            for (int i = 0; i < WIDTH; i++)
                input[i] += of_sums[i];
        }
    }
}

/* --- the fit --- */

/* One step of Adam against the gradient, which is zeroed. */
static void step(Fit *fit, float rate) {
    float *weights = (float *)&fit->weights, *gradient = (float *)&fit->gradient;
    float *mean = (float *)&fit->mean, *square = (float *)&fit->square;
    fit->steps++;
    float mean_unit = 1 - powf(MOMENTUM, (float)fit->steps);
    float square_unit = 1 - powf(SCALE_MOMENTUM, (float)fit->steps);
    for (int i = 0; i < WEIGHTS; i++) {
        mean[i] += (1 - MOMENTUM) * (gradient[i] - mean[i]);
        square[i] += (1 - SCALE_MOMENTUM) * (gradient[i] * gradient[i] - square[i]);
        float change = mean[i] / mean_unit / (sqrtf(square[i] / square_unit) + EPSILON);
        float weight = weights[i] - rate * (change + DECAY * weights[i]);
        weights[i] = weight > WEIGHT_MAX ? WEIGHT_MAX : weight < -WEIGHT_MAX ? -WEIGHT_MAX : weight;
        gradient[i] = 0;
    }
}

/* A number from -1 to 1. */
static float draw(uint64_t *lot) {
    return (float)(splitmix_next(lot) >> 40) / (1 << 23) - 1;
}

static void start_anew(Fit *fit) {
    Weights *weights = &fit->weights;
    for (int i = 0; i < NETWORK_INPUTS; i++)
        for (int j = 0; j < WIDTH; j++)
            weights->input[i][j] = FIRST_INPUT * draw(&fit->lot);
    for (int j = 0; j < WIDTH; j++)
        weights->input_bias[j] = FIRST_BIAS;
    for (int view = 0; view < 2; view++)
        for (int j = 0; j < WIDTH; j++) {
            float weight = FIRST_OUTPUT * draw(&fit->lot);
            for (int output = 0; output < NETWORK_OUTPUTS; output++)
                weights->output[output][view][j] = weight;
        }
}

static void start_from(Weights *weights, const Network *network) {
    static const float INPUT = 1.0f / NETWORK_INPUT_UNIT, OUTPUT = 1.0f / NETWORK_OUTPUT_UNIT;
    static const float FEATURE = (float)(1 / (NETWORK_FEATURE_UNIT * NETWORK_CENTIPAWNS));
    for (int i = 0; i < NETWORK_INPUTS; i++)
        for (int j = 0; j < WIDTH; j++)
            weights->input[i][j] = network->input[i][j] * INPUT;
    for (int j = 0; j < WIDTH; j++)
        weights->input_bias[j] = network->input_bias[j] * INPUT;
    for (int output = 0; output < NETWORK_OUTPUTS; output++) {
        for (int view = 0; view < 2; view++)
            for (int j = 0; j < WIDTH; j++)
                weights->output[output][view][j] = network->output[output][view][j] * OUTPUT;
        weights->output_bias[output] = (float)network->output_bias[output] * INPUT * OUTPUT;
        for (int i = 0; i < FEATURES; i++)
            weights->feature[output][i] = network->feature[output][i] * FEATURE;
    }
}

static int16_t rounded(double value, int limit) {
    return (int16_t)lrint(fmin(fmax(value, -limit), limit));
}

static void hand_over(const Weights *weights, Network *network) {
    for (int i = 0; i < NETWORK_INPUTS; i++)
        for (int j = 0; j < WIDTH; j++)
            network->input[i][j] =
                rounded(weights->input[i][j] * NETWORK_INPUT_UNIT, NETWORK_INPUT_MAX);
    for (int j = 0; j < WIDTH; j++)
        network->input_bias[j] =
            rounded(weights->input_bias[j] * NETWORK_INPUT_UNIT, NETWORK_INPUT_MAX);
    for (int output = 0; output < NETWORK_OUTPUTS; output++) {
        for (int view = 0; view < 2; view++)
            for (int j = 0; j < WIDTH; j++)
                network->output[output][view][j] = rounded(
                    weights->output[output][view][j] * NETWORK_OUTPUT_UNIT, NETWORK_OUTPUT_MAX);
        network->output_bias[output] = (int32_t)lrintf(weights->output_bias[output] *
                                                       (NETWORK_OUTPUT_UNIT * NETWORK_INPUT_UNIT));
        for (int i = 0; i < FEATURES; i++)
            network->feature[output][i] =
                rounded(weights->feature[output][i] * NETWORK_CENTIPAWNS * NETWORK_FEATURE_UNIT,
                        NETWORK_FEATURE_MAX);
    }
}

/* The mean squared errors of what was held back: against the aim, against the results alone. */
static void measure(const Fit *fit, double *against_aim, double *against_results) {
    size_t count = 0;
    *against_aim = *against_results = 0;
    for (size_t i = 0; i < fit->samples->count; i++) {
        if (!is_held_back(i))
            continue;
        Row row;
        Look seen;
        unpack(fit, i, false, &row);
        look(&fit->weights, &row, &seen);
        float points = points_of(&seen);
        *against_aim += (points - row.aim) * (points - row.aim);
        *against_results += (points - row.result) * (points - row.result);
        count++;
    }
    *against_aim /= (double)count;
    *against_results /= (double)count;
}

static void shuffle(size_t *order, size_t count, uint64_t *lot) {
    for (size_t i = count - 1; i > 0; i--) {
        size_t j = splitmix_next(lot) % (i + 1), kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
}

/* Goes once through the samples in that order. */
static void run_epoch(Fit *fit, int epoch, const size_t *order, size_t count) {
    for (size_t first = 0; first < count; first += BATCH) {
        size_t last = first + BATCH < count ? first + BATCH : count;
        double done = (epoch + (double)first / (double)count) / fit->plan->epochs;
        float fall = LAST_RATE + (1 - LAST_RATE) * 0.5f * (1 + cosf((float)(3.14159265 * done)));
        for (size_t i = first; i < last; i++) {
            Row row;
            Look seen;
            unpack(fit, order[i], splitmix_next(&fit->lot) & 1, &row);
            look(&fit->weights, &row, &seen);
            float error = (points_of(&seen) - row.aim) / (float)(last - first);
            learn(&fit->weights, &row, &seen, error, &fit->gradient);
        }
        step(fit, RATE * fall);
    }
}

bool fit_network(Network *network, const Samples *samples, const FitPlan *plan, Error *error) {
    if (samples->count <= HELD_BLOCK)
        return error_set(error, "%zu positions are too few to learn from", samples->count);
    Fit *fit = calloc(1, sizeof *fit);
    size_t *order = malloc(samples->count * sizeof *order), count = 0;
    if (!fit || !order) {
        free(fit);
        free(order);
        return error_set(error, "out of memory");
    }
    *fit = (Fit){.samples = samples, .plan = plan, .lot = splitmix_seed(plan->seed, 0)};
    if (plan->start)
        start_from(&fit->weights, plan->start);
    else
        start_anew(fit);
    for (size_t i = 0; i < samples->count; i++)
        if (!is_held_back(i))
            order[count++] = i;
    for (int epoch = 0; epoch < plan->epochs; epoch++) {
        shuffle(order, count, &fit->lot);
        run_epoch(fit, epoch, order, count);
        double against_aim, against_results;
        measure(fit, &against_aim, &against_results);
        fprintf(stderr, "epoch %2d of %d: held back, error %.5f, against the results alone %.5f\n",
                epoch + 1, plan->epochs, against_aim, against_results);
    }
    hand_over(&fit->weights, network);
    network->family = ruleset_at(samples->samples[0].ruleset)->family;
    network_seal(network);
    free(order);
    free(fit);
    return true;
}
