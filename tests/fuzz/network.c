/* Networks. Input: a byte that chooses a built-in network; then changes to it, each of an offset
 * (three bytes, big-endian), a number of times, and a value (two bytes). If the first byte is odd,
 * the header is made good after the changes; if the second bit is set, the file is a byte short.
 *
 * A network that is accepted evaluates a position of every ruleset as network.h describes it, and
 * the same with an old accumulator as with a new one; a refusal names the file. */
#include "fuzz/support/file.h"
#include "fuzz/support/fuzz.h"

#include "eval/evaluate.h"
#include "rules/outcome.h"

static void change(Network *network, FuzzInput *input) {
    size_t offset = (size_t)fuzz_byte(input) << 16;
    offset |= (size_t)fuzz_byte(input) << 8;
    offset |= fuzz_byte(input);
    int times = fuzz_byte(input) + 1;
    uint8_t value[2] = {fuzz_byte(input), fuzz_byte(input)};
    for (offset %= sizeof *network - 1; times > 0 && offset + 2 <= sizeof *network; times--) {
        memcpy((char *)network + offset, value, sizeof value);
        offset += sizeof value;
    }
}

/* The sum of all neurons' contributions to the output, computed without shortcuts. */
static int64_t sum_neurons(const Network *network, const Position *pos,
                           const Bitboard attacked[COLOURS], int bucket) {
    int64_t total = 0;
    for (int view = 0; view < COLOURS; view++)
        for (int i = 0; i < NETWORK_WIDTH; i++) {
            Colour perspective = view == 0 ? (Colour)pos->player : other((Colour)pos->player);
            int64_t value = network->input_bias[i];
            for (Square s = 0; s < SQUARES; s++) {
                int active = network_input(perspective, position_piece(pos, s), attacked, s);
                value += network->input[active][i];
            }
            value = value < 0 ? 0 : value > NETWORK_INPUT_SCALE ? NETWORK_INPUT_SCALE : value;
            total += value * value * network->output[bucket][view][i];
        }
    return total;
}

/* The evaluation as network.h describes it. */
static int64_t expected_score(const Network *network, const Position *pos) {
    int bucket = network_output_bucket(pos), features[FEATURES];
    Bitboard attacked[COLOURS];
    feature_count(pos, features, attacked);
    int64_t neurons = sum_neurons(network, pos, attacked, bucket) / NETWORK_INPUT_SCALE, sum = 0;
    double output = (double)(neurons + network->output_bias[bucket]) /
                    (NETWORK_INPUT_SCALE * NETWORK_OUTPUT_SCALE);
    for (int i = 0; i < FEATURES; i++)
        sum += (int64_t)network->feature[bucket][i] * features[i];
    sum = pos->player == WHITE ? sum : -sum;
    int64_t score = (int64_t)(output * NETWORK_CENTIPAWN_SCALE) + sum / NETWORK_FEATURE_SCALE;
    return score > SCORE_EVAL_MAX    ? SCORE_EVAL_MAX
           : score < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX
                                     : score;
}

static void check_evaluation(const Network *network) {
    Accumulator kept = {0};
    for (int i = 0; i < ruleset_count(); i++) {
        Position pos, after;
        MoveList list;
        position_start(&pos, ruleset_at(i));
        outcome_find(&pos, &list);
        position_apply(&after, &pos, list.moves[list.count - 1]);
        Score score = evaluate(network, &kept, &after);
        FUZZ_CHECK(score == expected_score(network, &after), "score %d, not %d", score,
                   (int)expected_score(network, &after));
        FUZZ_CHECK(score == evaluate(network, &(Accumulator){0}, &after),
                   "an updated accumulator gives another score");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Network network, read;
    FuzzInput input = {data, size};
    uint8_t choice = fuzz_byte(&input);
    Error error;
    network = *evaluate_builtin_network((Family)(choice / 4 % FAMILIES));
    while (input.size > 0)
        change(&network, &input);
    if (choice & 1)
        network_set_header(&network);
    const char *path = fuzz_file(&network, sizeof network - (choice & 2 ? 1 : 0));
    if (network_read(&read, path, &error)) {
        FUZZ_CHECK(memcmp(&read, &network, sizeof read) == 0 && !(choice & 2), "it differs");
        check_evaluation(&read);
    } else {
        fuzz_check_error(&error, path);
    }
    return 0;
}
