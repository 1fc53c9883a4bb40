#include "eval/network.h"

#include "base/hash.h"
#include "base/os/regular_file.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "network files are little-endian");
_Static_assert(INT16_MAX >= (SQUARES + 1) * NETWORK_INPUT_MAX,
               "an accumulator must fit in 16 bits");
_Static_assert(offsetof(Network, input) % 64 == 0 && sizeof(Network) % 64 == 0,
               "the weights of a built-in network's inputs begin on cache lines");
_Static_assert(INT16_MAX >= NETWORK_INPUT_SCALE * NETWORK_OUTPUT_MAX,
               "a product must fit in 16 bits");

/* --- the accumulator --- */

/* Neurons that one instruction adds: a vector extension of gcc and clang. */
enum { LANES = 16 };
typedef int16_t Int16Lanes
    __attribute__((vector_size(LANES * sizeof(int16_t)), aligned(2), may_alias));

_Static_assert(NETWORK_SLICE == 4 * LANES, "a slice is four vectors");
_Static_assert(NETWORK_WIDTH % NETWORK_SLICE == 0, "the neurons can be divided into slices");

/* A square's inputs that change between two positions. */
typedef struct {
    uint16_t before, after;
} InputChange;

/* Changes the sums of one perspective, slice by slice, so that they stay in registers. */
static void change_inputs(int16_t sums[NETWORK_WIDTH], const Network *network,
                          const InputChange changes[], int count) {
    for (int slice = 0; slice < (int)network->width; slice += NETWORK_SLICE) {
        Int16Lanes *vectors = (Int16Lanes *)(sums + slice);
        Int16Lanes sum0 = vectors[0], sum1 = vectors[1], sum2 = vectors[2], sum3 = vectors[3];
        for (int i = 0; i < count; i++) {
            const Int16Lanes *before =
                (const Int16Lanes *)(network->input[changes[i].before] + slice);
            const Int16Lanes *after =
                (const Int16Lanes *)(network->input[changes[i].after] + slice);
            sum0 += after[0] - before[0];
            sum1 += after[1] - before[1];
            sum2 += after[2] - before[2];
            sum3 += after[3] - before[3];
        }
        vectors[0] = sum0;
        vectors[1] = sum1;
        vectors[2] = sum2;
        vectors[3] = sum3;
    }
}

/* Sets the accumulator to an empty board. */
static void refresh(Accumulator *accumulator, const Network *network) {
    *accumulator = (Accumulator){.network = network};
    for (int perspective = WHITE; perspective <= BLACK; perspective++) {
        int16_t *sums = accumulator->values[perspective];
        memcpy(sums, network->input_bias, sizeof network->input_bias);
        for (Square square = 0; square < SQUARES; square++) {
            int input = network_input((Colour)perspective, NO_PIECE, accumulator->attacked, square);
            accumulator->inputs[perspective][square] = (uint16_t)input;
            for (int i = 0; i < NETWORK_WIDTH; i++)
                sums[i] = (int16_t)(sums[i] + network->input[input][i]);
        }
    }
}

/* The squares whose inputs change. */
static Bitboard changed_squares(const Accumulator *accumulator, const Position *pos,
                                const Bitboard attacked[COLOURS]) {
    Bitboard changed = 0;
    for (int type = PAWN; type < PIECE_TYPES; type++)
        changed |= accumulator->by_type[type] ^ pos->by_type[type];
    for (int colour = WHITE; colour <= BLACK; colour++)
        changed |= (accumulator->by_colour[colour] ^ pos->by_colour[colour]) |
                   (accumulator->attacked[colour] ^ attacked[colour]);
    return changed;
}

