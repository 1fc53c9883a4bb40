#include "eval/network.h"

#include "base/hash.h"
#include "base/os/regular_file.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "networks are read as they lie in files");
_Static_assert(INT16_MAX >= (32 + 1) * NETWORK_INPUT_MAX, "sums fit");
_Static_assert(INT16_MAX >= NETWORK_INPUT_UNIT * NETWORK_OUTPUT_MAX, "products fit");

/* --- the sums --- */

static void change_input(NetworkSums *sums, Colour colour, PieceType type, Square square,
                         int sign) {
    for (int view = WHITE; view <= BLACK; view++) {
        int input = network_input((Colour)view, colour, type, square);
        const int16_t *weights = sums->network->input[input];
        int16_t *sum = sums->sums[view];
        for (int i = 0; i < NETWORK_WIDTH; i++)
            sum[i] = (int16_t)(sum[i] + sign * weights[i]);
    }
}

static void start(NetworkSums *sums, const Network *network) {
    *sums = (NetworkSums){.network = network};
    for (int view = WHITE; view <= BLACK; view++)
        memcpy(sums->sums[view], network->input_bias, sizeof network->input_bias);
}

/* Brings the sums up to date with the board: only what stands elsewhere than before counts. */
static void follow(NetworkSums *sums, const Position *pos) {
    for (int colour = WHITE; colour <= BLACK; colour++)
        for (int type = PAWN; type < PIECE_TYPES; type++) {
            Bitboard before = sums->by_colour[colour] & sums->by_type[type];
            Bitboard after = pos->by_colour[colour] & pos->by_type[type];
            for (Bitboard gone = before & ~after; gone;)
                change_input(sums, (Colour)colour, (PieceType)type, pop_lowest(&gone), -1);
            for (Bitboard come = after & ~before; come;)
                change_input(sums, (Colour)colour, (PieceType)type, pop_lowest(&come), 1);
        }
    memcpy(sums->by_type, pos->by_type, sizeof sums->by_type);
    memcpy(sums->by_colour, pos->by_colour, sizeof sums->by_colour);
}

/* --- the output --- */

static int weigh(const int16_t sums[NETWORK_WIDTH], const int16_t weights[NETWORK_WIDTH]) {
    int total = 0;
    for (int i = 0; i < NETWORK_WIDTH; i++) {
        int16_t value = sums[i];
        value = value < 0 ? 0 : value > NETWORK_INPUT_UNIT ? NETWORK_INPUT_UNIT : value;
        total += (int16_t)(value * weights[i]) * value;
    }
    return total;
}

static int weigh_features(const Position *pos, const int16_t weights[FEATURES]) {
    int features[FEATURES], total = 0;
    feature_count(pos, features);
    for (int i = 0; i < FEATURES; i++)
        total += weights[i] * features[i];
    return pos->player == WHITE ? total : -total;
}

Score network_evaluate(const Network *network, NetworkSums *sums, const Position *pos) {
    if (sums->network != network)
        start(sums, network);
    follow(sums, pos);
    int output = network_output(pos);
    Colour player = (Colour)pos->player;
    int neurons = weigh(sums->sums[player], network->output[output][0]) +
                  weigh(sums->sums[other(player)], network->output[output][1]);
    double units = (double)(neurons / NETWORK_INPUT_UNIT + network->output_bias[output]) /
                   (NETWORK_INPUT_UNIT * NETWORK_OUTPUT_UNIT);
    return (Score)(units * NETWORK_CENTIPAWNS) +
           weigh_features(pos, network->feature[output]) / NETWORK_FEATURE_UNIT;
}

/* --- files --- */

/* Of what follows the header. */
static uint64_t checksum_of(const Network *network) {
    const size_t header = offsetof(Network, input);
    return fnv_hash(FNV_START, (const char *)network + header, sizeof *network - header);
}

void network_seal(Network *network) {
    memcpy(network->magic, NETWORK_MAGIC, sizeof network->magic);
    network->checksum = checksum_of(network);
}

/* Is no weight beyond that limit? */
static bool fits(const int16_t *weights, size_t count, int limit) {
    for (size_t i = 0; i < count; i++)
        if (abs(weights[i]) > limit)
            return false;
    return true;
}

bool network_check(const Network *network, Error *error) {
    if (memcmp(network->magic, NETWORK_MAGIC, sizeof network->magic) != 0)
        return error_set(error, "it does not begin with '%s'", NETWORK_MAGIC);
    if (network->family >= FAMILIES)
        return error_set(error, "there is no family %u of rulesets", (unsigned)network->family);
    if (network->checksum != checksum_of(network))
        return error_set(error, "its checksum is wrong");
    if (!fits(&network->input[0][0], NETWORK_INPUTS * NETWORK_WIDTH, NETWORK_INPUT_MAX) ||
        !fits(network->input_bias, NETWORK_WIDTH, NETWORK_INPUT_MAX))
        return error_set(error, "an input's weight is beyond %d", NETWORK_INPUT_MAX);
    if (!fits(&network->output[0][0][0], NETWORK_OUTPUTS * 2 * NETWORK_WIDTH, NETWORK_OUTPUT_MAX))
        return error_set(error, "an output's weight is beyond %d", NETWORK_OUTPUT_MAX);
    if (!fits(&network->feature[0][0], NETWORK_OUTPUTS * FEATURES, NETWORK_FEATURE_MAX))
        return error_set(error, "a feature's weight is beyond %d", NETWORK_FEATURE_MAX);
    for (int i = 0; i < NETWORK_OUTPUTS; i++)
        if (network->output_bias[i] < -NETWORK_BIAS_MAX ||
            network->output_bias[i] > NETWORK_BIAS_MAX)
            return error_set(error, "an output's bias is beyond %d", NETWORK_BIAS_MAX);
    return true;
}

bool network_read(Network *network, const char *path, Error *error) {
    Error reason;
    size_t size;
    FILE *file = infile_open(path, &size, &reason);
    if (!file)
        return error_set(error, "%.150s: %s", path, reason.text);
    bool whole = size == sizeof *network && fread(network, size, 1, file) == 1;
    fclose(file);
    if (!whole)
        return error_set(error, "%.150s: a network has %zu bytes", path, sizeof *network);
    if (!network_check(network, &reason))
        return error_set(error, "%.150s: no network: %s", path, reason.text);
    return true;
}
