/* network: a small neural network that values positions, worked out step by step.
 *
 * There is an input for each piece type, side and square. They are seen twice, once as each side
 * sees the board (its own pieces first, its own first rank below), and lead through the same
 * weights to NETWORK_WIDTH neurons for each perspective. Those neurons, clipped and squared, and
 * the features are weighed by an output neuron, which is chosen by the number of pieces on the
 * board and, where a turn has two half-moves, by whose turn it is and how much of it is left.
 *
 * Sources: Nasu, "Efficiently updatable neural-network-based evaluation functions for computer
 * shogi", 2018, for accumulators that follow the board; squared clipped activations are common
 * among chess engines since 2023. */
#ifndef MISERE_EVAL_NETWORK_H
#define MISERE_EVAL_NETWORK_H

#include "eval/feature.h"
#include "eval/score.h"

enum {
    NETWORK_WIDTH = 64,
    NETWORK_INPUTS = PIECE_TYPES * COLOURS * SQUARES,
    NETWORK_PIECE_BUCKETS = 8, /* by the number of pieces */
    NETWORK_TURN_BUCKETS = 4,  /* where a turn has two half-moves: which one, and whose turn */
    NETWORK_OUTPUT_BUCKETS = NETWORK_PIECE_BUCKETS * NETWORK_TURN_BUCKETS,
    /* Weights are integers: what they stand for, times these. */
    NETWORK_INPUT_SCALE = 255,
    NETWORK_OUTPUT_SCALE = 64,
    NETWORK_FEATURE_SCALE = 16, /* of a centipawn */
    /* No weight or bias is greater, so that nothing overflows in network.c: */
    NETWORK_INPUT_MAX = 900,       /* 32 pieces and the bias add up to 16 bits */
    NETWORK_OUTPUT_MAX = 127,      /* times a neuron's value it has 16 bits */
    NETWORK_BIAS_MAX = 1 << 24,    /* of an output: added to its neurons within 32 bits */
    NETWORK_FEATURE_MAX = 1 << 14, /* all features add up to 32 bits */
};

/* Centipawns of a unit of the output: 1 / (1 + exp(-output)) of the points are expected, and of a
 * score of 400 ten elevenths, as in the Elo scale. */
#define NETWORK_CENTIPAWN_SCALE 173.717792761

#define NETWORK_MAGIC "Misere net 1"

/* In memory as in a file (little-endian; no padding). */
typedef struct {
    char magic[12];
    uint32_t family;
    uint64_t checksum; /* of what follows */
    int16_t input[NETWORK_INPUTS][NETWORK_WIDTH];
    int16_t input_bias[NETWORK_WIDTH];
    int16_t output[NETWORK_OUTPUT_BUCKETS][2]
                  [NETWORK_WIDTH]; /* of the player's perspective, the other's */
    int32_t output_bias[NETWORK_OUTPUT_BUCKETS];
    int16_t feature[NETWORK_OUTPUT_BUCKETS][FEATURES]; /* good for the player */
} Network;

/* The accumulator for the board that was valued last: the next one is mostly the same. Zeroed,
 * it is empty. A thread owns it. */
typedef struct {
    const Network *network;
    Bitboard by_type[PIECE_TYPES];
    Bitboard by_colour[COLOURS];
    int16_t values[COLOURS][NETWORK_WIDTH];
} Accumulator;

/* The input of a piece on a square, as `perspective` sees it. */
static inline int network_input(Colour perspective, Colour colour, PieceType type, Square square) {
    int seen = perspective == WHITE ? square : square ^ 56;
    return ((int)type * COLOURS + (colour != perspective)) * SQUARES + seen;
}

/* The same input as the other side sees it, and on a board whose files are reversed. */
static inline int network_input_flipped(int input) {
    return input ^ SQUARES ^ 56;
}
static inline int network_input_mirrored(int input) {
    return input ^ 7;
}

/* The output neuron for a position. */
static inline int network_output_bucket(const Position *pos) {
    int piece_bucket = (popcount(position_occupied(pos)) - 1) / 4;
    if (piece_bucket >= NETWORK_PIECE_BUCKETS)
        piece_bucket = NETWORK_PIECE_BUCKETS - 1;
    if (pos->rules->halfmoves_per_turn == 1)
        return piece_bucket;
    int turn_bucket = (position_begins_turn(pos) ? 0 : 1) + (pos->player == BLACK ? 2 : 0);
    return turn_bucket * NETWORK_PIECE_BUCKETS + piece_bucket;
}

/* What a position in which the game goes on is worth for the player to decide, in centipawns. It
 * depends on network and position alone. */
Score network_evaluate(const Network *network, Accumulator *accumulator, const Position *pos);

/* Writes magic and checksum. */
void network_set_header(Network *network);

/* Is it whole, of this layout, and no weight too great? If not, says why and returns false. */
bool network_check(const Network *network, Error *error);

/* Reads a regular file; on failure says why and returns false. */
bool network_read(Network *network, const char *path, Error *error);

#endif
