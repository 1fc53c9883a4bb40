/* Networks: updates of the accumulator, the built-in networks, files that are refused. */
#include "unit/errors.h"
#include "unit/positions.h"
#include "unit/temporary_folder.h"

#include "base/hash.h"
#include "eval/evaluate.h"
#include "rules/outcome.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* In random games of every ruleset, and from one game to the next, an updated accumulator gives the
 * same evaluation as a fresh one. */
static void test_accumulator_follows_the_board(void **state) {
    Accumulator updated = {0};
    uint64_t rng = 1;
    for (int i = 0; i < 20 * ruleset_count(); i++) {
        const Ruleset *rules = ruleset_at(i % ruleset_count());
        const Network *network = evaluate_builtin_network(rules->family);
        Position pos;
        MoveList list;
        position_start(&pos, rules);
        for (int ply = 0; ply < 200 && !outcome_is_over(outcome_find(&pos, &list)); ply++) {
            Accumulator fresh = {0};
            assert_int_equal(evaluate(network, &updated, &pos), evaluate(network, &fresh, &pos));
            pos = random_successor(&pos, &list, &rng);
        }
    }
}

/* The output follows from weights set by hand: half the scale in all neurons, and one feature. */
static void test_output(void **state) {
    Network *network = calloc(1, sizeof *network);
    Accumulator accumulator = {0};
    Position pos;
    Error error;
    assert_non_null(network);
    for (int i = 0; i < NETWORK_OUTPUT_BUCKETS; i++)
        network->feature[i][FEATURE_QUEEN] = 100 * NETWORK_FEATURE_SCALE;
    const Ruleset *rules = ruleset_find("6170-spring-2007");
    assert_true(position_from_fen(&pos, rules, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", &error));
    assert_int_equal(network_evaluate(network, &accumulator, &pos), 100);
    assert_true(position_from_fen(&pos, rules, "4k3/8/8/8/8/8/8/3QK3 b - - 0 1", &error));
    assert_int_equal(network_evaluate(network, &accumulator, &pos), -100);

    int bucket = network_output_bucket(&pos);
    network->feature[bucket][FEATURE_QUEEN] = 0;
    for (int i = 0; i < NETWORK_WIDTH; i++) {
        network->input_bias[i] = 100;
        network->output[bucket][0][i] = 30;
        network->output[bucket][1][i] = -10;
    }
    network->output_bias[bucket] = 1000;
    network_set_header(network);
    accumulator = (Accumulator){0};
    double output = (NETWORK_WIDTH * 20 * 100 * 100 / 255 + 1000) / (255.0 * 64);
    assert_int_equal(network_evaluate(network, &accumulator, &pos),
                     (int)(output * NETWORK_CENTIPAWN_SCALE));
    free(network);
}

static void test_builtin_networks(void **state) {
    for (int family = 0; family < FAMILIES; family++) {
        const Network *network = evaluate_builtin_network((Family)family);
        Error error;
        if (!network_check(network, &error))
            fail_msg("family %d: %s", family, error.text);
        assert_int_equal(network->family, family);
    }
}

/* Every square, with all that may stand on it and attack it, has an input of its own. It is the
 * same input from the other perspective if colours and ranks are exchanged; mirrored, it is the
 * input of the square with its file reversed. */
static void test_inputs(void **state) {
    bool used[NETWORK_INPUTS] = {false};
    for (Square square = 0; square < SQUARES; square++)
        for (unsigned contents = 0; contents <= NO_PIECE; contents++)
            for (int attackers = 0; attackers < NETWORK_ATTACKERS; attackers++) {
                uint8_t piece = (uint8_t)contents;
                uint8_t recoloured = piece == NO_PIECE ? NO_PIECE : piece ^ 8;
                Bitboard own = attackers & 1 ? ~0ull : 0, enemy = attackers & 2 ? ~0ull : 0;
                Bitboard attacked[COLOURS] = {own, enemy}, exchanged[COLOURS] = {enemy, own};
                if (piece != NO_PIECE && piece_type(piece) >= PIECE_TYPES)
                    continue;
                int input = network_input(WHITE, piece, attacked, square);
                assert_in_range(input, 0, NETWORK_INPUTS - 1);
                assert_false(used[input]);
                used[input] = true;
                assert_int_equal(network_input(BLACK, recoloured, exchanged, square ^ 56), input);
                assert_int_equal(network_input_mirrored(input),
                                 network_input(WHITE, piece, attacked, square ^ 7));
            }
}

/* An attack changes the evaluation, even that of an empty square. */
static void test_attacks_are_inputs(void **state) {
    Network *network = calloc(1, sizeof *network);
    Position pos;
    Error error;
    const Ruleset *rules = ruleset_find("6170-spring-2007");
    assert_true(position_from_fen(&pos, rules, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", &error));
    const Square a5 = square_of(0, 4), b5 = square_of(1, 4);
    const Bitboard by_white[COLOURS] = {bit(a5) | bit(b5), 0}, by_black[COLOURS] = {0, bit(a5)};
    struct {
        const Bitboard *attacked;
        Square square;
        int expected; /* input weight 255: a neuron with the full value */
    } rows[] = {{by_white, a5, 1}, {by_white, b5, 0}, {by_black, a5, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        memset(network, 0, sizeof *network);
        int input = network_input(WHITE, NO_PIECE, rows[i].attacked, rows[i].square);
        int bucket = network_output_bucket(&pos);
        network->input[input][NETWORK_WIDTH - 1] = NETWORK_INPUT_SCALE;
        network->output[bucket][0][NETWORK_WIDTH - 1] = NETWORK_OUTPUT_SCALE;
        network_set_header(network);
        Score expected = rows[i].expected * (Score)NETWORK_CENTIPAWN_SCALE;
        assert_int_equal(network_evaluate(network, &(Accumulator){0}, &pos), expected);
    }
    free(network);
}

/* --- files --- */

/* Writes the network's first `size` bytes to a file, padded with zeros, and reads it. */
static bool read_back(const Network *network, size_t size, Error *error) {
    char path[] = "/tmp/misere-network-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    size_t written = size < sizeof *network ? size : sizeof *network;
    assert_true(write(descriptor, network, written) == (ssize_t)written);
    assert_int_equal(ftruncate(descriptor, (off_t)size), 0);
    close(descriptor);
    Network *read = malloc(sizeof *read);
    bool good = network_read(read, path, error);
    if (good)
        assert_memory_equal(read, network, sizeof *read);
    free(read);
    unlink(path);
    return good;
}

static void assert_refused(const Network *network, size_t size, const char *reason) {
    Error error;
    assert_false(read_back(network, size, &error));
    assert_says(&error, reason);
}

static void test_files(void **state) {
    Network *network = malloc(sizeof *network);
    Error error;
    *network = *evaluate_builtin_network(FAMILY_ANTIKING);
    assert_true(read_back(network, sizeof *network, &error));
    assert_refused(network, 0, "bytes");
    assert_refused(network, sizeof *network - 1, "bytes");
    assert_refused(network, sizeof *network + 1, "bytes");
    network->input[100][7] ^= 1;
    assert_refused(network, sizeof *network, "checksum");
    network_set_header(network);
    assert_true(read_back(network, sizeof *network, &error));
    network->family = FAMILIES;
    assert_refused(network, sizeof *network, "family");
    network->family = FAMILY_ANTIKING;
    network->input[0][NETWORK_SLICE] = 1; /* beyond the width */
    network->checksum = hash_bytes(HASH_OFFSET_BASIS, (const char *)&network->width,
                                   sizeof *network - offsetof(Network, width));
    assert_refused(network, sizeof *network, "the width is 64, but the neurons in use need 128");
    network_set_header(network);
    assert_int_equal(network->width, 2 * NETWORK_SLICE);
    assert_true(read_back(network, sizeof *network, &error));
    memcpy(network->magic, "Misere net 1", sizeof network->magic);
    assert_refused(network, sizeof *network, "begin");
    assert_false(network_read(network, "/nowhere/at.net", &error));
    assert_non_null(strstr(error.text, "/nowhere/at.net"));
    free(network);
}

/* Anything but a regular file is refused, without waiting for it. */
static void test_not_a_regular_file(void **state) {
    Network *network = malloc(sizeof *network);
    Error error;
    assert_int_equal(mkfifo("fifo", 0600), 0);
    assert_false(network_read(network, "fifo", &error));
    assert_non_null(strstr(error.text, "fifo: not a regular file"));
    assert_false(network_read(network, test_folder, &error));
    assert_non_null(strstr(error.text, "not a regular file"));
    free(network);
}

/* The weight may reach the limit but not exceed it, whether positive or negative. */
static void check_limit_16(int16_t *weight, Network *network, int limit, const char *reason) {
    int16_t kept = *weight;
    Error error;
    for (int sign = -1; sign <= 1; sign += 2) {
        *weight = (int16_t)(sign * limit);
        network_set_header(network);
        assert_true(network_check(network, &error));
        *weight = (int16_t)(sign * (limit + 1));
        network_set_header(network);
        assert_false(network_check(network, &error));
        assert_non_null(strstr(error.text, reason));
    }
    *weight = kept;
}

/* Weights that could overflow an accumulator are refused. The last weight of each array is tested.
 */
static void test_weights_too_large(void **state) {
    Network *network = malloc(sizeof *network);
    Error error;
    *network = *evaluate_builtin_network(FAMILY_ANTIKING);
    check_limit_16(&network->input[NETWORK_INPUTS - 1][NETWORK_WIDTH - 1], network, 504, "input");
    check_limit_16(&network->input_bias[NETWORK_WIDTH - 1], network, 504, "input");
    check_limit_16(&network->output[NETWORK_OUTPUT_BUCKETS - 1][1][NETWORK_WIDTH - 1], network, 127,
                   "an output weight");
    check_limit_16(&network->feature[NETWORK_OUTPUT_BUCKETS - 1][FEATURES - 1], network, 1 << 14,
                   "feature");
    for (int sign = -1; sign <= 1; sign += 2) {
        network->output_bias[NETWORK_OUTPUT_BUCKETS - 1] = sign * (1 << 24);
        network_set_header(network);
        assert_true(network_check(network, &error));
        network->output_bias[NETWORK_OUTPUT_BUCKETS - 1] += sign;
        network_set_header(network);
        assert_false(network_check(network, &error));
        assert_non_null(strstr(error.text, "an output bias"));
    }
    free(network);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accumulator_follows_the_board),
        cmocka_unit_test(test_output),
        cmocka_unit_test(test_builtin_networks),
        cmocka_unit_test(test_inputs),
        cmocka_unit_test(test_attacks_are_inputs),
        cmocka_unit_test(test_files),
        cmocka_unit_test_setup_teardown(test_not_a_regular_file, enter_folder, leave_folder),
        cmocka_unit_test(test_weights_too_large),
    };
    return test_run("network", tests);
}
