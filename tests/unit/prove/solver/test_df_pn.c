/* The search, in endings that the tablebase knows but the search does not: repetitions decide most
 * of them, and no disproof may be used where it does not hold. */
#include "unit/computed_tablebase.h"
#include "unit/positions.h"

#include "base/minmax.h"
#include "prove/solver/extract.h"

#include <stdio.h>

enum { NODES = 30000, POSITIONS = 300 };

typedef struct {
    int proven, shortened, disproven, open;
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

/* Checks that a shorter win than the one in the table is found. */
static void check_shorter_win(DfPn *searcher, const Position *pos, int height) {
    int shorter;
    assert_true(df_pn_winning_move(searcher, pos, height - 1, &shorter) != MOVE_NONE);
    assert_true(shorter < height);
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
        if ((Colour)pos->player == search->attacker && value.height > result.distance) {
            check_shorter_win(searcher, pos, value.height);
            counts->shortened++;
        }
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
    assert_true(counts.shortened > 0);
    printf("# %d proven, %d of them again with fewer half-moves, %d disproven, %d open\n",
           counts.proven, counts.shortened, counts.disproven, counts.open);
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

/* The marks of other threads steer a search, but never hold it up. */
static void test_busy_threads(void **state) {
    Position pos =
        position_of("antichess", "rnbqkbnr/pppppppp/8/8/8/3P4/PPP1PPPP/RNBQKBNR b - - 0 1");
    static BusyCounts busy;
    uint64_t rng = 1;
    ProofSearch search = {.table = proof_table_new(1), .attacker = BLACK, .busy = &busy};
    DfPn *searcher = df_pn_new(&search);
    assert_non_null(searcher);
    for (int i = 0; i < BUSY_SLOTS; i++)
        busy.threads[i] = (uint8_t)(random_next(&rng) % 4);
    ProofValue value = df_pn_run(searcher, &pos, PLY_MAX, 1000000);
    assert_true(is_proven(&value));
    df_pn_free(searcher);
    proof_table_free(search.table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_antichess),
        cmocka_unit_test(test_suicide),
        cmocka_unit_test(test_busy_threads),
    };
    return test_run("prove_df_pn", tests);
}
