/* A FEN, and a game from there. Input: a byte for the ruleset, the FEN, a newline, and a byte for
 * each half-move.
 *
 * The rules accept a FEN if and only if the reference does, and then agree with it on every
 * position of the game. A refusal leaves the position as it was, and says why. */
#include "fuzz/support/fuzz.h"
#include "fuzz/support/positions.h"

enum {
    HALF_MOVES_MAX = 8,
    REFERENCE_FEN_MAX = 255 /* maximum length of a FEN that the reference reads */
};

static void check_refusal(const Ruleset *rules, const char *fen) {
    Position pos, untouched;
    Error error;
    memset(&pos, 0x5a, sizeof pos);
    untouched = pos;
    FUZZ_CHECK(!position_from_fen(&pos, rules, fen, &error), "accepted the second time");
    FUZZ_CHECK(memcmp(&pos, &untouched, sizeof pos) == 0, "a refused FEN changed the position");
    fuzz_check_error(&error, "");
}

static void play(Position pos, RefPosition ref, FuzzInput input) {
    MoveList list;
    fuzz_check_position(&pos, &ref, &list);
    for (int i = 0; i < HALF_MOVES_MAX && input.size > 0 && list.count > 0; i++) {
        Move move = list.moves[fuzz_byte(&input) % list.count];
        Position before = pos;
        ref_play(&ref, fuzz_reference_move(move));
        position_apply(&pos, &before, move);
        fuzz_check_position(&pos, &ref, &list);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput input = {data, size};
    const Ruleset *rules = fuzz_ruleset(&input);
    char *fen = fuzz_line(&input);
    if (!fen || strlen(fen) > REFERENCE_FEN_MAX) {
        free(fen);
        return 0;
    }
    Position pos;
    RefPosition ref;
    char why[REF_TEXT_SIZE] = "";
    bool ours = position_from_fen(&pos, rules, fen, NULL);
    bool theirs = ref_set(&ref, rules->name, fen, why, sizeof why);
    FUZZ_CHECK(ours == theirs, "%s: accepted: %d, but %d in the reference: %s", rules->name, ours,
               theirs, why);
    if (ours)
        play(pos, ref, input);
    else
        check_refusal(rules, fen);
    free(fen);
    return 0;
}
