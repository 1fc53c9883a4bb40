#include "eval/network.h"

#include "base/hash.h"
#include "base/os/regular_file.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "network files are little-endian");
_Static_assert(INT16_MAX >= (32 + 1) * NETWORK_INPUT_MAX, "an accumulator must fit in 16 bits");
_Static_assert(INT16_MAX >= NETWORK_INPUT_SCALE * NETWORK_OUTPUT_MAX,
               "a product must fit in 16 bits");

/* --- the accumulator --- */

static void update_feature(Accumulator *accumulator, Colour colour, PieceType type, Square square,
                           int sign) {
    for (int perspective = WHITE; perspective <= BLACK; perspective++) {
        int input = network_input((Colour)perspective, colour, type, square);
        const int16_t *weights = accumulator->network->input[input];
        int16_t *sum = accumulator->values[perspective];
        for (int i = 0; i < NETWORK_WIDTH; i++)
            sum[i] = (int16_t)(sum[i] + sign * weights[i]);
    }
}

static void refresh(Accumulator *accumulator, const Network *network) {
    *accumulator = (Accumulator){.network = network};
    for (int perspective = WHITE; perspective <= BLACK; perspective++)
        memcpy(accumulator->values[perspective], network->input_bias, sizeof network->input_bias);
}

/* Updates the accumulator with the differences between its board and the position's. */
static void update(Accumulator *accumulator, const Position *pos) {
    for (int colour = WHITE; colour <= BLACK; colour++)
        for (int type = PAWN; type < PIECE_TYPES; type++) {
            Bitboard before = accumulator->by_colour[colour] & accumulator->by_type[type];
            Bitboard after = pos->by_colour[colour] & pos->by_type[type];
            for (Bitboard removed = before & ~after; removed;)
                update_feature(accumulator, (Colour)colour, (PieceType)type, pop_lsb(&removed), -1);
            for (Bitboard added = after & ~before; added;)
                update_feature(accumulator, (Colour)colour, (PieceType)type, pop_lsb(&added), 1);
        }
    memcpy(accumulator->by_type, pos->by_type, sizeof accumulator->by_type);
    memcpy(accumulator->by_colour, pos->by_colour, sizeof accumulator->by_colour);
}

/* --- the output --- */

static int screlu_dot(const int16_t accumulator[NETWORK_WIDTH],
                      const int16_t weights[NETWORK_WIDTH]) {
    int total = 0;
    for (int i = 0; i < NETWORK_WIDTH; i++) {
        int16_t value = accumulator[i];
        value = value < 0 ? 0 : value > NETWORK_INPUT_SCALE ? NETWORK_INPUT_SCALE : value;
        total += (int16_t)(value * weights[i]) * value;
    }
    return total;
}

static int feature_dot(const Position *pos, const int16_t weights[FEATURES]) {
    int features[FEATURES], total = 0;
    feature_count(pos, features);
    for (int i = 0; i < FEATURES; i++)
        total += weights[i] * features[i];
    return pos->player == WHITE ? total : -total;
}

Score network_evaluate(const Network *network, Accumulator *accumulator, const Position *pos) {
    if (accumulator->network != network)
        refresh(accumulator, network);
    update(accumulator, pos);
    int bucket = network_output_bucket(pos);
    Colour player = (Colour)pos->player;
    int neurons = screlu_dot(accumulator->values[player], network->output[bucket][0]) +
                  screlu_dot(accumulator->values[other(player)], network->output[bucket][1]);
    double logit = (double)(neurons / NETWORK_INPUT_SCALE + network->output_bias[bucket]) /
                   (NETWORK_INPUT_SCALE * NETWORK_OUTPUT_SCALE);
    return (Score)(logit * NETWORK_CENTIPAWN_SCALE) +
           feature_dot(pos, network->feature[bucket]) / NETWORK_FEATURE_SCALE;
}

/* --- files --- */

/* The checksum of all data after the header. */
static uint64_t checksum_of(const Network *network) {
    const size_t header = offsetof(Network, input);
    return hash_bytes(HASH_OFFSET_BASIS, (const char *)network + header, sizeof *network - header);
}

void network_set_header(Network *network) {
    memcpy(network->magic, NETWORK_MAGIC, sizeof network->magic);
    network->checksum = checksum_of(network);
}

/* Are all weights between -limit and limit? */
static bool fits(const int16_t *weights, size_t count, int limit) {
    for (size_t i = 0; i < count; i++)
        if (abs(weights[i]) > limit)
            return false;
    return true;
}

bool network_check(const Network *network, Error *error) {
    if (memcmp(network->magic, NETWORK_MAGIC, sizeof network->magic) != 0)
        return error_set(error, "does not begin with '%s'", NETWORK_MAGIC);
    if (network->family >= FAMILIES)
        return error_set(error, "unknown ruleset family %u", (unsigned)network->family);
    if (network->checksum != checksum_of(network))
        return error_set(error, "wrong checksum");
    if (!fits(&network->input[0][0], NETWORK_INPUTS * NETWORK_WIDTH, NETWORK_INPUT_MAX) ||
        !fits(network->input_bias, NETWORK_WIDTH, NETWORK_INPUT_MAX))
        return error_set(error, "the magnitude of an input weight exceeds %d", NETWORK_INPUT_MAX);
    if (!fits(&network->output[0][0][0], NETWORK_OUTPUT_BUCKETS * 2 * NETWORK_WIDTH,
              NETWORK_OUTPUT_MAX))
        return error_set(error, "the magnitude of an output weight exceeds %d", NETWORK_OUTPUT_MAX);
    if (!fits(&network->feature[0][0], NETWORK_OUTPUT_BUCKETS * FEATURES, NETWORK_FEATURE_MAX))
        return error_set(error, "the magnitude of a feature weight exceeds %d",
                         NETWORK_FEATURE_MAX);
    for (int i = 0; i < NETWORK_OUTPUT_BUCKETS; i++)
        if (network->output_bias[i] < -NETWORK_BIAS_MAX ||
            network->output_bias[i] > NETWORK_BIAS_MAX)
            return error_set(error, "the magnitude of an output bias exceeds %d", NETWORK_BIAS_MAX);
    return true;
}

bool network_read(Network *network, const char *path, Error *error) {
    size_t size;
    FILE *file = regular_file_open(path, &size, error);
    if (!file)
        return error_wrap(error, "%s", path);
    bool whole = size == sizeof *network && fread(network, size, 1, file) == 1;
    fclose(file);
    if (!whole) {
        error_set(error, "wrong size: a network has %zu bytes", sizeof *network);
        return error_wrap(error, "%s", path);
    }
    return network_check(network, error) || error_wrap(error, "%s: not a network", path);
}
