/* Networks. Input: a byte that chooses a built-in network; then changes to it, each of an offset
 * (three bytes, big-endian), a number of times, and a value (two bytes). If the first byte is odd,
 * the header is made good after the changes; if the second bit is set, the file is a byte short.
 *
 * A network that is accepted evaluates every initial position within the limits, and the same with
 * an old accumulator as with a new one; a refusal names the file. */
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

static void check_evaluation(const Network *network) {
    Accumulator kept = {0};
    for (int i = 0; i < ruleset_count(); i++) {
        Position pos, after;
        MoveList list;
        position_start(&pos, ruleset_at(i));
        outcome_find(&pos, &list);
        position_apply(&after, &pos, list.moves[list.count - 1]);
        Score score = evaluate(network, &kept, &after);
        FUZZ_CHECK(score >= -SCORE_EVAL_MAX && score <= SCORE_EVAL_MAX, "score %d", score);
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
