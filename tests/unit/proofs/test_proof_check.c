/* What misere-prove proves is accepted, and with any one thing changed refused. prove.bats does the
 * same with the reference implementation. */
#include "unit/positions.h"

#include "base/os/stream.h"
#include "proofs/certificate.h"
#include "proofs/proof_check.h"

#include <stdlib.h>
#include <string.h>

static const char MATE[] = "k7/p7/P7/8/8/8/8/2R4K w - - 0 90";

/* The proof that one side wins in a position, which the caller frees. */
static char *prove(const char *ruleset, const char *fen) {
    Position pos = position_of(ruleset, fen);
    Decider *decider = decider_new(20000);
    Decision decision = decider_run(decider, &pos);
    MemoryStream out;
    assert_int_equal(decision.result, DECISION_WIN);
    assert_true(memory_stream_open(&out));
    certificate_write(out.file, &pos, &decision);
    assert_true(memory_stream_close(&out));
    decider_free(decider);
    return out.bytes;
}

static void test_right_proofs(void **state) {
    static const char *const POSITIONS[][2] = {
        {"6170-spring-2007", MATE},
        {"antichess", "rnbqkbnr/pppppppp/8/8/8/3P4/PPP1PPPP/RNBQKBNR b - - 0 1"},
        {"suicide", "8/8/8/8/8/1p6/P7/8 w - - 0 1"},
        {"6170-fall-2003-mindcontrol", "4k3/8/8/8/8/8/Pp6/4K3 w - - 0 1"}};
    for (size_t i = 0; i < sizeof POSITIONS / sizeof *POSITIONS; i++) {
        char *text = prove(POSITIONS[i][0], POSITIONS[i][1]);
        CheckedProof proof;
        Error error;
        const char *rest = proof_check(text, &proof, &error);
        if (!rest)
            fail_msg("%s", error.text);
        assert_string_equal(rest, "");
        assert_string_equal(proof.start.rules->name, POSITIONS[i][0]);
        assert_true(proof.positions >= 1);
        assert_true(proof.length >= 1);
        free(text);
    }
}

/* Asserts that the text is refused, and why. */
static void check_refused(const char *text, const char *reason) {
    CheckedProof proof;
    Error error;
    assert_null(proof_check(text, &proof, &error));
    assert_string_equal(error.text, reason);
}

static void test_wrong_proofs(void **state) {
#define HEAD "misere-proof 1\nruleset 6170-spring-2007\nfen k7/p7/P7/8/8/8/8/2R4K w - - 0 90\n"
    static const char *const WRONG[][2] = {
        {"", "line 1: this line must begin with 'misere-proof '"},
        {"misere-proof 2\n", "line 2: the version must be 1, not '2'"},
        {"misere-proof 1", "line 1: the text ends within this line"},
        {"misere-proof 1\nruleset chess\n", "line 3: no ruleset is named 'chess'"},
        {HEAD "winner nobody\n", "line 5: the winner must be white or black, not 'nobody'"},
        {HEAD "winner white\npositions 0\n",
         "line 6: the number of positions must be 1 to 4000000"},
        {HEAD "winner white\npositions 1\n1 c1c9 #\n", "line 6: 'c1c9' is not legal"},
        {HEAD "winner white\npositions 1\n1 c1c2 #\n", "line 6: c1c2 does not win"},
        {HEAD "winner black\npositions 1\n1 c1c8 #\n", "line 6: c1c8 does not win"},
        {HEAD "winner white\npositions 1\n1 c1c8 1\n",
         "line 6: c1c8 must lead to a later position"},
        {HEAD "winner white\npositions 2\n1 c1c8 2\n", "line 6: c1c8 ends the game"},
        {HEAD "winner white\npositions 1\n1\n",
         "line 6: the winner must have one half-move, not 0"},
        {HEAD "winner white\npositions 1\n1 c1c8 # h1g1 #\n", "line 6: h1g1 does not win"},
        {HEAD "winner white\npositions 1\n1 c1c8 # c1c8 #\n", "line 6: c1c8 is there twice"},
        {HEAD "winner white\npositions 1\n2 c1c8 #\n",
         "line 6: the number of this position must be 1"},
        {HEAD "winner white\npositions 1\n 1 c1c8 #\n",
         "line 6: a space before the position's number"},
        {HEAD "winner white\npositions 1\n1 c1c8\n", "line 6: a word is missing or too long"},
        {HEAD "winner white\npositions 2\n1 c1c8 #\n2 c1c8 #\n",
         "line 7: no half-move leads to position 2"}};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        check_refused(WRONG[i][0], WRONG[i][1]);
}

/* Without any one of its half-moves, and with any one character changed that matters, a proof is
 * refused. */
static void test_mutants(void **state) {
    char *text = prove("antichess", "rnbqkbnr/pppppppp/8/8/8/3P4/PPP1PPPP/RNBQKBNR b - - 0 1");
    char *positions = strstr(text, "positions");
    size_t length = strlen(text);
    int refused = 0, tried = 0;
    CheckedProof proof;
    for (size_t at = (size_t)(strchr(positions, '\n') - text) + 1; at < length; at += 7) {
        char was = text[at];
        if (was == '\n')
            continue;
        text[at] = was == '#' ? '9' : was == 'a' ? 'b' : was == '1' ? '2' : was == ' ' ? '\n' : '1';
        if (text[at] == was)
            continue;
        refused += !proof_check(text, &proof, NULL);
        tried++;
        text[at] = was;
    }
    assert_true(tried > 300);
    assert_int_equal(refused, tried);
    free(text);
}

/* Of a thousand changed proofs none is accepted as a proof of the same: some prove another claim,
 * such as one with another move number in the FEN. */
static void test_forgeries(void **state) {
    enum { MUTANTS = 1000 };
    char *text = prove("antichess", "rnbqkbnr/pppppppp/8/8/8/3P4/PPP1PPPP/RNBQKBNR b - - 0 1");
    size_t length = strlen(text);
    char *mutant = malloc(length + 1), before[FEN_SIZE], after[FEN_SIZE];
    uint64_t seed = 45;
    CheckedProof right, proof;
    assert_non_null(mutant);
    assert_non_null(proof_check(text, &right, NULL));
    position_to_fen(&right.start, before);
    for (int i = 0; i < MUTANTS; i++) {
        strcpy(mutant, text);
        size_t at = random_next(&seed) % length;
        char byte = text[random_next(&seed) % length];
        if (byte == text[at])
            continue;
        mutant[at] = byte;
        const char *rest = proof_check(mutant, &proof, NULL);
        position_to_fen(&proof.start, after);
        assert_true(!rest || *rest != '\0' || strcmp(before, after) != 0);
    }
    free(mutant);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right_proofs),
        cmocka_unit_test(test_wrong_proofs),
        cmocka_unit_test(test_mutants),
        cmocka_unit_test(test_forgeries),
    };
    return test_run("proofs are checked", tests);
}
