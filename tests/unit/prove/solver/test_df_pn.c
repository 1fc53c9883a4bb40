/* The search, in endings that the tablebase knows but the search does not: repetitions decide most
 * of them, and no disproof may be used where it does not hold. */
#include "unit/computed_tablebase.h"
#include "unit/positions.h"

#include "base/minmax.h"
#include "prove/solver/extract.h"

#include <stdio.h>

enum { NODES = 30000, POSITIONS = 300 };

typedef struct {
    int proven, disproven, open;
} EndingCounts;

/* A random position with one or two pieces against one, in which the game is not over. */
static Position random_ending(const Ruleset *rules, uint64_t *rng) {
    for (;;) {
        Position pos;
        position_clear(&pos, rules);
        int count = 2 + (int)(random_next(rng) % 2);
        for (int i = 0; i < count; i++) {
            Square square = (Square)(random_next(rng) % SQUARES);
            PieceType type = (PieceType)(random_next(rng) % (KING + 1));
            if (position_piece(&pos, square) == NO_PIECE)
                position_put(&pos, square, piece_make(i == 0 ? BLACK : WHITE, type));
        }
        pos.side = pos.player = (uint8_t)(random_next(rng) % COLOURS);
        if (position_finish(&pos, NULL) && !outcome_is_over(outcome_of(&pos)))
            return pos;
    }
}

/* Checks that the search and the tablebase agree, if the search has a result. */
static void check_ending(DfPn *searcher, const ProofSearch *search, const Tablebase *tablebase,
                         const Position *pos, EndingCounts *counts) {
    TablebaseResult result;
    assert_true(tablebase_probe(tablebase, pos, &result));
    ProofValue value = df_pn_run(searcher, pos, PLY_MAX, NODES);
    bool wins = !result.drawn && result.winner == search->attacker;
    if (is_proven(&value)) {
        ProofGraph graph = {0};
        assert_true(wins);
        assert_true(value.height >= result.distance);
        assert_true(extract_proof(&graph, searcher, search->attacker, pos));
        graph_free(&graph);
        counts->proven++;
    } else if (is_disproven(&value)) {
        if (wins && result.distance < FIFTY_MOVES) {
            char fen[FEN_SIZE];
            position_to_fen(pos, fen);
            fail_msg("%s is won in %d half-moves", fen, result.distance);
        }
        counts->disproven++;
    } else {
        counts->open++;
    }
}

static void check_endings(const char *ruleset) {
    const Ruleset *rules = ruleset_find(ruleset);
    Tablebase *tablebase = computed_tablebase(ruleset);
    ProofSearch search = {.table = proof_table_new(1)};
    DfPn *searcher = df_pn_new(&search);
    EndingCounts counts = {0};
    uint64_t rng = 1;
    assert_non_null(searcher);
    for (int i = 0; i < POSITIONS; i++) {
        Position pos = random_ending(rules, &rng);
        search.attacker = (Colour)(i % COLOURS);
        check_ending(searcher, &search, tablebase, &pos, &counts);
    }
    if (counts.proven < POSITIONS / 10 || counts.disproven < POSITIONS / 10)
        fail_msg("%d proven, %d disproven, %d open", counts.proven, counts.disproven, counts.open);
    printf("# %d proven, %d disproven, %d open\n", counts.proven, counts.disproven, counts.open);
    df_pn_free(searcher);
    proof_table_free(search.table);
    tablebase_free(tablebase);
}

static void test_antichess(void **state) {
    check_endings("antichess");
}

static void test_suicide(void **state) {
    check_endings("suicide");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_antichess),
        cmocka_unit_test(test_suicide),
    };
    return test_run("prove_df_pn", tests);
}
