/* Proofs, as check-proof reads them and misere-prove writes them. Input: the file.
 *
 * If check-proof accepts a proof, the winner wins every line: random half-moves of the loser, and
 * the proof's answers, lead to the winner's win by engine/rules; and without any one of its
 * half-moves the proof is refused. A refusal names the file and the line. What the engine's checker
 * accepts check-proof accepts, and both say that it proves the same. */
#include "fuzz/support/file.h"
#include "fuzz/support/fuzz.h"

#include "base/random.h"
#include "base/words.h"
#include "proofs/proof_check.h"
#include "rules/notation.h"
#include "rules/outcome.h"

#define main        check_proof_main
#define FIFTY_MOVES CHECK_PROOF_FIFTY_MOVES /* another header also names this constant */
int main(int argc, char **argv);

#include "reference/check_proof.c"

#undef main
#undef FIFTY_MOVES

enum { LINES = 20, HEADER_LINES = 5, GAPS = 10, POSITIONS_AT_MOST = 1000 };

/* Sets *printed to what check-proof prints, which the caller frees. */
static bool is_accepted(const char *path, char **printed) {
    char name[] = "check-proof", *file = strdup(path), *arguments[] = {name, file, NULL};
    FILE *terminal = stdout;
    size_t size;
    stdout = open_memstream(printed, &size);
    FUZZ_CHECK(stdout && file, "out of memory");
    bool accepted = check_proof_main(2, arguments) == 0;
    fclose(stdout);
    stdout = terminal;
    free(file);
    return accepted;
}

/* --- the lines of a proof --- */

typedef struct {
    const Ruleset *rules;
    Position start;
    Colour winner;
    const char *positions; /* the proof's lines with positions */
    int count;
} Proof;

static const char *next_line(const char *at) {
    return strchr(at, '\n') + 1;
}

/* The value in a line "NAME VALUE", which may begin with blanks; the caller frees it. */
static char *value_of(const char *line) {
    const char *value = strchr(line + strspn(line, " "), ' ') + 1;
    return strndup(value, strcspn(value, "\n"));
}

/* Reads the header of a proof that was accepted. */
static Proof read_proof(const char *text) {
    Proof proof;
    char *values[HEADER_LINES];
    Error error;
    for (int i = 0; i < HEADER_LINES; i++, text = next_line(text))
        values[i] = value_of(text);
    proof.rules = ruleset_find(values[1]);
    FUZZ_CHECK(proof.rules, "no ruleset %s", values[1]);
    FUZZ_CHECK(position_from_fen(&proof.start, proof.rules, values[2], &error), "%s", error.text);
    proof.winner = values[3][0] == 'w' ? WHITE : BLACK;
    proof.count = atoi(values[4]);
    proof.positions = text;
    for (int i = 0; i < HEADER_LINES; i++)
        free(values[i]);
    return proof;
}

/* The half-moves of a position with what follows them, "MOVE TARGET ..."; the caller frees it. */
static char *moves_of(const Proof *proof, int number) {
    const char *line = proof->positions;
    for (int i = 1; i < number; i++)
        line = next_line(line);
    return value_of(line);
}

/* Plays a half-move that the proof has, in `pos`. Returns the number of the position that it leads
 * to, or 0 at the end of the game. */
static int follow(const Proof *proof, int number, Position *pos, uint64_t *seed) {
    MoveList list;
    Position before = *pos;
    char *moves = moves_of(proof, number), *rest = moves, *word, wanted[MOVE_TEXT_SIZE] = "";
    int target = -1;
    outcome_find(&before, &list);
    FUZZ_CHECK(list.count > 0, "the game is over in position %d", number);
    uint64_t choice = random_next(seed) % (uint64_t)list.count;
    if (before.player != proof->winner)
        notation_write_move(&before, list.moves[choice], STYLE_UCI, wanted);
    while (target < 0 && (word = words_next(&rest))) {
        char *to = words_next(&rest);
        if (*wanted && strcmp(word, wanted) != 0)
            continue;
        for (int i = 0; i < list.count; i++) {
            char text[MOVE_TEXT_SIZE];
            notation_write_move(&before, list.moves[i], STYLE_UCI, text);
            if (strcmp(text, word) == 0)
                position_apply(pos, &before, list.moves[i]);
        }
        target = strcmp(to, "#") == 0 ? 0 : atoi(to);
    }
    FUZZ_CHECK(target >= 0 && pos->key != before.key, "position %d has no %s", number, wanted);
    free(moves);
    return target;
}

