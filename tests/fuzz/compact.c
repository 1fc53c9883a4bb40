/* Compact proofs. Input: a byte that chooses a position, and its winner; two bytes, big-endian, for
 * the number of positions; and the proof's numbers, decompressed.
 *
 * The engine's checkers and check-proof accept the same proofs, and say that they prove the same;
 * only the engine's reader, which compares keys, may also accept one in which a position occurs
 * twice. In an accepted proof, random half-moves of the loser and the proof's answers lead to the
 * winner's win. */
#include "fuzz/support/file.h"
#include "fuzz/support/fuzz.h"

#include "base/random.h"
#include "proofs/compact/compact.h"
#include "reference/compact_proof.h"
#include "rules/outcome.h"

#include <unistd.h>
#include <zlib.h>

enum { LINES = 20, POSITIONS_MAX = 4096, HEAD_SIZE = 300 };

static const struct {
    const char *ruleset, *fen, *winner;
} STARTS[] = {
    {"suicide", "8/8/8/8/8/1p6/P7/8 w - - 0 1", "black"},
    {"antichess", "rnbqkbnr/pppppppp/8/8/8/3P4/PPP1PPPP/RNBQKBNR b - - 0 1", "black"},
    {"6170-spring-2007", "k7/p7/P7/8/8/8/8/2R4K w - - 0 90", "white"},
    {"6170-fall-2003-mindcontrol", "4k3/8/8/8/8/8/Pp6/4K3 w - - 0 1", "white"},
    {"giveaway", "8/8/8/8/8/7k/8/R3K3 w Q - 0 1", "white"},
    {"antichess", "8/8/8/8/1p6/8/P7/8 w - - 0 1", "white"},
};

/* The winner's half-moves. */
typedef struct {
    uint64_t keys[POSITIONS_MAX];
    Move moves[POSITIONS_MAX];
    int count; /* of all positions */
} WinningMoves;

static WinningMoves answers;

static void note_answer(void *context, const CompactHead *head, const CompactPosition *position) {
    FUZZ_CHECK(answers.count < (int)head->positions, "too many positions");
    FUZZ_CHECK(position->height >= 1 && position->quiet < FIFTY_MOVES, "height %d, quiet %d",
               position->height, position->quiet);
    answers.keys[answers.count] = movegen_repetition_key(position->pos);
    answers.moves[answers.count++] = position->move;
}

static Move answer_in(const Position *pos) {
    uint64_t key = movegen_repetition_key(pos);
    for (int i = 0; i < answers.count; i++)
        if (answers.keys[i] == key)
            return answers.moves[i];
    return MOVE_NONE;
}

static void check_line(const CheckedProof *proof, uint64_t *seed) {
    Position pos = proof->start;
    MoveList list;
    int length = 0;
    Outcome outcome;
    while (!outcome_is_over(outcome = outcome_find(&pos, &list))) {
        Position before = pos;
        Move move = (Colour)pos.player == proof->winner
                        ? answer_in(&pos)
                        : list.moves[random_next(seed) % (uint64_t)list.count];
        FUZZ_CHECK(movelist_has(&list, move), "no answer after %d half-moves", length);
        position_apply(&pos, &before, move);
        FUZZ_CHECK(++length <= proof->length, "more than %d half-moves", proof->length);
    }
    FUZZ_CHECK(!outcome.drawn && outcome.winner == proof->winner, "the winner does not win");
}

/* Checks the file, of which the body begins at `body`, with check-proof's code. */
static bool check_with_reference(const char *path, long body, int choice, CompactProof *proof) {
    char why[300];
    FILE *in = fopen(path, "r");
    proof->winner = STARTS[choice].winner[0] == 'w' ? REF_WHITE : REF_BLACK;
    FUZZ_CHECK(in && fseek(in, body, SEEK_SET) == 0, "cannot read %s", path);
    FUZZ_CHECK(ref_set(&proof->start, STARTS[choice].ruleset, STARTS[choice].fen, why, sizeof why),
               "%s", why);
    bool accepted = compact_proof_check(proof, in, 1, NULL, why, sizeof why);
    FUZZ_CHECK(accepted || *why, "no reason");
    fclose(in);
    return accepted;
}

/* Writes the file of the proof, and returns its path. */
static const char *write_file(const char *head, const FuzzInput *numbers) {
    size_t head_size = strlen(head);
    uLongf size = compressBound((uLong)numbers->size);
    unsigned char *file = malloc(head_size + size);
    FUZZ_CHECK(file, "out of memory");
    memcpy(file, head, head_size);
    FUZZ_CHECK(compress(file + head_size, &size, numbers->bytes, (uLong)numbers->size) == Z_OK,
               "zlib");
    const char *path = fuzz_file(file, head_size + size);
    free(file);
    return path;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput input = {data, size};
    char head[HEAD_SIZE];
    CheckedProof proof;
    Error error, read_error;
    uint64_t seed = 1;
    int choice = fuzz_byte(&input) % (int)(sizeof STARTS / sizeof *STARTS);
    int count = fuzz_byte(&input) << 8;
    count = (count | fuzz_byte(&input)) % POSITIONS_MAX;
    snprintf(head, sizeof head, "misere-proof 2\nruleset %s\nfen %s\nwinner %s\npositions %d\n",
             STARTS[choice].ruleset, STARTS[choice].fen, STARTS[choice].winner, count);
    bool accepted = compact_body_check(head, input.bytes, input.size, &proof, &error);
    if (!accepted)
        fuzz_check_error(&error, "");
    const char *path = write_file(head, &input);
    answers.count = 0;
    bool is_read = compact_read(path, note_answer, NULL, &read_error);
    FUZZ_CHECK(is_read || !accepted, "not read: %s", read_error.text);
    if (!is_read)
        fuzz_check_error(&read_error, path);
    CompactProof reference = {.count = (uint64_t)count};
    bool is_right = count > 0 && check_with_reference(path, (long)strlen(head), choice, &reference);
    FUZZ_CHECK(is_right == accepted, "accepted by one checker alone: %s",
               accepted ? "" : error.text);
    if (!accepted)
        return 0;
    FUZZ_CHECK(reference.length == proof.length, "length %d, not %d", proof.length,
               reference.length);
    for (int i = 0; i < LINES; i++)
        check_line(&proof, &seed);
    return 0;
}
