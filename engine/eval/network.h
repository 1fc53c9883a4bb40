/* network: an efficiently updatable neural network (NNUE) that evaluates positions.
 *
 * There is one input for each combination of a square, what stands there (perhaps nothing), and
 * which sides attack it, so 64 inputs are active in any position. Where captures are compulsory,
 * attacks decide what can be forced. Each side has its own perspective of the board: its pieces
 * first, its home rank at the bottom. The first layer has up to NETWORK_WIDTH neurons for each
 * perspective; both perspectives use the same weights. Each output neuron is a weighted sum of
 * these neurons' values, which are first clipped and squared (SCReLU), and of the hand-crafted
 * features. The number of pieces decides which output neuron is used; in mind control, the player
 * and the half-move of the turn matter as well.
 *
 * Sources: Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
 * Shogi", 2018. SCReLU has been common in chess engines since 2023; threat inputs, in other forms,
 * in Monty, PlentyChess and Stockfish. */
#ifndef MISERE_EVAL_NETWORK_H
#define MISERE_EVAL_NETWORK_H

#include "eval/feature.h"
#include "eval/score.h"

enum {
    NETWORK_WIDTH = 128,   /* the most that a network can use */
    NETWORK_SLICE = 64,    /* it uses a multiple of this many */
    NETWORK_ATTACKERS = 4, /* neither side, the perspective's own, the enemy, both */
    NETWORK_CONTENTS = 16, /* the contents of a square, as in Position.board */
    NETWORK_INPUTS = NETWORK_ATTACKERS * NETWORK_CONTENTS * SQUARES,
    NETWORK_BUCKET_PIECES = 4, /* piece counts that share a bucket */
    NETWORK_PIECE_BUCKETS = 8, /* for 1 to 4 pieces, 5 to 8, ..., 29 or more */
    NETWORK_TURN_BUCKETS = 4,  /* by player and half-move of the turn; in mind control only */
    NETWORK_OUTPUT_BUCKETS = NETWORK_PIECE_BUCKETS * NETWORK_TURN_BUCKETS,
    /* Quantisation scales: weights are multiplied by these and rounded. */
    NETWORK_INPUT_SCALE = 255,
    NETWORK_OUTPUT_SCALE = 64,
    NETWORK_FEATURE_SCALE = 16, /* feature weights are in centipawns */
    /* Limits on quantised weights and biases that keep network.c from overflowing. */
    NETWORK_INPUT_MAX = 504,       /* the sum of 64 weights and the bias fits in 16 bits */
    NETWORK_OUTPUT_MAX = 127,      /* a weight times a clipped value fits in 16 bits */
    NETWORK_BIAS_MAX = 1 << 24,    /* the sum of an output bias and all neurons fits in 32 bits */
    NETWORK_FEATURE_MAX = 1 << 14, /* the sum over all features fits in 32 bits */
};

/* Centipawns for an output of 1. The expected points are 1 / (1 + exp(-output)); 400 centipawns
 * mean 10/11 of the points, as a lead of 400 Elo does. */
#define NETWORK_CENTIPAWN_SCALE 173.717792761

#define NETWORK_MAGIC "Misere net 3"

/* The layout is the same in memory and in files: little-endian, without padding. */
typedef struct {
    char magic[12];
    uint32_t family;
    uint64_t checksum; /* FNV-1a of all data below */
    uint32_t width;    /* neurons in use, for each perspective; the weights of the others are 0 */
    uint8_t reserved[36]; /* 0; aligns the weights of each input */
    int16_t input[NETWORK_INPUTS][NETWORK_WIDTH];
    int16_t input_bias[NETWORK_WIDTH];
    /* Second index: 0 for the perspective of the player to move, 1 for the opponent's. */
    int16_t output[NETWORK_OUTPUT_BUCKETS][2][NETWORK_WIDTH];
    int32_t output_bias[NETWORK_OUTPUT_BUCKETS];
    int16_t feature[NETWORK_OUTPUT_BUCKETS][FEATURES]; /* positive: good for the player to move */
} Network;

/* The first layer's sums for the last board evaluated; they are updated for the next board. A
 * zeroed accumulator is empty. Each thread has its own. */
typedef struct {
    const Network *network;
    Bitboard by_type[PIECE_TYPES]; /* the board, as in Position */
    Bitboard by_colour[COLOURS];
    Bitboard attacked[COLOURS];        /* from feature_count */
    uint16_t inputs[COLOURS][SQUARES]; /* the active inputs of each perspective */
    int16_t values[COLOURS][NETWORK_WIDTH];
} Accumulator;

/* The active input of a square, from a perspective, where `piece` stands there (or NO_PIECE), and
 * each colour attacks the squares in `attacked`. */
static inline int network_input(Colour perspective, uint8_t piece, const Bitboard attacked[COLOURS],
                                Square square) {
    int own = attacked[perspective] >> square & 1;
    int enemy = attacked[other(perspective)] >> square & 1;
    int relative_piece = perspective == WHITE || piece == NO_PIECE ? piece : piece ^ 8;
    int relative_square = perspective == WHITE ? square : square ^ 56;
    return ((2 * enemy + own) * NETWORK_CONTENTS + relative_piece) * SQUARES + relative_square;
}

/* The input with the board's files reversed. */
static inline int network_input_mirrored(int input) {
    return input ^ 7;
}

/* The piece bucket, 0 to NETWORK_PIECE_BUCKETS - 1, of a board with these occupied squares, of
 * which there is at least one. */
static inline int network_piece_bucket(Bitboard occupied) {
    int bucket = (popcount(occupied) - 1) / NETWORK_BUCKET_PIECES;
    return bucket < NETWORK_PIECE_BUCKETS ? bucket : NETWORK_PIECE_BUCKETS - 1;
}

/* The index of the position's output neuron, from 0 to NETWORK_OUTPUT_BUCKETS - 1. */
static inline int network_output_bucket(const Position *pos) {
    int piece_bucket = network_piece_bucket(position_occupied(pos));
    if (pos->rules->halfmoves_per_turn == 1)
        return piece_bucket;
    int turn_bucket = (position_begins_turn(pos) ? 0 : 1) + (pos->player == BLACK ? 2 : 0);
    return turn_bucket * NETWORK_PIECE_BUCKETS + piece_bucket;
}

/* Evaluates a position in which the game is not over: centipawns from the point of view of the
 * player to move. The result depends only on the network and the position. */
Score network_evaluate(const Network *network, Accumulator *accumulator, const Position *pos);

/* Sets the magic, the width and the checksum. */
void network_set_header(Network *network);

/* Checks magic, family, checksum, width and the limits of all weights. The error says what is
 * wrong. */
bool network_check(const Network *network, Error *error);

/* Reads a network from a regular file and checks it. The error begins with the path. */
bool network_read(Network *network, const char *path, Error *error);

#endif