/* Updates the accumulator with the differences between its board and the position's. */
static void update(Accumulator *accumulator, const Position *pos,
                   const Bitboard attacked[COLOURS]) {
    InputChange changes[COLOURS][SQUARES];
    int count = 0;
    for (Bitboard set = changed_squares(accumulator, pos, attacked); set; count++) {
        Square square = pop_lsb(&set);
        for (int perspective = WHITE; perspective <= BLACK; perspective++) {
            uint16_t *input = &accumulator->inputs[perspective][square];
            changes[perspective][count].before = *input;
            *input =
                (uint16_t)network_input((Colour)perspective, pos->board[square], attacked, square);
            changes[perspective][count].after = *input;
        }
    }
    for (int perspective = WHITE; perspective <= BLACK; perspective++)
        change_inputs(accumulator->values[perspective], accumulator->network, changes[perspective],
                      count);
    memcpy(accumulator->by_type, pos->by_type, sizeof accumulator->by_type);
    memcpy(accumulator->by_colour, pos->by_colour, sizeof accumulator->by_colour);
    memcpy(accumulator->attacked, attacked, sizeof accumulator->attacked);
}

/* --- the output --- */

static int screlu_dot(const int16_t accumulator[NETWORK_WIDTH],
                      const int16_t weights[NETWORK_WIDTH], int width) {
    int total = 0;
    for (int slice = 0; slice < width; slice += NETWORK_SLICE)
        for (int i = slice; i < slice + NETWORK_SLICE; i++) {
            int16_t value = accumulator[i];
            value = value < 0 ? 0 : value > NETWORK_INPUT_SCALE ? NETWORK_INPUT_SCALE : value;
            total += (int16_t)(value * weights[i]) * value;
        }
    return total;
}

static int feature_dot(const int features[FEATURES], const int16_t weights[FEATURES]) {
    int total = 0;
    for (int i = 0; i < FEATURES; i++)
        total += weights[i] * features[i];
    return total;
}

Score network_evaluate(const Network *network, Accumulator *accumulator, const Position *pos) {
    Bitboard attacked[COLOURS];
    int features[FEATURES];
    feature_count(pos, features, attacked);
    if (accumulator->network != network)
        refresh(accumulator, network);
    update(accumulator, pos, attacked);
    int bucket = network_output_bucket(pos);
    Colour player = (Colour)pos->player;
    int width = (int)network->width;
    int neurons = screlu_dot(accumulator->values[player], network->output[bucket][0], width) +
                  screlu_dot(accumulator->values[other(player)], network->output[bucket][1], width);
    double logit = (double)(neurons / NETWORK_INPUT_SCALE + network->output_bias[bucket]) /
                   (NETWORK_INPUT_SCALE * NETWORK_OUTPUT_SCALE);
    Score hand_crafted = feature_dot(features, network->feature[bucket]) / NETWORK_FEATURE_SCALE;
    return (Score)(logit * NETWORK_CENTIPAWN_SCALE) +
           (player == WHITE ? hand_crafted : -hand_crafted);
}

/* --- files --- */

/* Has this neuron a weight other than 0? */
static bool is_used(const Network *network, int neuron) {
    if (network->input_bias[neuron])
        return true;
    for (int input = 0; input < NETWORK_INPUTS; input++)
        if (network->input[input][neuron])
            return true;
    for (int bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++)
        if (network->output[bucket][0][neuron] || network->output[bucket][1][neuron])
            return true;
    return false;
}

/* The smallest width that includes every neuron in use. */
static uint32_t find_width(const Network *network) {
    int neuron = NETWORK_WIDTH - 1;
    while (neuron >= NETWORK_SLICE && !is_used(network, neuron))
        neuron--;
    return (uint32_t)(neuron / NETWORK_SLICE + 1) * NETWORK_SLICE;
}

/* The checksum of all data that follow it. */
static uint64_t checksum_of(const Network *network) {
    const size_t header = offsetof(Network, width);
    return hash_bytes(HASH_OFFSET_BASIS, (const char *)network + header, sizeof *network - header);
}

void network_set_header(Network *network) {
    memcpy(network->magic, NETWORK_MAGIC, sizeof network->magic);
    network->width = find_width(network);
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
    if (network->width != find_width(network))
        return error_set(error, "the width is %u, but the neurons in use need %u",
                         (unsigned)network->width, (unsigned)find_width(network));
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
