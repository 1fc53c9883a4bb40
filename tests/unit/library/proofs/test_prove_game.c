#include "unit/testing.h"

#include "library/misere.h"

#include <string.h>

static void test_finding_and_checking(void **state) {
    MisereError error;
    MisereProof proof;
    MisereGame *game = misere_game_new("suicide", "8/8/8/8/8/1p6/P7/8 w - - 0 1", &error);
    char *text = misere_game_prove(game, 1000, &error);
    assert_non_null(text);
    assert_string_equal(misere_check_proof(text, &proof, &error), "");
    assert_string_equal(proof.ruleset, "suicide");
    assert_string_equal(proof.fen, "8/8/8/8/8/1p6/P7/8 w - - 0 1");
    assert_int_equal(proof.winner, MISERE_BLACK);
    assert_int_equal(proof.positions, 1);
    assert_int_equal(proof.length, 1);
    *strchr(text, '#') = '2';
    assert_null(misere_check_proof(text, &proof, &error));
    assert_string_equal(error.text, "line 6: a2b3 must be followed by # or a position's number");
    misere_free(text);
    misere_game_free(game);
}

static void test_compact(void **state) {
    static const char SUICIDE[] = "misere-proof 2\nruleset suicide\n"
                                  "fen 8/8/8/8/8/1p6/P7/8 w - - 0 1\nwinner black\npositions 1\n";
    MisereError error;
    MisereProof proof;
    assert_true(misere_check_compact_proof(SUICIDE, "", 0, &proof, &error));
    assert_string_equal(proof.ruleset, "suicide");
    assert_int_equal(proof.winner, MISERE_BLACK);
    assert_int_equal(proof.positions, 1);
    assert_int_equal(proof.length, 1);
    assert_false(misere_check_compact_proof(SUICIDE, "", 1, &proof, &error));
    assert_string_equal(error.text, "the proof has another end");
    assert_false(misere_check_compact_proof("misere-proof 1\n", "", 0, &proof, &error));
    assert_string_equal(error.text, "line 2: the version must be 2, not '1'");
}

static void test_failures(void **state) {
    MisereError error;
    MisereGame *game = misere_game_new("losers", NULL, &error);
    assert_null(misere_game_prove(game, 100, &error));
    assert_string_equal(error.text, "no win was found");
    assert_null(misere_game_prove(game, 0, &error));
    misere_game_free(game);
    game = misere_game_new("suicide", "8/8/8/8/8/8/8/k7 w - -", &error);
    assert_null(misere_game_prove(game, 100, &error));
    assert_string_equal(error.text, "the game is over");
    misere_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_finding_and_checking),
        cmocka_unit_test(test_compact),
        cmocka_unit_test(test_failures),
    };
    return test_run("the library's proofs", tests);
}