static void check_line(const Proof *proof, uint64_t *seed) {
    Position pos = proof->start;
    int number = 1;
    while (number > 0)
        number = follow(proof, number, &pos, seed);
    Outcome outcome = outcome_of(&pos);
    FUZZ_CHECK(outcome_is_over(outcome) && !outcome.drawn && outcome.winner == proof->winner,
               "the winner does not win");
}

/* The engine's checker is the stricter one: it allows one space between words. */
static void check_both(const char *text, bool accepted, const char *printed) {
    CheckedProof proof;
    const char *rest = text;
    while ((rest = proof_check(rest, &proof, NULL)) && *rest) {
    }
    if (!rest)
        return;
    FUZZ_CHECK(accepted, "accepted by the engine alone: %s", printed);
    char wanted[64];
    snprintf(wanted, sizeof wanted, ": %s wins; %d positions, %d half-moves at most\n",
             proof.winner == WHITE ? "White" : "Black", proof.positions, proof.length);
    size_t size = strlen(printed), tail = strlen(wanted);
    FUZZ_CHECK(size > tail && strcmp(printed + size - tail, wanted) == 0, "%s, not %s", printed,
               wanted);
}

/* Does the header announce so many positions that allocating their table takes long? */
static bool is_large(const char *text) {
    static const char NAME[] = "positions ";
    for (const char *at = text; (at = strstr(at, NAME)); at += strlen(NAME))
        if (atol(at + strlen(NAME)) > POSITIONS_AT_MOST)
            return true;
    return false;
}

/* Removes a half-move of the first proof, counted from 1, and the word that follows it. */
static void leave_out(char *text, int number) {
    char *at = text, *end;
    for (int i = 0; at && i < HEADER_LINES; i++)
        at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL;
    const char *next_proof = at ? strstr(at, "\nmisere-proof") : NULL;
    for (; number > 0 && at && (at = strchr(at, ' ')); at = end) {
        if (next_proof && at > next_proof)
            return;
        end = at + strspn(at, " ");
        if (*end == '\n')
            continue; /* only blanks are left at the end of the line */
        end += strcspn(end, " \n");
        end += *end == ' ' ? 1 + strcspn(end + 1, " \n") : 0;
        if (--number == 0)
            memmove(at, end, strlen(end) + 1);
    }
}

/* Leaves out each of the first half-moves, one after the other. */
static void check_gaps(const char *text) {
    for (int number = 1; number <= GAPS; number++) {
        char *gapped = strdup(text), *printed;
        FUZZ_CHECK(gapped, "out of memory");
        leave_out(gapped, number);
        bool accepted = is_accepted(fuzz_file(gapped, strlen(gapped)), &printed);
        FUZZ_CHECK(!accepted || strcmp(gapped, text) == 0, "accepted without half-move %d", number);
        free(printed);
        free(gapped);
    }
}

/* Is one of the proofs compact, and so no text, which is all that the checks below can read? */
static bool is_compact(const char *text) {
    return strstr(text, "misere-proof 2") != NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint64_t seed = 1;
    char *printed, *text = strndup((const char *)data, size);
    FUZZ_CHECK(text, "out of memory");
    if (is_large(text) || is_compact(text)) {
        free(text);
        return 0;
    }
    const char *path = fuzz_file(text, strlen(text));
    bool accepted = is_accepted(path, &printed);
    FUZZ_CHECK(strncmp(printed, path, strlen(path)) == 0, "no file: %s", printed);
    FUZZ_CHECK(atoi(printed + strlen(path) + 1) > 0, "no line: %s", printed);
    check_both(text, accepted, printed);
    if (accepted) {
        Proof proof = read_proof(text);
        for (int i = 0; i < LINES; i++)
            check_line(&proof, &seed);
        check_gaps(text);
    }
    free(printed);
    free(text);
    return 0;
}
