/* The gradient is that of the loss, and the trained network evaluates as the engine does. */
#include "unit/testing.h"

#include "eval/evaluate.h"
#include "train/gradient.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static Sample sample_of(const char *fen, int score, int points) {
    Position pos;
    Error error;
    assert_true(position_from_fen(&pos, ruleset_find("losers"), fen, &error));
    Sample sample = sample_pack(&pos, score, 0);
    sample.points = points == 2 ? SAMPLE_WIN : points == 1 ? SAMPLE_DRAW : 0;
    return sample;
}

static const char *const FENS[] = {
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
    "4k3/8/3p4/8/8/2P5/1P6/4K2R b - - 0 30",
    "r3k3/1p6/8/8/5n2/8/PPP5/RN2K3 w - - 0 20",
};

enum { FEN_COUNT = sizeof FENS / sizeof *FENS };

static double loss_of(const Weights *weights, const TrainingExample *example) {
    Activations activations;
    forward_pass(weights, example, &activations);
    double points = activations.points, target = example->target;
    return -target * log(points) - (1 - target) * log(1 - points);
}

/* The loss changes with each of many weights as the gradient says. */
static void test_finite_differences(void **state) {
    static const double STEP = 1e-3;
    Weights *weights = calloc(1, sizeof *weights), *gradient = calloc(1, sizeof *gradient);
    weights_init(weights, 0, NETWORK_SLICE, 3);
    int checked = 0;
    for (int i = 0; i < FEN_COUNT; i++) {
        Sample sample = sample_of(FENS[i], 40 * i, i);
        TrainingExample example;
        Activations activations;
        example_unpack(&example, &sample, i == 1, 0.3);
        memset(gradient, 0, sizeof *gradient);
        forward_pass(weights, &example, &activations);
        backward_pass(weights, &example, &activations, gradient);
        for (int j = 0; j < WEIGHT_COUNT; j++) {
            float *weight = (float *)weights + j, kept = *weight;
            double slope = ((float *)gradient)[j];
            if (fabs(slope) < 1e-3)
                continue;
            *weight = kept + (float)STEP;
            double above = loss_of(weights, &example);
            *weight = kept - (float)STEP;
            double below = loss_of(weights, &example);
            *weight = kept;
            assert_true(fabs((above - below) / (2 * STEP) - slope) < 0.03 * fabs(slope) + 2e-3);
            checked++;
        }
    }
    assert_true(checked > 500);
    free(weights);
    free(gradient);
}

/* The prediction is that of the engine's evaluation with the same network, to within what
 * quantisation loses. */
static void test_built_in_network(void **state) {
    const Network *network = evaluate_builtin_network(ruleset_find("losers")->family);
    Network *back = calloc(1, sizeof *back);
    Weights *weights = calloc(1, sizeof *weights);
    weights_dequantise(weights, network);
    weights_quantise(weights, (Family)network->family, back);
    assert_memory_equal(back, network, sizeof *back);
    for (int i = 0; i < FEN_COUNT; i++) {
        Sample sample = sample_of(FENS[i], 0, 0);
        Accumulator accumulator = {0};
        Position pos;
        TrainingExample example;
        Activations activations;
        sample_unpack(&sample, &pos);
        example_unpack(&example, &sample, false, 0);
        forward_pass(weights, &example, &activations);
        double logit = log(activations.points / (1 - (double)activations.points));
        double score = network_evaluate(network, &accumulator, &pos);
        assert_true(fabs(logit * NETWORK_CENTIPAWN_SCALE - score) < 3 + 0.02 * fabs(score));
    }
    free(weights);
    free(back);
}

/* The weights of inputs that cannot occur become 0; the others are kept. */
static void test_impossible_inputs(void **state) {
    const struct {
        Family family;
        uint8_t piece;
        Square square;
        bool possible;
    } rows[] = {
        {FAMILY_LOSERS, piece_make(BLACK, PAWN), 0, false},
        {FAMILY_LOSERS, PAWN, 63, false},
        {FAMILY_LOSERS, PAWN, 8, true},
        {FAMILY_LOSERS, piece_make(BLACK, PAWN), 55, true},
        {FAMILY_LOSERS, NO_PIECE, 0, true},
        {FAMILY_LOSERS, KING, 0, true},
        {FAMILY_LOSERS, ANTIKING, 20, false},
        {FAMILY_ANTIKING, ANTIKING, 20, true},
        {FAMILY_ANTIKING, piece_make(BLACK, ANTIKING), 20, true},
        {FAMILY_ANTIKING, piece_make(WHITE, PIECE_TYPES), 20, false},
    };
    Network *network = calloc(1, sizeof *network);
    Weights *weights = calloc(1, sizeof *weights);
    for (int i = 0; i < NETWORK_INPUTS; i++)
        weights->input[i][5] = 0.5f;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static const Bitboard ATTACKED[COLOURS] = {~0ULL, 0};
        weights_quantise(weights, rows[i].family, network);
        int input = network_input(WHITE, rows[i].piece, ATTACKED, rows[i].square);
        assert_int_equal(network->input[input][5], rows[i].possible ? 128 : 0);
    }
    free(weights);
    free(network);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_finite_differences),
        cmocka_unit_test(test_built_in_network),
        cmocka_unit_test(test_impossible_inputs),
    };
    return test_run("gradient", tests);
}
