/* gradient: the error of a network on a sample, and its gradient. Thread-safe. */
#ifndef MISERE_TRAIN_GRADIENT_H
#define MISERE_TRAIN_GRADIENT_H

#include "files/samples/samples.h"
#include "train/weights.h"

/* A sample as input to the network, from the point of view of the player to move (in mind control:
 * the player whose turn it is). */
typedef struct {
    uint16_t inputs[2][SQUARES]; /* the active inputs of the player's perspective, and of the
                                    opponent's */
    int output_bucket;
    float features[FEATURES];
    float target; /* points to predict, 0 to 1 */
    float result; /* points scored in the game, 0 to 1 */
} TrainingExample;

/* Unpacks a sample, with the board's files reversed if it is to be mirrored. The target is `lambda`
 * times the result, plus the rest times the expected points of the score. */
void example_unpack(TrainingExample *example, const Sample *sample, bool mirrored, double lambda);

/* The results of a forward pass. */
typedef struct {
    float accumulators[2][NETWORK_WIDTH]; /* the player's perspective, and the opponent's */
    float points;                         /* the network's prediction, 0 to 1 */
} Activations;

void forward_pass(const Weights *weights, const TrainingExample *example, Activations *activations);

/* Adds to the gradient of the loss, the cross-entropy of prediction and target. */
void backward_pass(const Weights *weights, const TrainingExample *example,
                   const Activations *activations, Weights *gradient);

#endif
